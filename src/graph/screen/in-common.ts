import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import { countText } from '../../formats.ts'
import {
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
} from '../../ledger/quantities.ts'
import { MAX_ROWS, periodNamed } from '../../metrics/leaderboards.ts'
import { markedValue } from '../../numbers/inputs/marks.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { TokenHolding } from '../../smart-money/smart-money-store.ts'
import { type Snapshot, wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LISTED_HOLDINGS, priced, sized } from '../kit/cost/query-cost.ts'
import {
  dayOfSnapshot,
  type Market,
  MarketRef,
  marketsById,
  type Outcome,
  OutcomeRef,
} from '../kit/market-page.ts'
import { MOST_POSITIONS } from '../kit/market-positions.ts'
import { rowOf } from './screen-numbers.ts'
import { TraderConnectionType } from './trader-connection.ts'

/** An outcome that some traders of a list hold. */
interface SharedMarket {
  market: Market
  outcome: Outcome
  holders: number
  value: MicroUsd
  cost: MicroUsd
  shares: MicroShares
  price: MicroPrice | null
  /** Value of the traders' shares of all outcomes of the market. */
  marketValue: MicroUsd
}

/** Traders who hold a market at least, by default. */
const USUAL_HOLDERS = 5
const USUAL_ROWS = 20
const MOST_ROWS = 50

const SharedMarketType = builder.objectRef<SharedMarket>('SharedMarket').implement({
  description: 'An outcome of an open market that several traders of a list hold.',
  fields: (t) => ({
    market: t.of(MarketRef, 'market', 'The market that they hold.'),
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome that they hold.'),
    holders: t.exposeInt('holders', {
      limits: { minimum: 1 },
      description: 'Traders of the list who hold the outcome, {limits}.',
    }),
    value: t.amount('value', 'Value of their shares in USD at the mark; at cost without one.'),
    averagePrice: t.number(({ cost, shares }) => cost / shares, {
      description: 'Average cost of their shares, in USD per share.',
    }),
    price: t.amount('price', { nullable: true, description: 'The mark, in USD. Null while unknown.' }),
    gap: t.float({
      nullable: true,
      limits: { minimum: -1, maximum: 1 },
      description:
        'Disagreement with the price, from {limits}: the fraction of their value in the market that is on this outcome, less `price`. Null without a price.',
      resolve: ({ value, marketValue, price }) =>
        price === null || marketValue <= 0 ? null : (mulDivFloor(value, MICRO, marketValue) - price) / MICRO,
    }),
  }),
})

builder.objectField(TraderConnectionType, 'inCommon', (t) =>
  t.field({
    type: [SharedMarketType],
    nullable: true,
    complexity: sized(
      { assumedSize: USUAL_ROWS, slicingArguments: ['first'] },
      priced(({ min, first }) => (typeof min === 'number' ? Number(first ?? USUAL_ROWS) : 0)),
    ),
    countsCall: (_page, { min }) => typeof min === 'number',
    description:
      'Open markets that several traders of the whole list hold, as far as pages list it to the caller: a row for each outcome held. The markets of the most holders come first, then those of the largest value. Null where `min` is null, and for a search by name alone.',
    args: {
      min: t.arg.int({
        defaultValue: USUAL_HOLDERS,
        weight: LISTED_HOLDINGS,
        limits: { minimum: 1, maximum: MAX_ROWS },
        description: `Traders who hold the market at least, on any side, from {limits}. Default: ${USUAL_HOLDERS}.`,
      }),
      first: t.arg.int({
        defaultValue: USUAL_ROWS,
        limits: { minimum: 1, maximum: MOST_ROWS },
        description: `Rows, from {limits}. Default: ${USUAL_ROWS}.`,
      }),
    },
    resolve: async ({ question }, { min, first }, context) => {
      const listed = question?.listed?.()
      if (listed === undefined || min === null || min === undefined) return null
      const rows = await sharedMarkets(listed.traders, min, listed.snapshot, context)
      return rows.slice(0, first ?? USUAL_ROWS)
    },
  }),
)

/**
 * The outcomes that some traders hold in open markets, where at least `min` of them hold any.
 * @throws PequodError BAD_USER_INPUT for traders with too many positions
 */
async function sharedMarkets(
  traders: readonly number[],
  min: number,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<SharedMarket[]> {
  const scope = wholePeriod(periodNamed('ALL'))
  const table = await context.reader.screen(snapshot, scope, context.caller.limiterKey)
  const counts = await table.column('marketCount')
  const countOf = (trader: number) => counts[rowOf(table, trader)?.row ?? -1] ?? 0
  if (traders.reduce((sum, trader) => sum + countOf(trader), 0) > MOST_POSITIONS)
    throw wrongArgument(
      'inCommon',
      `must be asked of fewer traders: these have traded in more than ${countText(MOST_POSITIONS)} markets in all`,
    )
  const day = dayOfSnapshot(snapshot)
  const held = await context.smartMoney.holdings(traders, {
    day,
    at: snapshot.cutoff.time,
    version: snapshot.ledgerVersion,
  })
  const byToken = Map.groupBy(held, ({ token }) => token)
  const names = await context.reader.trades.tokens([...byToken.keys()])
  const byMarket = Map.groupBy(names.values(), ({ condition }) => condition)
  const enough = [...byMarket].flatMap(([condition, tokens]) => {
    const holders = new Set(tokens.flatMap(({ id }) => (byToken.get(id) ?? []).map(({ trader }) => trader)))
    return condition !== null && holders.size >= min ? [{ condition, holders: holders.size }] : []
  })
  const markets = await marketsById(
    enough.map(({ condition }) => condition),
    snapshot,
    context,
  )
  const shared = await Promise.all(
    enough.map(async ({ condition, holders }) => {
      const market = defined(markets.get(condition))
      const rows = isSettled(market.facts, snapshot.cutoff.time) ? [] : await outcomesHeld(market, byToken)
      return { rows, holders, value: rows[0]?.marketValue ?? 0, name: market.condition }
    }),
  )
  return shared
    .sort((a, b) => b.holders - a.holders || b.value - a.value || (a.name < b.name ? -1 : 1))
    .flatMap(({ rows }) => rows)
}

/** The outcomes of a market that are held, in their order. */
async function outcomesHeld(
  market: Market,
  byToken: ReadonlyMap<number, readonly TokenHolding[]>,
): Promise<SharedMarket[]> {
  const { facts, page, snapshot } = market
  const prices = (await page.prices(dayOfSnapshot(snapshot))).get(facts.id) ?? []
  const rows = ((await page.outcomes()).get(facts.id) ?? []).flatMap((outcome, i) => {
    const held = byToken.get(outcome.token) ?? []
    if (held.length === 0) return []
    const price = prices[i] ?? null
    const sumOf = (amount: (one: TokenHolding) => number) => held.reduce((sum, one) => sum + amount(one), 0)
    const value = sumOf(({ shares, cost }) => markedValue(shares, cost, price))
    const sums = { value, cost: sumOf(({ cost }) => cost), shares: sumOf(({ shares }) => shares) }
    return [{ market, outcome: { ...outcome, of: market }, holders: held.length, price, ...sums }]
  })
  const marketValue = rows.reduce((sum, { value }) => sum + value, 0)
  return rows.map((row) => ({ ...row, marketValue }))
}
