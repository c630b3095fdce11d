import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** Where the radar goes on. */
export interface AlertsState {
  /** The time of the earliest fill that came since it last looked, or null where none did. */
  since: Seconds | null
  /** The rules that it looked by, as a text; by other rules it looks at everything again. */
  rules: string
}

/** Reads the state; with `lock`, in a transaction, nobody else looks meanwhile (SQLite has one writer anyway). */
export async function readAlertsState(sql: Sql, lock = false): Promise<AlertsState> {
  const suffix = lock && sql.dialect === 'postgres' ? ' FOR UPDATE' : ''
  const row = await sql.get<AlertsState>(`SELECT since, rules FROM alerts_state WHERE id = 1${suffix}`)
  if (!row) throw new Error('the store has lost its alerts state')
  return row
}

/** Notes what has been looked at; within the transaction that holds the lock. */
export async function writeAlertsState(tx: Sql, { since, rules }: AlertsState): Promise<void> {
  await tx.run('UPDATE alerts_state SET since = ?, rules = ? WHERE id = 1', [since, rules])
}

/**
 * Notes, in the transaction that appends them, that fills came and the earliest one's time. The row is written even
 * where it stays what it is: on PostgreSQL that waits for a look that is under way and did not see these fills.
 */
export async function noteFills(tx: Sql, earliest: Seconds): Promise<void> {
  await tx.run(
    'UPDATE alerts_state SET since = CASE WHEN since IS NULL OR since > ? THEN ? ELSE since END WHERE id = 1',
    [earliest, earliest],
  )
}
