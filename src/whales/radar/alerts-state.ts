import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement, statementBy } from '../../store/engine/statement.ts'
import { ledgerVersion, moveCursor, readCursor, unreadSince } from '../../store/ledger/ledger-changes.ts'
import { undoneCount } from '../../store/ledger/ledger-state.ts'
import { ALERTS_STATE } from '../alerts/alert-row.ts'

/** The radar's resume point. */
export interface AlertsState {
  /** The time of the earliest event since its last pass, or null for none. */
  since: Seconds | null
  /** The rules of that pass, as a text; a change of rules rescans the whole ledger. */
  rules: string
  /** The ledger's version at that pass. */
  version: number
}

/** The resume point as a view shows it. */
export interface SeenAlertsState extends AlertsState {
  /** Differs once another pass was recorded, or blocks were taken back. */
  mark: string
}

const STATE = statementBy((from, { lock }: { lock: boolean }) => {
  const state = from(ALERTS_STATE).select('since', 'rules').where('id', 1)
  return lock ? state.forUpdate() : state
})
const WRITE_STATE = statement((from, { since, rules }: Omit<AlertsState, 'version'>) =>
  from(ALERTS_STATE).where('id', 1).update({ since, rules }),
)
/** Reads the state; with `lock`, in a transaction, keeps other passes out (SQLite has one writer anyway). */
export async function readAlertsState(sql: Sql, lock = false): Promise<SeenAlertsState> {
  const row = await STATE({ lock }).get(sql)
  if (!row) throw new Error('the store has lost its alerts state')
  const version = await ledgerVersion(sql)
  const times = [row.since, await unreadSince(sql, 'alerts')].filter((time) => typeof time === 'number')
  const mark = JSON.stringify([row, await readCursor(sql, 'alerts'), await undoneCount(sql)])
  return { since: times.length === 0 ? null : Math.min(...times), rules: row.rules, version, mark }
}

/** Waits for running passes, and keeps others out until the transaction ends. */
export async function lockAlerts(tx: Sql): Promise<void> {
  await STATE({ lock: true }).get(tx)
}

/** Records a pass, within the transaction that holds the lock. */
export async function writeAlertsState(tx: Sql, { since, rules, version }: AlertsState): Promise<void> {
  await WRITE_STATE.run(tx, { since, rules })
  await moveCursor(tx, 'alerts', version)
}
