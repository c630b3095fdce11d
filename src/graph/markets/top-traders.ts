import { defined } from '../../checks.ts'
import { valueAt } from '../../ledger/holding.ts'
import type { Day, MicroPrice, MicroUsd } from '../../ledger/quantities.ts'
import { TRADE_COUNT } from '../../metrics/totals.ts'
import { type Book, type BookRow, byTrader } from '../../store/markets/market-book.ts'
import { builder } from '../kit/builder.ts'
import { inOrder } from '../kit/limits/known-limits.ts'
import { dayOfSnapshot, type Market, MarketRef } from '../kit/market-page.ts'
import { certainTotal, decodeCursor, encodeCursor } from '../kit/paging/page-slice.ts'
import {
  type AskedPage,
  askedPage,
  FIRST_ROWS_ALONE,
  pageArguments,
  placePrice,
} from '../kit/paging/place-paging.ts'
import { DAY_OF_ROWS } from '../traders/positions/position.ts'
import { peoplePage, personType } from './market-people.ts'
import { listOf, pickPage } from './pick-page.ts'

interface TraderSums extends Pick<BookRow, 'trader' | 'realized' | 'bought' | 'volume' | 'fees' | 'fills'> {
  /** Realized and unrealized; what has no price is carried at its cost. */
  readonly pnl: MicroUsd
}

/** A trader's place among those of a market. */
interface TraderPlace {
  /** The largest first. */
  key: number
  /** The trader's number, the lowest first. */
  trader: number
}

const MarketTraderRef = personType<TraderSums>('MarketTrader')

MarketTraderRef.implement({
  description: "A trader's result in a market, over all its outcomes.",
  fields: (t) => ({
    pnl: t.amount(
      ({ row }) => row.pnl,
      'Realized and unrealized profit in USD; shares without a mark count at cost.',
    ),
    realizedPnl: t.amount(({ row }) => row.realized, 'Realized profit in USD.'),
    unrealizedPnl: t.amount(
      ({ row }) => row.pnl - row.realized,
      'Unrealized profit in USD; shares without a mark count at cost.',
    ),
    volume: t.amount(({ row }) => row.volume, "Value of the trader's fills in USD, before fees."),
    totalBought: t.amount(({ row }) => row.bought, 'Cost of buys and splits in USD, fees included.'),
    fees: t.amount(({ row }) => row.fees, 'Trading fees in USD.'),
    tradeCount: t.int({ description: TRADE_COUNT.formula, resolve: ({ row }) => row.fills }),
  }),
})

const MarketTraderOrderEnum = builder.enumType('MarketTraderOrder', {
  description: "Sort orders of a market's traders.",
  values: {
    PROFIT: { description: 'Largest profit first.' },
    LOSS: { description: 'Largest loss first.' },
    VOLUME: { description: 'Largest volume first.' },
  } as const,
})

/** The numbers that order traders, the largest first. */
const KEYS = {
  PROFIT: ({ pnl }: Pick<TraderSums, 'pnl'>) => pnl,
  LOSS: ({ pnl }: Pick<TraderSums, 'pnl'>) => -pnl,
  VOLUME: ({ volume }: Pick<TraderSums, 'volume'>) => volume,
}

const MarketTraderConnectionType = builder.connectionObject(
  {
    type: MarketTraderRef,
    name: 'MarketTraderConnection',
    description: "A page of a market's traders.",
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Traders in the whole list, {limits}.'),
      day: t.of('Date', ({ day = 0 }) => day, DAY_OF_ROWS),
    }),
  },
  { name: 'MarketTraderEdge', description: "A market's trader with its cursor." },
)

