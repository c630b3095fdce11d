import { valueAt } from '../../ledger/holding.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Book, BookRow } from '../../store/markets/market-book.ts'
import type { Market, Outcome } from './market-page.ts'

/** A position in a market at a day's close. */
export interface HeldPosition extends BookRow {
  readonly outcome: Outcome
  /** Null where the outcome's price is not known. */
  readonly value: MicroUsd | null
  /** Realized and unrealized; what has no price is carried at its cost. */
  readonly pnl: MicroUsd
  /** Shares of the outcome in all. */
  readonly supply: MicroShares
}

/** What a trader made of a market. */
export interface TraderSums
  extends Pick<BookRow, 'trader' | 'realized' | 'bought' | 'volume' | 'fees' | 'fills'> {
  readonly pnl: MicroUsd
}

/** Everybody who ever had something of a market, as of a day's close. */
export interface MarketPositions {
  readonly day: Day
  /** What everybody may be shown of who did not opt out. */
  readonly positions: readonly HeldPosition[]
  /** Shares of each outcome, in their order. */
  readonly supplies: readonly MicroShares[]
  /** Its shares at their prices; null where one of them is not known. */
  readonly openInterest: MicroUsd | null
  readonly traders: number
}

const known = new WeakMap<Book, Map<number, MarketPositions>>()

/** The positions in a market, made once for each book. */
export async function marketPositions(market: Market, day: Day): Promise<MarketPositions> {
  const { facts, page } = market
  const book = await page.book(day)
  const made = known.get(book) ?? new Map<number, MarketPositions>()
  known.set(book, made)
  const positions = made.get(facts.id) ?? (await positionsOf(market, day, book))
  made.set(facts.id, positions)
  return positions
}

async function positionsOf(market: Market, day: Day, { byToken, hidden }: Book): Promise<MarketPositions> {
  const { facts, page } = market
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const prices = (await page.prices(day)).get(facts.id) ?? []
  const traders = new Set<number>()
  const positions: HeldPosition[] = []
  let openInterest: MicroUsd | null = 0
  const supplies = outcomes.map((outcome, i) => {
    const price = prices[i] ?? null
    const rows = byToken.get(outcome.token) ?? []
    const supply = rows.reduce((sum, { shares }) => sum + shares, 0)
    for (const row of rows) {
      traders.add(row.trader)
      if (hidden.has(row.trader)) continue
      const value = price === null ? null : valueAt(row.shares, price)
      const pnl = row.realized + (value === null ? 0 : value - row.cost)
      positions.push({ ...row, outcome: { ...outcome, of: market }, value, pnl, supply })
    }
    if (supply > 0)
      openInterest = price === null || openInterest === null ? null : openInterest + valueAt(supply, price)
    return supply
  })
  return { day, positions, supplies, openInterest, traders: traders.size }
}

const sortedLists = new WeakMap<MarketPositions, Map<string, readonly unknown[]>>()

/** A list that is made of a market's positions, once for each name. */
export function listOf<Row>(of: MarketPositions, name: string, make: () => readonly Row[]): readonly Row[] {
  const lists = sortedLists.get(of) ?? new Map<string, readonly unknown[]>()
  sortedLists.set(of, lists)
  const list = lists.get(name) ?? make()
  lists.set(name, list)
  return list as readonly Row[]
}

/** What each trader made of the market, in no order. */
export function traderSums({ positions }: MarketPositions): TraderSums[] {
  const sums = new Map<number, TraderSums>()
  for (const { trader, realized, bought, volume, fees, fills, pnl } of positions) {
    const sum = sums.get(trader)
    sums.set(
      trader,
      sum === undefined
        ? { trader, realized, bought, volume, fees, fills, pnl }
        : {
            trader,
            realized: sum.realized + realized,
            bought: sum.bought + bought,
            volume: sum.volume + volume,
            fees: sum.fees + fees,
            fills: sum.fills + fills,
            pnl: sum.pnl + pnl,
          },
    )
  }
  return [...sums.values()]
}
