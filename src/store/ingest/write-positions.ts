import type { Day } from '../../ledger/quantities.ts'
import { firstLot, lotNumber, lotsToRead, nextLot, putLots } from '../../metrics/behaviour/open-lots.ts'
import type { Sql } from '../engine/database.ts'
import { keyOrder } from '../engine/number-columns.ts'
import type { Column } from '../engine/table.ts'
import { POSITION_LOTS, POSITIONS, TOUCHED_TRADERS } from '../tables.ts'
import type { Entry } from './fold-state.ts'

/** The change of the ledger by which traders are touched. */
export interface Change {
  /** The version that the change makes of the ledger. */
  version: number
  /** The earliest day with an event that came, went, or got its meaning. */
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

/** Reads those open lots of positions that shares leaving them may close. */
export async function readLots(
  tx: Sql,
  leaving: Iterable<{ entry: Entry | undefined; shares: number }>,
): Promise<void> {
  const asked = [...leaving]
  for (;;) {
    const missing = asked.flatMap(({ entry, shares }) => {
      if (!entry?.behaviour) return []
      const { lots } = entry.behaviour
      const count = lotsToRead(lots, shares)
      return count === 0 ? [] : { entry, lots, first: lots.base + lots.gap, count }
    })
    if (missing.length === 0) return
    const keys = missing.flatMap(({ entry: { token, trader }, first, count }) =>
      Array.from({ length: count }, (_, i) => ({ token_id: token, trader_id: trader, number: first + i })),
    )
    const rows = await tx.find(POSITION_LOTS, POSITION_LOTS.key, columnsOf(keys), keys.length, [
      'time',
      'shares',
    ])
    let at = 0
    for (const { entry, lots, count } of missing) {
      const own = rows.slice(at, at + count)
      at += count
      if (own.some((row) => row === undefined))
        throw new Error(`a lot of trader ${entry.trader} in token ${entry.token} is missing`)
      putLots(
        lots,
        own.map((row) => Number(row?.[0])),
        own.map((row) => Number(row?.[1])),
      )
    }
  }
}

/** Writes the lots of changed positions: adds new ones, removes closed ones, and lowers what is left of the first. */
async function writeLots(tx: Sql, entries: readonly Entry[]): Promise<void> {
  const gone: LotKey[] = []
  const rows: (LotKey & { time: number; shares: number })[] = []
  for (const { token, trader, behaviour, stored } of entries) {
    if (!behaviour) continue
    const { lots } = behaviour
    const key = { token_id: token, trader_id: trader }
    for (let number = stored.first; number < Math.min(firstLot(lots), stored.next); number++)
      gone.push({ ...key, number })
    const isRead = lots.unread === 0 || lots.first < lots.gap
    for (let place = isRead ? lots.first : lots.gap; place < lots.times.length; place++) {
      const number = lotNumber(lots, place)
      if (number < stored.next && place > lots.first) continue
      rows.push({ ...key, number, time: lots.times[place] ?? 0, shares: lots.left[place] ?? 0 })
    }
    stored.first = firstLot(lots)
    stored.next = nextLot(lots)
  }
  const where = { token_id: '=', trader_id: '=', number: '=' } as const
  await tx.deleteEach(POSITION_LOTS, where, columnsOf(gone), gone.length)
  await tx.upsert(
    POSITION_LOTS,
    { ...columnsOf(rows), time: rows.map(({ time }) => time), shares: rows.map(({ shares }) => shares) },
    rows.length,
  )
}

/** Removes every lot of some positions. */
export async function dropLots(tx: Sql, positions: Record<string, Column>, count: number): Promise<void> {
  const { token_id = [], trader_id = [] } = positions
  await tx.deleteEach(POSITION_LOTS, { token_id: '=', trader_id: '=' }, { token_id, trader_id }, count)
}

interface LotKey {
  token_id: number
  trader_id: number
  number: number
}

function columnsOf(keys: readonly LotKey[]) {
  return {
    token_id: keys.map((key) => key.token_id),
    trader_id: keys.map((key) => key.trader_id),
    number: keys.map((key) => key.number),
  }
}
