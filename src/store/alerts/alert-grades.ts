import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { STANDS } from './alert-chain.ts'
import { ALERT_GRADES } from './alert-tables.ts'

/** An alert and its marks so far; null where they are not known yet. */
export interface AlertGrade {
  seq: number
  token: number
  time: Seconds
  afterHour: MicroPrice | null
  afterDay: MicroPrice | null
  payout: MicroPrice | null
  /** When the token's condition was resolved, or null. */
  resolvedTime: Seconds | null
}

/** Seconds after an alert's fill at which its token is marked. */
export const MARK_AFTER = { hour: 3_600, day: 86_400 } as const

/** Standing alerts of which a mark is lacking that the ledger, having come to `now`, can tell; `limit` at most. */
export async function gradable(sql: Sql, now: Seconds, limit: number): Promise<AlertGrade[]> {
  return sql.all<AlertGrade>(
    'SELECT a.seq, a.token_id AS token, a.time, g.after_hour AS "afterHour", g.after_day AS "afterDay", g.payout, ' +
      'c.resolved_time AS "resolvedTime" FROM alerts a LEFT JOIN alert_grades g ON g.seq = a.seq ' +
      'JOIN tokens k ON k.id = a.token_id LEFT JOIN conditions c ON c.id = k.condition_id ' +
      'WHERE ((g.after_hour IS NULL AND a.time <= ?) OR (g.after_day IS NULL AND a.time <= ?) OR ' +
      `(g.payout IS NULL AND c.resolved_time <= ?)) AND ${STANDS} ORDER BY a.seq LIMIT ?`,
    [now - MARK_AFTER.hour, now - MARK_AFTER.day, now, limit],
  )
}

/** Writes marks; `block` is the ledger's last one, null where it has none. */
export async function writeGrades(
  tx: Sql,
  grades: readonly AlertGrade[],
  block: number | null,
): Promise<void> {
  const columns = {
    seq: grades.map(({ seq }) => seq),
    after_hour: grades.map(({ afterHour }) => afterHour),
    after_day: grades.map(({ afterDay }) => afterDay),
    payout: grades.map(({ payout }) => payout),
    block: grades.map(() => block),
  }
  await tx.upsert(ALERT_GRADES, columns, grades.length)
}
