import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { valueAt } from '../../ledger/holding.ts'
import { MICRO, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import type { Book } from '../../store/markets/market-book.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import {
  dayOfSnapshot,
  EventRef,
  type Market,
  type MarketEvent,
  MarketRef,
  pricesOf,
} from '../kit/market-page.ts'
import { MOST_POSITIONS } from '../kit/market-positions.ts'
import { FIRST_ROWS } from '../kit/paging/place-paging.ts'
import { isUndecided, MOST_EVENT_MARKETS, marketsOf, undecidedByPrice } from '../markets/event-summary.ts'
import { SNAPSHOT_TRADER } from '../markets/movers.ts'
import { listOf } from '../markets/pick-page.ts'

const USUAL_ROWS = 5

/** A trader's money in markets that are decided together. */
interface Stake {
  trader: number
  /** Cost of the shares held in undecided markets. */
  staked: MicroUsd
  /** Payout of those shares. */
  payout: MicroUsd
  /** Realized so far, in decided markets too. */
  realized: MicroUsd
}

interface IfWins {
  market: Market
  /** Everybody who holds shares of an undecided market, most money first. */
  stakes: readonly Stake[]
  first: number
}

const EventStakeType = builder.objectRef<Stake & { profile: TraderProfile }>('EventStake').implement({
  description: 'Money of a trader in an event, if one of its markets resolves to its first outcome.',
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    staked: t.amount(
      'staked',
      'Cost of the shares held in undecided markets in USD; below 0 where conversions paid back more.',
    ),
    payout: t.amount('payout', 'Payout of those shares in USD, 0 or more.'),
    gain: t.amount(
      ({ payout, staked }) => payout - staked,
      'Payout less `staked` in USD; below 0 for a loss.',
    ),
    realizedPnl: t.amount(
      'realized',
      'Profit in USD that is realized already, in decided markets of the same question too.',
    ),
  }),
})

const EventIfWinsType = builder.objectRef<IfWins>('EventIfWins').implement({
  description:
    'Gains and losses of the traders of an event if one of its markets resolves to its first outcome. Other questions of the same neg-risk market then resolve to their second outcome, so positions are netted over all of them; markets that are decided separately do not count.',
  fields: (t) => ({
    market: t.expose('market', {
      type: MarketRef,
      description: 'The market that resolves to its first outcome.',
    }),
    traderCount: t.int({
      description: 'Traders who hold shares in these markets, except those who opted out.',
      resolve: ({ stakes }) => stakes.length,
    }),
    traders: t.field({
      type: [EventStakeType],
      complexity: { field: 1, multiplier: FIRST_ROWS },
      description: 'The traders with the most money staked, most first.',
      resolve: ({ market, stakes, first }, _args, context) => shownStakes(market, stakes, first, context),
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ market }) => market.snapshot.cutoff }),
  }),
})

builder.objectFields(EventRef, (t) => ({
  ifWins: t.field({
    type: EventIfWinsType,
    nullable: true,
    complexity: { field: 2 * WHOLE_MARKET, multiplier: 1 },
    description: `Gains and losses of the largest traders if one market of the event resolves to its first outcome. Null without an undecided market that can, and for an event of more than ${MOST_EVENT_MARKETS} markets or ${countText(MOST_POSITIONS)} positions.`,
    throws: { NOT_FOUND: 'for a market of another event' },
    args: {
      market: t.arg.string({
        limits: GIVEN_CONDITION,
        description: 'The condition id of the market: {limits}. Default: the one with the highest price.',
      }),
      first: t.arg.int({
        defaultValue: USUAL_ROWS,
        limits: { minimum: 1, maximum: FIRST_ROWS },
        description: `Traders at most, {limits}. Default: ${USUAL_ROWS}.`,
      }),
    },
    resolve: (event, { market, first }, context) =>
      ifWins(event, { condition: market?.toLowerCase() ?? null, first: first ?? USUAL_ROWS }, context),
  }),
}))

interface Asked {
  /** Null: the market with the highest price. */
  condition: string | null
  first: number
}

async function ifWins(
  event: MarketEvent,
  { condition, first }: Asked,
  context: RequestContext,
): Promise<IfWins | null> {
  const all = await marketsOf(event, context)
  if (all === null) return null
  if (condition !== null && !all.some((one) => one.condition === condition))
    throw new PequodError('NOT_FOUND', `The event has no market with the condition ${condition}.`)
  const undecided = await undecidedByPrice(all)
  const { market } = undecided.find((one) => condition === null || one.market.condition === condition) ?? {}
  if (market === undefined) return null
  const { group } = market.facts
  const ofGroup = all.filter((one) => one === market || (group !== null && one.facts.group === group))
  const decided = await Promise.all(ofGroup.filter((one) => !isUndecided(one)).map(pricesOf))
  if (decided.some(([yes]) => yes === MICRO)) return null
  const outcomes = await market.page.outcomes()
  const tokens = ofGroup.flatMap(({ facts: { id } }) => (outcomes.get(id) ?? []).map(({ token }) => token))
  if (await context.reader.marketStore.hasMorePositions(tokens, MOST_POSITIONS)) return null
  const book = await market.page.book(dayOfSnapshot(market.snapshot))
  const payouts = new Map<number, MicroPrice | null>()
  for (const one of ofGroup)
    for (const { token, outcome } of outcomes.get(one.facts.id) ?? [])
      payouts.set(token, isUndecided(one) ? (outcome === (one === market ? 0 : 1) ? MICRO : 0) : null)
  const stakes = listOf(book, `stakes ${JSON.stringify([...payouts])}`, () => stakesIn(book, payouts))
  return { market, stakes, first }
}

/**
 * Adds up everybody's positions in some tokens, most money first.
 * @param payouts of a share of each token; null in a decided market, whose result is realized
 */
function stakesIn(
  { byToken, hidden }: Book,
  payouts: ReadonlyMap<number, MicroPrice | null>,
): readonly Stake[] {
  const stakes = new Map<number, Stake & { holds: boolean }>()
  for (const [token, payout] of payouts)
    for (const { trader, shares, cost, realized } of byToken.get(token) ?? []) {
      if (hidden.has(trader)) continue
      const own = stakes.get(trader) ?? { trader, staked: 0, payout: 0, realized: 0, holds: false }
      own.realized += realized
      if (payout !== null && shares > 0) {
        own.holds = true
        own.staked += cost
        own.payout += valueAt(shares, payout)
      }
      stakes.set(trader, own)
    }
  return [...stakes.values()]
    .filter(({ holds }) => holds)
    .sort((a, b) => b.staked - a.staked || a.trader - b.trader)
}

/** The first traders of a list: one who opted out meanwhile has no profile. */
async function shownStakes(
  { snapshot }: Market,
  stakes: readonly Stake[],
  first: number,
  { loaders }: RequestContext,
) {
  const { profiles } = loaders(snapshot)
  const some = stakes.slice(0, first)
  const found = await Promise.all(some.map(({ trader }) => profiles.load(trader)))
  return some.flatMap((stake, i) => {
    const profile = found[i]
    return profile ? [{ ...stake, profile }] : []
  })
}
