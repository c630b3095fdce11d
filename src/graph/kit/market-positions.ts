import { wrongArgument } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { type Day, dayOf, type MicroPrice } from '../../ledger/quantities.ts'
import { markedValue } from '../../numbers/inputs/marks.ts'
import { resultOf } from '../../numbers/profiles/trader-profile.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { BookRow } from '../../store/markets/market-book.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { RequestContext } from './context.ts'
import { dayOfSnapshot, type Market, marketsById } from './market-page.ts'

/** Positions of the markets of a filter at most, past ones included: some 150 bytes each while their book is kept. */
export const MOST_POSITIONS = 300_000

/** The part of a position that filters and orders read. */
export interface FoundPosition
  extends Pick<
    TraderPosition,
    | 'token'
    | 'isOpen'
    | 'result'
    | 'openedOn'
    | 'lastDay'
    | 'shares'
    | 'cost'
    | 'value'
    | 'realized'
    | 'unrealized'
  > {
  trader: number
}

/**
 * Everybody's positions in some tokens, of the book that lists of holders read.
 * @throws PequodError BAD_USER_INPUT where that is too many
 */
export async function positionsInMarkets(
  tokens: readonly number[],
  snapshot: Snapshot,
  context: RequestContext,
): Promise<FoundPosition[]> {
  const { trades, marketStore } = context.reader
  if (await marketStore.hasMorePositions(tokens, MOST_POSITIONS))
    throw wrongArgument(
      'where',
      `must name fewer markets, or traders too: these have more than ${countText(MOST_POSITIONS)} positions`,
    )
  const conditions = [...(await trades.tokens(tokens)).values()].flatMap(({ condition }) => condition ?? [])
  const markets = [...(await marketsById([...new Set(conditions)], snapshot, context)).values()]
  const page = markets[0]?.page
  if (page === undefined) return []
  const day = dayOfSnapshot(snapshot)
  const asked = new Set(tokens)
  const [outcomes, prices, book] = await Promise.all([page.outcomes(), page.prices(day), page.book(day)])
  return markets.flatMap((market) => {
    const own = prices.get(market.facts.id) ?? []
    return (outcomes.get(market.facts.id) ?? []).flatMap(({ token }, i) => {
      const close = closeOf(market, own[i] ?? null, day)
      const rows = asked.has(token) ? (book.byToken.get(token) ?? []) : []
      return rows.flatMap((row) => (book.hidden.has(row.trader) ? [] : [foundIn(row, close)]))
    })
  })
}

interface OutcomeClose {
  price: MicroPrice | null
  /** Infinite while it is not known. */
  resolvedOn: Day
  day: Day
}

function closeOf({ facts, snapshot }: Market, price: MicroPrice | null, day: Day): OutcomeClose {
  const isKnown = isSettled(facts, snapshot.cutoff.time) && facts.resolvedTime !== null
  return { price, day, resolvedOn: isKnown ? dayOf(facts.resolvedTime ?? 0) : Number.POSITIVE_INFINITY }
}

function foundIn(row: BookRow, { price, resolvedOn, day }: OutcomeClose): FoundPosition {
  const { trader, token, shares, cost, realized, fills, buys, sold, firstDay, day: lastDay } = row
  const value = shares === 0 ? 0 : markedValue(shares, cost, price)
  const isOpen = shares > 0 && resolvedOn > day
  const end = { resolvedOn, payout: price ?? 0 }
  return {
    trader,
    token,
    shares,
    cost,
    value,
    realized,
    isOpen,
    lastDay,
    unrealized: value - cost,
    openedOn: firstDay,
    result: isOpen ? null : resultOf(end, { lastDay, sales: fills - buys, sold }, day),
  }
}
