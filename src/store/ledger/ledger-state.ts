import type { Sql } from '../engine/database.ts'
import { statement, statementBy } from '../engine/statement.ts'
import { LEDGER_STATE } from '../tables.ts'

/** Totals of the ledger; its `version` counts the transactions that changed it. */
export interface LedgerState {
  version: number
  firstTime: number | null
  lastTime: number | null
  lastBlock: number | null
  fills: number
  movements: number
  simulated: boolean
}

const STATE = statementBy((from, { lock }: { lock: boolean }) => {
  const state = from(LEDGER_STATE).select('*').where('id', 1)
  return lock ? state.forUpdate() : state
})
const WRITE_STATE = statement((from, state: Omit<LedgerState, 'simulated'> & { simulated: number }) =>
  from(LEDGER_STATE).where('id', 1).update({
    version: state.version,
    first_time: state.firstTime,
    last_time: state.lastTime,
    last_block: state.lastBlock,
    fills: state.fills,
    movements: state.movements,
    simulated: state.simulated,
  }),
)
const NOTE_MEANING = statement((from) =>
  from(LEDGER_STATE)
    .where('id', 1)
    .update({ meanings: from.raw('meanings + 1') }),
)

/** Reads the state; in a transaction that will write, `lock` makes other writers wait (SQLite has one anyway). */
export async function readLedgerState(sql: Sql, lock = false): Promise<LedgerState> {
  const row = await STATE({ lock }).get(sql)
  if (!row) throw new Error('the store has lost its ledger state')
  return {
    version: row.version,
    firstTime: row.firstTime,
    lastTime: row.lastTime,
    lastBlock: row.lastBlock,
    fills: row.fills,
    movements: row.movements,
    simulated: Boolean(row.simulated),
  }
}

/** Whether the ledger holds any event. */
export async function holdsEvents(sql: Sql): Promise<boolean> {
  const { fills, movements } = await readLedgerState(sql)
  return fills + movements > 0
}

/** Writes the state. */
export async function writeLedgerState(tx: Sql, state: LedgerState): Promise<void> {
  await WRITE_STATE.run(tx, { ...state, simulated: Number(state.simulated) })
}

/**
 * Notes that a token, a condition or a market means something else than before, or that a price is gone: caches of their
 * meaning read it again.
 */
export async function recordMeaning(tx: Sql): Promise<void> {
  await NOTE_MEANING.run(tx)
}

/** Takes an event into account. */
export function countEvent(
  state: LedgerState,
  kind: 'fills' | 'movements',
  time: number,
  block: number | null,
): void {
  state[kind]++
  state.firstTime = Math.min(state.firstTime ?? time, time)
  state.lastTime = Math.max(state.lastTime ?? time, time)
  if (block !== null) state.lastBlock = Math.max(state.lastBlock ?? block, block)
}

const UNDONE = statement((from) => from(LEDGER_STATE).select('undone').where('id', 1))

/** How often blocks were taken back. */
export async function undoneCount(sql: Sql): Promise<number> {
  return (await UNDONE.get(sql))?.undone ?? 0
}
