import { countText, moneyText, shortAddress } from '../../formats.ts'
import { type Day, dayOf, MICRO } from '../../ledger/quantities.ts'
import { type PeriodDefinition, periodNamed } from '../../metrics/leaderboards.ts'
import { winRateInterval } from '../../metrics/profit/results.ts'
import type { MetricId } from '../../metrics/registry.ts'
import type { Skill } from '../../numbers/analytics/trader-analytics.ts'
import { type Snapshot, type TraderStats, wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { ALL_TIME_POINTS, LISTED_HOLDINGS, PROFILE, sliced } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT, CUTOFF } from '../kit/cutoff.ts'
import { MetricIdEnum, PeriodEnum } from '../kit/enums.ts'
import { ADDRESS, GIVEN_ADDRESS, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type Market, MarketRef, marketsById, type Outcome, OutcomeRef } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { positionsOf } from '../traders/market-links.ts'
import { seriesWindow, TraderType } from '../traders/trader.ts'
import { TraderPeriodStatsType } from '../traders/trader-fields.ts'
import { skillOf, traderOf } from '../traders/trader-query.ts'
import {
  type CommonMarket,
  type ComparedNumber,
  clearlyBest,
  commonMarkets,
  type Entry,
  type Pair,
  pairsOf,
} from './common-markets.ts'

/** Traders of a comparison at most: as many colors as lines of one chart can have. */
export const MOST_COMPARED = 5
/** Trades of all compared traders at most for what they have in common: reading them takes about one second. */
const MOST_TRADES = 300_000
const USUAL_MARKETS = 20
const MOST_MARKETS = 50

/** A caveat that belongs to every answer of who was first. */
const FIRST_IS_NOT_COPIED = 'First in time does not mean one copies the other.'

interface Comparison {
  period: PeriodDefinition
  snapshot: Snapshot
  traders: readonly Compared[]
  /** Their markets in common, read once; null where they trade too much. */
  common(): Promise<InCommon | null>
}

interface Compared {
  profile: TraderProfile
  period: PeriodDefinition
  /** Null if the trader neither traded in the period nor held anything at its start. */
  stats: TraderStats | null
  skill: Skill | null
  /** The numbers in which it is clearly the best of the comparison. */
  best: readonly MetricId[]
}

interface InCommon {
  markets: readonly CommonMarket[]
  pairs: readonly Pair[]
}

/** The numbers in which one can be the best, and how they are compared. */
const COMPARED: readonly { id: MetricId; of(one: Pick<Compared, 'stats' | 'skill'>): ComparedNumber }[] = [
  { id: 'pnl', of: ({ stats }) => ({ value: stats?.pnl ?? null }) },
  { id: 'roi', of: ({ stats }) => ({ value: stats?.roi ?? null }) },
  {
    id: 'winRate',
    of: ({ stats }) => ({ interval: stats && winRateInterval(stats) }),
  },
  { id: 'edge', of: ({ skill }) => ({ interval: skill?.edgeInterval ?? null }) },
  // The smallest fall is the best.
  {
    id: 'maxDrawdown',
    of: ({ stats }) => ({ value: stats === null || stats.maxDrawdown === null ? null : -stats.maxDrawdown }),
  },
]

const ReturnPointType = builder.objectRef<{ day: Day; return: number }>('ReturnPoint').implement({
  description: 'The return up to the close of one day.',
  fields: (t) => ({
    day: t.of('Date', 'day', 'The UTC day.'),
    return: t.number(
      'return',
      "Profit from the period's start to the day's close, divided by the money staked in the whole period: what was held at its start plus buys and splits. The last one is `roi`. Unit: fraction.",
    ),
  }),
})

