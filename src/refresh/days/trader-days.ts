import { type DayColumns, recordsOf, withKey } from '../../store/ledger/position-day.ts'
import { BET_COLUMNS, type BetDay, type LedgerOf } from '../inputs/trader-ledger.ts'

/** Days with the columns that totals and scores use. */
export type BetColumns = DayColumns<(typeof BET_COLUMNS)[number]>
type Name = keyof BetColumns['columns']

const NAMES: readonly Name[] = withKey(BET_COLUMNS)

/** One trader's days in the order of token and day, as columns that are used again for the next trader. */
export interface TraderDays {
  trader: number
  count: number
  column(name: Name): Float64Array
}

/** Passes each trader's days to `use` as soon as they are complete. They are valid until it returns. */
export async function eachTrader(
  parts: AsyncIterable<BetColumns>,
  use: (days: TraderDays) => void | Promise<void>,
): Promise<void> {
  let size = 1024
  let held = emptyColumns(size)
  const days = {
    trader: -1,
    count: 0,
    column: (name: Name) => held[name],
  }
  const add = (columns: BetColumns['columns'], from: number, to: number) => {
    if (days.count + to - from > size) {
      while (days.count + to - from > size) size *= 2
      const before = held
      held = emptyColumns(size)
      for (const name of NAMES) held[name].set(before[name])
    }
    for (const name of NAMES) held[name].set(columns[name].subarray(from, to), days.count)
    days.count += to - from
  }
  for await (const { count, columns } of parts) {
    const traders = columns.trader_id
    for (let from = 0; from < count; ) {
      const trader = traders[from] ?? 0
      let to = from + 1
      while (to < count && traders[to] === trader) to++
      if (trader !== days.trader) {
        if (days.count > 0) await use(days)
        days.trader = trader
        days.count = 0
      }
      add(columns, from, to)
      from = to
    }
  }
  if (days.count > 0) await use(days)
}

function emptyColumns(size: number): Record<Name, Float64Array> {
  return Object.fromEntries(NAMES.map((name) => [name, new Float64Array(size)])) as Record<Name, Float64Array>
}

/** A trader's days as objects, position by position: what scores are worked out from, which few traders have. */
export function ledgerOf(days: TraderDays): LedgerOf<BetDay> {
  const { trader, count } = days
  const columns = Object.fromEntries(NAMES.map((name) => [name, days.column(name)])) as BetColumns['columns']
  const positions: BetDay[][] = []
  for (const own of recordsOf({ count, columns })) {
    const position = positions.at(-1)
    if (position?.[0]?.token === own.token) position.push(own)
    else positions.push([own])
  }
  return { trader, positions, income: [] }
}
