import type { Sql } from '../engine/database.ts'

/** What the ledger holds in all; its `version` counts the transactions that changed it. */
export interface LedgerState {
  version: number
  firstTime: number | null
  lastTime: number | null
  lastBlock: number | null
  fills: number
  movements: number
  simulated: boolean
}

interface Row {
  version: number
  first_time: number | null
  last_time: number | null
  last_block: number | null
  fills: number
  movements: number
  simulated: number | boolean
}

/** Reads the state; in a transaction that will write, `lock` makes other writers wait (SQLite has one anyway). */
export async function readLedgerState(sql: Sql, lock = false): Promise<LedgerState> {
  const suffix = lock && sql.dialect === 'postgres' ? ' FOR UPDATE' : ''
  const row = await sql.get<Row>(`SELECT * FROM ledger_state WHERE id = 1${suffix}`)
  if (!row) throw new Error('the store has lost its ledger state')
  return {
    version: row.version,
    firstTime: row.first_time,
    lastTime: row.last_time,
    lastBlock: row.last_block,
    fills: row.fills,
    movements: row.movements,
    simulated: Boolean(row.simulated),
  }
}

/** Writes the state. */
export async function writeLedgerState(tx: Sql, state: LedgerState): Promise<void> {
  await tx.run(
    'UPDATE ledger_state SET version = ?, first_time = ?, last_time = ?, last_block = ?, fills = ?, movements = ?, ' +
      'simulated = ? WHERE id = 1',
    [
      state.version,
      state.firstTime,
      state.lastTime,
      state.lastBlock,
      state.fills,
      state.movements,
      tx.dialect === 'sqlite' ? Number(state.simulated) : (state.simulated as unknown as number),
    ],
  )
}

/**
 * Notes that a token, a condition or a market means something else than before, or that a price is gone: whoever keeps what
 * they mean reads it again.
 */
export async function noteMeaning(tx: Sql): Promise<void> {
  await tx.run('UPDATE ledger_state SET meanings = meanings + 1 WHERE id = 1')
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
