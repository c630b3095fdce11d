import { type DayColumns, STREAMED } from '../../store/ledger/stream-days.ts'
import type { BetDay, LedgerOf } from '../inputs/trader-ledger.ts'

type Name = (typeof STREAMED)[number]

/** A position's day by the names of its columns. */
export type ColumnarDay = Record<Exclude<Name, 'trader_id' | 'token_id'>, number> & {
  trader: number
  token: number
}

/** One trader's days in the order of token and day, as columns that are used again for the next trader. */
export interface TraderDays {
  trader: number
  count: number
  column(name: Name): Float64Array
}

/** Passes each trader's days to `use` as soon as they are complete. They are valid until it returns. */
export async function eachTrader(
  parts: AsyncIterable<DayColumns>,
  use: (days: TraderDays) => void | Promise<void>,
): Promise<void> {
  let size = 1024
  let held = STREAMED.map(() => new Float64Array(size))
  const columnOf = new Map(STREAMED.map((name, i) => [name, i]))
  const days = {
    trader: -1,
    count: 0,
    column: (name: Name) => held[columnOf.get(name) ?? 0] ?? new Float64Array(0),
  }
  const add = (columns: DayColumns['columns'], from: number, to: number) => {
    while (days.count + to - from > size) {
      size *= 2
      held = held.map((column) => {
        const larger = new Float64Array(size)
        larger.set(column)
        return larger
      })
    }
    for (let c = 0; c < held.length; c++) {
      const [into, source] = [held[c], columns[c]]
      if (!into || !source) continue
      for (let row = from, at = days.count; row < to; row++, at++) into[at] = source[row] ?? 0
    }
    days.count += to - from
  }
  for await (const { count, columns } of parts) {
    const traders = columns[0] ?? []
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

/** A trader's days as objects, position by position: what scores are worked out from, which few traders have. */
export function ledgerOf(days: TraderDays): LedgerOf<BetDay> {
  const { trader, count } = days
  const [token, day] = [days.column('token_id'), days.column('day')]
  const [shares, cost] = [days.column('shares'), days.column('cost')]
  const [realized, bought] = [days.column('realized'), days.column('bought')]
  const [buyShares, splitCost, splitShares] = [
    days.column('buy_shares'),
    days.column('split_cost'),
    days.column('split_shares'),
  ]
  const [sold, volume, traded] = [days.column('sold'), days.column('volume'), days.column('traded')]
  const [fills, untracked] = [days.column('fills'), days.column('untracked')]
  const positions: BetDay[][] = []
  for (let row = 0; row < count; row++) {
    const own: BetDay = {
      trader,
      token: token[row] ?? 0,
      day: day[row] ?? 0,
      shares: shares[row] ?? 0,
      cost: cost[row] ?? 0,
      realized: realized[row] ?? 0,
      bought: bought[row] ?? 0,
      buyShares: buyShares[row] ?? 0,
      splitCost: splitCost[row] ?? 0,
      splitShares: splitShares[row] ?? 0,
      sold: sold[row] ?? 0,
      volume: volume[row] ?? 0,
      traded: traded[row] ?? 0,
      fills: fills[row] ?? 0,
      untracked: untracked[row] ?? 0,
    }
    if (row > 0 && token[row - 1] === own.token) positions.at(-1)?.push(own)
    else positions.push([own])
  }
  return { trader, positions, income: [] }
}
