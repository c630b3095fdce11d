import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import { type Sql, upsert } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import { CONDITIONS, TOKENS } from '../../store/tables.ts'
import { STANDS } from './alert-chain.ts'
import { ALERT_GRADES, ALERTS } from './alert-row.ts'

/** An alert and its marks so far, null until known. */
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

const GRADABLE = statement(
  (from, given: { hourDue: Seconds; dayDue: Seconds; now: Seconds; limit: number }) =>
    from(as(ALERTS, 'a'))
      .leftJoin(as(ALERT_GRADES, 'g'), 'g.seq', 'a.seq')
      .join(as(TOKENS, 'k'), 'k.id', 'a.token_id')
      .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
      .select(
        'a.seq',
        known('a.token_id as token'),
        known('a.time'),
        'g.after_hour',
        'g.after_day',
        'g.payout',
        'c.resolved_time',
      )
      .where((due) =>
        due
          .where((hour) => hour.whereNull('g.after_hour').where('a.time', '<=', given.hourDue))
          .orWhere((day) => day.whereNull('g.after_day').where('a.time', '<=', given.dayDue))
          .orWhere((end) => end.whereNull('g.payout').where('c.resolved_time', '<=', given.now)),
      )
      .where(from.raw(STANDS))
      .orderBy('a.seq')
      .limit(given.limit),
)

/** Up to `limit` alerts, retracted ones excluded, that lack a mark which a ledger at `now` has. */
export async function gradable(sql: Sql, now: Seconds, limit: number): Promise<AlertGrade[]> {
  return GRADABLE.all(sql, { hourDue: now - MARK_AFTER.hour, dayDue: now - MARK_AFTER.day, now, limit })
}

const DROP_GRADES = statement((from, { block }: { block: number }) =>
  from(ALERT_GRADES).where('block', '>=', block).delete(),
)

/** Drops the marks that depend on a block or a later one, so that they are computed again. */
export async function dropGrades(tx: Sql, block: number): Promise<void> {
  await DROP_GRADES.run(tx, { block })
}

/** Writes marks; `block` is the ledger's last one, or null. */
export async function writeGrades(
  tx: Sql,
  grades: readonly AlertGrade[],
  block: number | null,
): Promise<void> {
  const rows = grades.map(({ seq, afterHour, afterDay, payout }) => ({
    seq,
    afterHour,
    afterDay,
    payout,
    block,
  }))
  await upsert(tx, ALERT_GRADES, rows)
}