const ComparedTraderType = builder.objectRef<Compared>('ComparedTrader').implement({
  description: 'A trader of a comparison, with the numbers of its period.',
  fields: (t) => ({
    trader: t.of(TraderType, 'profile', 'The trader that is compared.'),
    stats: t.of(TraderPeriodStatsType, ({ stats, period }) => stats && { period, numbers: stats }, {
      nullable: true,
      description:
        'Numbers over the period. Null if the trader neither traded in it nor held anything at its start.',
    }),
    returns: t.of([ReturnPointType], (one, _args, context) => returnsOf(one, context), {
      complexity: { field: PROFILE, multiplier: ALL_TIME_POINTS },
      description:
        'Return on the money staked by day, oldest first; omitted days changed nothing. Empty without money staked.',
    }),
    openValue: t.amount(async ({ profile }, _args, context) => (await openOf(profile, context)).value, {
      complexity: PROFILE,
      description: 'Value of the open positions in USD, at the mark; at cost without one.',
    }),
    openPositions: t.count(async ({ profile }, _args, context) => (await openOf(profile, context)).count, {
      complexity: PROFILE,
      description: 'Open positions. Unit: count, {limits}.',
    }),
    best: t.of([MetricIdEnum], 'best', {
      rows: COMPARED.length,
      description:
        'The numbers in which this trader is clearly the best: of `pnl`, `roi` and `maxDrawdown`, which are facts, the one that no other has; of `winRate` and `edge`, which are estimates, the one whose interval is above those of all others.',
    }),
  }),
})

interface PlacedEntry extends Entry {
  address: string
  outcome: Outcome
}

const MarketEntryType = builder.objectRef<PlacedEntry>('MarketEntry').implement({
  description: 'How a trader came into a market: by the outcome that it paid most for.',
  fields: (t) => ({
    trader: t.text('address', { limits: ADDRESS, description: "The trader's address: {limits}." }),
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome that it paid most for.'),
    paid: t.amount('usd', 'Everything that it paid for shares of the outcome, in USD.'),
    averagePrice: t.number(({ usd, shares }) => usd / shares, {
      description: 'Average price that it paid, in USD per share.',
    }),
    firstBuy: t.when('time', 'Time of its first buy of the outcome.'),
    place: t.exposeInt('place', {
      limits: { minimum: 1, maximum: MOST_COMPARED },
      description: `Its place by time among the compared traders on the same side, from {limits}. ${FIRST_IS_NOT_COPIED}`,
    }),
  }),
})

interface ShownMarket {
  market: Market
  entries: readonly PlacedEntry[]
}

const CommonMarketType = builder.objectRef<ShownMarket>('CommonMarket').implement({
  description: 'A market that at least two of the compared traders bought in.',
  fields: (t) => ({
    market: t.of(MarketRef, 'market', 'The market that they bought in.'),
    entries: t.of([MarketEntryType], 'entries', {
      rows: MOST_COMPARED,
      description: 'Those who bought in it, in the order of the comparison.',
    }),
  }),
})

const ComparedPairType = builder
  .objectRef<Pair & { addresses: readonly string[] }>('ComparedPair')
  .implement({
    description: `Two of the compared traders in the markets that both bought in. ${FIRST_IS_NOT_COPIED}`,
    fields: (t) => ({
      traders: t.stringList({
        complexity: { field: 1, multiplier: 2 },
        description: 'The addresses of both, in the order of the comparison.',
        resolve: ({ addresses }) => [...addresses],
      }),
      markets: t.count('markets', 'Markets that both bought in. Unit: count, {limits}.'),
      sameSide: t.count(
        'sameSide',
        'Markets in which both paid most for the same outcome. Unit: count, {limits}.',
      ),
      firstLed: t.count('firstLed', 'Markets that the first of them entered sooner. Unit: count, {limits}.'),
      secondLed: t.count(
        'secondLed',
        'Markets that the second of them entered sooner. Unit: count, {limits}.',
      ),
      medianLead: t.number('medianLead', {
        nullable: true,
        description: `Median of how much sooner the first of them entered, over the markets of both. Unit: seconds, negative where the second was sooner. Null without such a market. ${FIRST_IS_NOT_COPIED}`,
      }),
    }),
  })