/** Returns a page of traders' totals in a market up to a day's close. */
async function traderRows(
  { facts, page }: Market,
  day: Day,
  order: keyof typeof KEYS,
  asked: AskedPage<TraderPlace>,
): Promise<{ rows: { row: TraderSums; place: TraderPlace }[]; count: number }> {
  const book = await page.book(day)
  const prices = (await page.prices(day)).get(facts.id) ?? []
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const priceOf = new Map(outcomes.map(({ token }, i) => [token, prices[i] ?? null]))
  const rows = listOf(book, `rows ${facts.id}`, () => byTraders(book, [...priceOf.keys()]))
  const { keys, starts } = listOf(book, JSON.stringify([order, facts.id, prices]), () =>
    keyedTraders(rows, book, (positions) => KEYS[order](sumsOf(positions, priceOf))),
  )
  const rowAt = (place: number) => {
    const sums = sumsOf(positionsAt(rows, defined(starts[place])), priceOf)
    return { key: KEYS[order](sums), trader: sums.trader, sums }
  }
  const compare = (a: TraderPlace, b: TraderPlace) => b.key - a.key || a.trader - b.trader
  const picked = pickPage<TraderPlace & { sums?: TraderSums }>({ keys, rowAt, compare }, asked)
  return {
    rows: picked.flatMap(({ sums, ...place }) => (sums ? [{ row: sums, place }] : [])),
    count: keys.length,
  }
}

/** Everybody's positions in some tokens, a trader's beside one another. Each token's are in this order: sorting merges them. */
function byTraders({ byToken }: Book, tokens: readonly number[]): readonly BookRow[] {
  return tokens.flatMap((token) => byToken.get(token) ?? []).sort(byTrader)
}

/** A trader's positions, which begin at a place. */
function positionsAt(rows: readonly BookRow[], start: number): readonly BookRow[] {
  let end = start
  while (end < rows.length && rows[end]?.trader === rows[start]?.trader) end++
  return rows.slice(start, end)
}

/** Returns the first position of each shown trader, and the number that orders the trader. */
function keyedTraders(
  rows: readonly BookRow[],
  { hidden }: Book,
  keyOf: (positions: readonly BookRow[]) => number,
) {
  const starts: number[] = []
  const keys: number[] = []
  for (let start = 0; start < rows.length; ) {
    const positions = positionsAt(rows, start)
    if (!hidden.has(positions[0]?.trader ?? 0)) {
      starts.push(start)
      keys.push(keyOf(positions))
    }
    start += positions.length
  }
  return { starts: new Uint32Array(starts), keys: new Float64Array(keys) }
}

/** Sums a trader's positions in a market; there is at least one. */
function sumsOf(positions: readonly BookRow[], priceOf: ReadonlyMap<number, MicroPrice | null>): TraderSums {
  const sums = { trader: 0, realized: 0, bought: 0, volume: 0, fees: 0, fills: 0, pnl: 0 }
  for (const { trader, token, shares, cost, realized, bought, volume, fees, fills } of positions) {
    const price = priceOf.get(token) ?? null
    sums.trader = trader
    sums.realized += realized
    sums.bought += bought
    sums.volume += volume
    sums.fees += fees
    sums.fills += fills
    sums.pnl += realized + (price === null ? 0 : valueAt(shares, price) - cost)
  }
  return sums
}

builder.objectFields(MarketRef, (t) => ({
  topTraders: t.field({
    type: MarketTraderConnectionType,
    complexity: placePrice(),
    description: `Results of the market's traders, except those who opted out. ${FIRST_ROWS_ALONE}`,
    args: {
      orderBy: t.arg({
        type: MarketTraderOrderEnum,
        defaultValue: 'PROFIT',
        description: inOrder('PROFIT'),
      }),
      ...pageArguments(t.arg),
    },
    resolve: async (market, { orderBy, ...args }, context) => {
      const order = orderBy ?? 'PROFIT'
      const mark = `traders ${order}`
      const asked = askedPage(args, context, (cursor, name): TraderPlace => {
        const [key = 0, trader = 0] = decodeCursor(cursor, { name, mark, numbers: 2 })
        return { key: -key, trader }
      })
      const day = dayOfSnapshot(market.snapshot)
      const { rows, count } = await traderRows(market, day, order, asked)
      return peoplePage(
        { market, day, asked, rows, count },
        ({ key, trader }) => encodeCursor(mark, [-key, trader]),
        context,
      )
    },
  }),
}))
