import type { Day } from '../../ledger/quantities.ts'
import { firstLot, nextLot } from '../../metrics/behaviour/open-lots.ts'
import type { Sql } from '../engine/database.ts'
import { keyOrder } from '../engine/key-order.ts'
import { POSITIONS, TOUCHED_TRADERS } from '../tables.ts'
import type { Entry } from './fold-state.ts'
import { writeLots } from './position-lots.ts'

/** The change of the ledger by which traders are touched. */
export interface Change {
  /** The version that the change makes of the ledger. */
  version: number
  /** The earliest day of which an event came, went, or got its meaning. */
  since: Day
}

/** Writes the state of changed positions, and notes their traders for the next refresh. */
export async function writePositions(tx: Sql, entries: Iterable<Entry>, change: Change): Promise<void> {
  const changed = inKeyOrder([...entries].filter((entry) => entry.changed))
  await tx.upsert(
    POSITIONS,
    {
      token_id: changed.map((entry) => entry.token),
      trader_id: changed.map((entry) => entry.trader),
      shares: changed.map((entry) => entry.position.shares),
      cost: changed.map((entry) => entry.position.cost),
      official_amount: changed.map((entry) => entry.official.amount),
      official_avg: changed.map((entry) => entry.official.avg),
      last_time: changed.map((entry) => entry.time),
      last_key: changed.map((entry) => entry.key),
      open: changed.map(({ behaviour }) => behaviour?.open ?? 0),
      slippage: changed.map(({ behaviour }) => behaviour?.slippage ?? 0),
      first_lot: changed.map(({ behaviour }) => (behaviour ? firstLot(behaviour.lots) : 0)),
      next_lot: changed.map(({ behaviour }) => (behaviour ? nextLot(behaviour.lots) : 0)),
    },
    changed.length,
  )
  await writeLots(tx, changed)
  await touchTraders(
    tx,
    changed.map((entry) => entry.trader),
    change,
  )
  for (const entry of changed) entry.changed = false
}

function inKeyOrder(entries: readonly Entry[]): Entry[] {
  const tokens = entries.map((entry) => entry.token)
  const traders = entries.map((entry) => entry.trader)
  return Array.from(keyOrder([tokens, traders], entries.length), (row) => entries[row]).filter(
    (entry) => entry !== undefined,
  )
}

/** Notes traders whose numbers the next refresh must compute again. */
export async function touchTraders(tx: Sql, traders: readonly number[], change: Change): Promise<void> {
  const distinct = Float64Array.from(new Set(traders)).sort()
  await tx.upsert(
    TOUCHED_TRADERS,
    {
      trader_id: distinct,
      version: new Float64Array(distinct.length).fill(change.version),
      since: new Float64Array(distinct.length).fill(change.since),
    },
    distinct.length,
    { since: 'min' },
  )
}