const ComparisonType = builder.objectRef<Comparison>('Comparison').implement({
  description: 'Some traders beside each other, by the same days and rules.',
  fields: (t) => ({
    summary: t.text(
      ({ traders, period }) => comparisonSentences(traders, period),
      'One or two sentences: who is skilled by the test, and who made the most money, with whether that can be told from luck.',
    ),
    period: t.of(PeriodEnum, ({ period }) => period.name, 'The period of the numbers.'),
    cutoff: t.field({ ...CUTOFF, resolve: ({ snapshot }) => snapshot.cutoff }),
    traders: t.of([ComparedTraderType], 'traders', {
      complexity: { field: PROFILE, multiplier: MOST_COMPARED },
      description: 'The traders in the order in which they were given.',
    }),
    marketCount: t.count(async ({ common }) => (await common())?.markets.length ?? null, {
      nullable: true,
      complexity: LISTED_HOLDINGS,
      description: `Markets that at least two of them bought in, {limits}. Null where they have more than ${countText(MOST_TRADES)} trades in all.`,
    }),
    markets: t.field({
      type: [CommonMarketType],
      nullable: true,
      complexity: sliced(
        { assumedSize: USUAL_MARKETS, slicingArguments: ['first'], own: LISTED_HOLDINGS },
        () => LIST_LIMITS.rows,
      ),
      description:
        'Markets that at least two of them bought in, over all time: those of the most of them first, then those in which they paid the most. Null where `marketCount` is.',
      args: {
        first: t.arg.int({
          defaultValue: USUAL_MARKETS,
          limits: { minimum: 1, maximum: MOST_MARKETS },
          description: `Markets, from {limits}. Default: ${USUAL_MARKETS}.`,
        }),
      },
      resolve: (comparison, { first }, context) => shownMarkets(comparison, first ?? USUAL_MARKETS, context),
    }),
    pairs: t.field({
      type: [ComparedPairType],
      nullable: true,
      complexity: { field: LISTED_HOLDINGS, multiplier: (MOST_COMPARED * (MOST_COMPARED - 1)) / 2 },
      description: 'Every two of them in their common markets, over all time. Null where `marketCount` is.',
      resolve: async ({ traders, common }) => {
        const byId = new Map(traders.map(({ profile: { row } }) => [row.id, row.address]))
        const pairs = (await common())?.pairs ?? null
        return (
          pairs?.map((pair) => ({
            ...pair,
            addresses: [pair.first, pair.second].flatMap((id) => byId.get(id) ?? []),
          })) ?? null
        )
      },
    }),
  }),
})

