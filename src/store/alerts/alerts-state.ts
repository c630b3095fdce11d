import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement, statementBy } from '../engine/statement.ts'
import { ALERTS_STATE } from './alert-tables.ts'

/** Where the radar goes on. */
export interface AlertsState {
  /** The time of the earliest fill that came since it last looked, or null where none did. */
  since: Seconds | null
  /** The rules that it looked by, as a text; by other rules it looks at everything again. */
  rules: string
}

const STATE = statementBy((from, { lock }: { lock: boolean }) => {
  const state = from(ALERTS_STATE).select('since', 'rules').where('id', 1)
  return lock ? state.forUpdate() : state
})
const WRITE_STATE = statement((from, { since, rules }: AlertsState) =>
  from(ALERTS_STATE).where('id', 1).update({ since, rules }),
)
const NOTE_FILLS = statement((from, { earliest }: { earliest: Seconds }) =>
  from(ALERTS_STATE)
    .where('id', 1)
    .update({
      since: from.raw('CASE WHEN since IS NULL OR since > ? THEN ? ELSE since END', [earliest, earliest]),
    }),
)

/** Reads the state; with `lock`, in a transaction, nobody else looks meanwhile (SQLite has one writer anyway). */
export async function readAlertsState(sql: Sql, lock = false): Promise<AlertsState> {
  const row = await STATE({ lock }).get(sql)
  if (!row) throw new Error('the store has lost its alerts state')
  return row
}

/** Notes what has been looked at; within the transaction that holds the lock. */
export async function writeAlertsState(tx: Sql, { since, rules }: AlertsState): Promise<void> {
  await WRITE_STATE.run(tx, { since, rules })
}

/**
 * Notes, in the transaction that appends them, that fills came and the earliest one's time. The row is written even
 * where it stays what it is: on PostgreSQL that waits for a look that is under way and did not see these fills.
 */
export async function recordFills(tx: Sql, earliest: Seconds): Promise<void> {
  await NOTE_FILLS.run(tx, { earliest })
}
