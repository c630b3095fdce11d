import { valueAt } from '../../ledger/holding.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Book, BookRow } from '../../store/markets/market-book.ts'
import type { Market, Outcome } from './market-page.ts'

/** A position in a market at a day's close. */
export interface BookPosition extends BookRow {
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
  /** What everybody may be shown of who did not opt out. */
  readonly positions: readonly BookPosition[]
  /** Shares of each outcome, in their order. */
  readonly supplies: readonly MicroShares[]
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
  const positions: BookPosition[] = []
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
    return supply
  })
  return { positions, supplies, traders: traders.size }
}

/** Shares of each outcome that traders hold at a day's close, in the outcomes' order. */
export async function supplies(market: Market, day: Day): Promise<readonly MicroShares[]> {
  const { facts, page } = market
  const known = await page.supplies(day)
  if (known === null) return (await marketPositions(market, day)).supplies
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  return outcomes.map(({ token }) => known.get(token) ?? 0)
}

/** What shares that traders hold are worth at a day's close; null where a price of one is not known. */
export async function openInterest(market: Market, day: Day): Promise<MicroUsd | null> {
  const prices = (await market.page.prices(day)).get(market.facts.id) ?? []
  const values = (await supplies(market, day)).map((supply, i) => {
    const price = prices[i] ?? null
    return supply === 0 ? 0 : price === null ? null : valueAt(supply, price)
  })
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/** Traders who ever had an event in a market up to a day's close. */
export async function traderCount(market: Market, day: Day): Promise<number> {
  const counts = await market.page.traders(day)
  return counts === null ? (await marketPositions(market, day)).traders : (counts.get(market.facts.id) ?? 0)
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