builder.queryField('compare', (t) =>
  t.field({
    type: ComparisonType,
    description: `Up to ${MOST_COMPARED} traders beside each other: returns, skill, and who came first in the markets that they share.`,
    throws: { NOT_FOUND: 'for an address without an event in the ledger' },
    args: {
      traders: t.arg.stringList({
        required: true,
        limits: { maxItems: MOST_COMPARED, items: GIVEN_ADDRESS },
        description: 'Their addresses: {limits}. One that is named twice counts once.',
      }),
      period: t.arg({
        type: PeriodEnum,
        defaultValue: 'DAYS_90',
        description: 'The period of the numbers. Default: 90 days.',
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: (_root, { traders, period, asOf }, context) =>
      compare(
        { addresses: [...new Set(traders)], period: periodNamed(period ?? 'DAYS_90'), asOf: asOf ?? null },
        context,
      ),
  }),
)

interface Asked {
  addresses: readonly string[]
  period: PeriodDefinition
  asOf: Day | null
}

async function compare({ addresses, period, asOf }: Asked, context: RequestContext): Promise<Comparison> {
  const snapshot = await context.snapshot(asOf)
  const profiles = await Promise.all(addresses.map((address) => traderOf(address, asOf, context)))
  const numbers = await Promise.all(
    profiles.map(async (profile) => {
      const [stats, skill] = await Promise.all([
        context.loaders(snapshot).stats(wholePeriod(period)).load(profile.row.id),
        skillOf(profile, context),
      ])
      return { profile, period, stats, skill }
    }),
  )
  const best = COMPARED.map(({ id, of }) => ({ id, at: clearlyBest(numbers.map(of)) }))
  const traders = numbers.map((one, i) => ({
    ...one,
    best: best.filter(({ at }) => at === i).map(({ id }) => id),
  }))
  let common: Promise<InCommon | null> | undefined
  return {
    period,
    snapshot,
    traders,
    common: () => {
      common ??= inCommon(profiles, snapshot, context)
      return common
    },
  }
}

async function inCommon(
  profiles: readonly TraderProfile[],
  snapshot: Snapshot,
  { reader }: RequestContext,
): Promise<InCommon | null> {
  if (profiles.reduce((sum, { numbers }) => sum + numbers.fills, 0) > MOST_TRADES) return null
  const ids = profiles.map(({ row }) => row.id)
  const buys = await reader.trades.boughtBy(ids, eventEnd(snapshot))
  const tokens = await reader.trades.tokens([...new Set(buys.map(({ token }) => token))])
  const markets = commonMarkets(ids, buys, (token) => tokens.get(token)?.condition ?? null)
  return { markets, pairs: pairsOf(ids, markets) }
}

async function shownMarkets(
  { traders, snapshot, common }: Comparison,
  first: number,
  context: RequestContext,
): Promise<ShownMarket[] | null> {
  const found = await common()
  if (found === null) return null
  const rows = found.markets.slice(0, first)
  const addresses = new Map(traders.map(({ profile: { row } }) => [row.id, row.address]))
  const markets = await marketsById(
    rows.map(({ condition }) => condition),
    snapshot,
    context,
  )
  return Promise.all(
    rows.flatMap(({ condition, entries }) => {
      const market = markets.get(condition)
      return market === undefined ? [] : [placedIn(market, entries, addresses)]
    }),
  )
}

async function placedIn(
  market: Market,
  entries: readonly Entry[],
  addresses: ReadonlyMap<number, string>,
): Promise<ShownMarket> {
  const outcomes = (await market.page.outcomes()).get(market.facts.id) ?? []
  const placed = entries.flatMap((entry) => {
    const outcome = outcomes.find(({ token }) => token === entry.token)
    const address = addresses.get(entry.trader)
    return outcome && address !== undefined
      ? [{ ...entry, address, outcome: { ...outcome, of: market } }]
      : []
  })
  return { market, entries: placed }
}

async function returnsOf({ profile, period, stats }: Compared, { loaders }: RequestContext) {
  const staked = stats === null ? 0 : stats.startValue + stats.bought
  if (staked <= 0) return []
  const { snapshot, row } = profile
  const points = await loaders(snapshot).series(null).load(row.id)
  const window = seriesWindow(points, period, dayOf(snapshot.cutoff.time))
  return window.map(({ day, pnl }) => ({ day, return: pnl / staked }))
}

async function openOf(profile: TraderProfile, context: RequestContext) {
  const open = (await positionsOf(profile, context)).filter(({ isOpen }) => isOpen)
  return { count: open.length, value: open.reduce((sum, { value }) => sum + value, 0) }
}

/** The sentences of a comparison: the skilled ones by the test, and the one who made the most money. */
export function comparisonSentences(
  traders: readonly Pick<Compared, 'profile' | 'stats' | 'skill'>[],
  period: PeriodDefinition,
): string {
  const skilled = traders.filter(({ skill }) => skill?.verdict === 'SKILLED')
  const named = skilled.map(({ profile }) => nameOf(profile))
  const who =
    named.length === 0
      ? 'None of them has shown skill beyond luck.'
      : `${listed(named)} ${named.length === 1 ? 'is' : 'are'} skilled.`
  const pnlOf = ({ stats }: Pick<Compared, 'stats'>) => stats?.pnl ?? Number.NEGATIVE_INFINITY
  const [most, second] = traders.toSorted((a, b) => pnlOf(b) - pnlOf(a))
  if (most === undefined || second === undefined || pnlOf(most) === pnlOf(second)) return who
  const days = period.days === null ? 'over all time' : `in ${period.title}`
  const pnl = pnlOf(most)
  if (pnl <= 0) return `${who} None of them made money ${days}.`
  const luck = most.skill?.verdict === 'SKILLED' ? '' : ', but with this record luck cannot be ruled out'
  return `${who} ${nameOf(most.profile)} made the most money ${days}, ${moneyText(pnl / MICRO)}${luck}.`
}

function nameOf({ row }: TraderProfile): string {
  return row.username ?? shortAddress(row.address)
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
