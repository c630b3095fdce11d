import type { ObjectFieldBuilder } from '@pothos/core'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { addressOf, type Day } from '../../ledger/quantities.ts'
import type { PeriodDefinition } from '../../metrics/leaderboards.ts'
import { PNL_METHODS, type PnlMethod, winRateInterval } from '../../metrics/profit/results.ts'
import type { Snapshot, TraderRow, TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { PeriodEnum } from '../kit/enums.ts'
import { IntervalType } from '../kit/interval.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import type { TierRule } from '../kit/tier-rule.ts'

/** Said of the badge of a public name. */
export const VERIFIED = 'True if the source of the public name marks it as verified.'

/** The options of a field with a trader's public name. */
export const PUBLIC_NAME = {
  complexity: textCost(TEXT_BOUNDS.name),
  nullable: true,
  description: 'The public name. Null if none is known.',
} as const

/**
 * The public texts about a trader.
 * @param traderOf null where the caller may not know the trader
 * @param rule who may have them @default the type's own rule
 */
export function identityFields<Row>(
  t: ObjectFieldBuilder<GraphSchemaTypes, Row>,
  traderOf: (row: Row) => Pick<TraderRow, 'username' | 'profileImage' | 'xUsername'> | null,
  rule: { tier?: TierRule<Row> } = {},
) {
  return {
    username: t.string({ ...PUBLIC_NAME, ...rule, resolve: (row) => traderOf(row)?.username ?? null }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      ...rule,
      description: 'URL of the public profile picture, as its source gives it. Null if none is known.',
      resolve: (row) => traderOf(row)?.profileImage ?? null,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      ...rule,
      description: "The trader's X handle, without the @. Null if none is known.",
      resolve: (row) => traderOf(row)?.xUsername ?? null,
    }),
  }
}

/** Whether the ledger is complete for a trader. */
export const CoverageEnum = builder.enumType('Coverage', {
  description: "Whether the ledger holds a trader's complete history.",
  values: {
    OK: { description: 'Complete as far as known: the ledger saw every share arrive before it left.' },
    PARTIAL: {
      description:
        'Shares left that the ledger had not seen arrive. They count with no profit, so profit can be too low or too high.',
    },
    GAP: {
      description:
        'An event moved shares of a market whose tokens the ledger does not know yet: ' +
        'the event is in no number. Takes precedence over PARTIAL.',
    },
  } as const,
})

/** Returns a trader's coverage in its snapshot, as `pequod verify` reports it for the same ledger. */
export function coverageOf(
  { row, numbers, snapshot }: TraderProfile,
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  return coverageIn({ trader: row.id, isPartial: numbers.untracked > 0, snapshot }, loaders)
}

/** Returns the coverage of a trader by id. `isPartial` says whether it is not OK. */
export async function coverageIn(
  { trader, isPartial, snapshot }: { trader: number; isPartial: boolean; snapshot: Snapshot },
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  const { traders } = await loaders(snapshot).gaps()
  return traders.has(trader) ? 'GAP' : isPartial ? 'PARTIAL' : 'OK'
}

/**
 * Returns the profiles of addresses (lower case) in their order; null for an invalid address, and for a
 * trader without an event in the snapshot. The newest snapshot is read unless `asOf` is given.
 */
export async function findTraders(
  texts: readonly string[],
  { loaders, snapshot }: Pick<RequestContext, 'loaders' | 'snapshot'>,
  asOf: Day | null = null,
): Promise<(TraderProfile | null)[]> {
  const { addresses, profiles } = loaders(await snapshot(asOf))
  return Promise.all(
    texts.map(async (text) => {
      const address = addressOf(text)
      const row = address && (await addresses.load(address))
      return row ? profiles.load(row.id) : null
    }),
  )
}

/** An object that shows a trader's numbers of a period. */
export interface WithNumbers {
  readonly numbers: TraderStats
}

/** The numbers of a row of a board; null also where they are withheld from the caller. */
export type RowNumbers = {
  readonly [Name in
    | 'pnl'
    | 'realized'
    | 'volume'
    | 'fills'
    | 'markets'
    | 'roi'
    | 'winRate'
    | 'wins'
    | 'losses'
    | 'botProbability'
    | 'isBot'
    | 'sharpeRatio'
    | 'sortinoRatio'
    | 'profitFactor'
    | 'maxDrawdown'
    | 'maxDrawdownPct']: TraderStats[Name] | null
}

/** Notes on these numbers that follow their metrics' descriptions. */
const SAID = {
  realizedPnl: 'In a period: the part of `pnl` realized in it.',
  bot: 'Over all time, regardless of the period.',
} as const

const WINS = 'Wins: number of decided units with a profit. Unit: count, {limits}.'
const LOSSES = 'Losses: number of decided units with a loss. Unit: count, {limits}.'

const ON_A_ROW = 'Null only on a leaderboard row withheld from the caller.'

const ALSO_ON_A_ROW = 'Also null on a leaderboard row withheld from the caller.'

/**
 * The numbers that compare traders, for leaderboard rows and for traders. A row may withhold them; on a
 * trader they are never null, which {@link TraderNumbersInterface} declares.
 */
export const KeyNumbersInterface = builder
  .interfaceRef<{ readonly numbers: RowNumbers }>('KeyNumbers')
  .implement({
    description: "A trader's key numbers over a period, on leaderboard rows and on traders.",
    fields: (t) => ({
      pnl: t.amount(({ numbers }) => numbers.pnl, { nullable: true, metric: 'pnl', description: ON_A_ROW }),
      realizedPnl: t.amount(({ numbers }) => numbers.realized, {
        nullable: true,
        metric: 'realizedPnl',
        description: `${SAID.realizedPnl} ${ON_A_ROW}`,
      }),
      roi: t.float({
        nullable: true,
        metric: 'roi',
        description: ALSO_ON_A_ROW,
        resolve: ({ numbers }) => numbers.roi,
      }),
      winRate: t.float({
        nullable: true,
        metric: 'winRate',
        description: ALSO_ON_A_ROW,
        resolve: ({ numbers }) => numbers.winRate,
      }),
      wins: t.count(({ numbers }) => numbers.wins, { nullable: true, description: `${WINS} ${ON_A_ROW}` }),
      losses: t.count(({ numbers }) => numbers.losses, {
        nullable: true,
        description: `${LOSSES} ${ON_A_ROW}`,
      }),
      tradeCount: t.int({
        nullable: true,
        metric: 'tradeCount',
        description: ON_A_ROW,
        resolve: ({ numbers }) => numbers.fills,
      }),
      marketCount: t.int({
        nullable: true,
        metric: 'marketCount',
        description: ON_A_ROW,
        resolve: ({ numbers }) => numbers.markets,
      }),
      botProbability: t.float({
        nullable: true,
        metric: 'botProbability',
        description: `${SAID.bot} ${ALSO_ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.botProbability,
      }),
      isBot: t.boolean({
        nullable: true,
        metric: 'isBot',
        description: `${SAID.bot} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.isBot,
      }),
    }),
  })

/** An object that shows a trader's risk numbers, with dollars in micro-units. */
export interface WithRisk {
  readonly numbers: Pick<
    TraderStats,
    'sharpeRatio' | 'sortinoRatio' | 'profitFactor' | 'maxDrawdown' | 'maxDrawdownPct'
  >
}

const OLDER = 'Null if unknown'

/** The risk numbers, declared once for leaderboard rows, traders and analytics. */
export const RiskNumbersInterface = builder.interfaceRef<WithRisk>('RiskNumbers').implement({
  description: 'Risk metrics of a trader over a period.',
  fields: (t) => ({
    sharpeRatio: t.float({
      nullable: true,
      metric: 'sharpeRatio',
      description: ALSO_ON_A_ROW,
      resolve: ({ numbers }) => numbers.sharpeRatio,
    }),
    sortinoRatio: t.float({
      nullable: true,
      metric: 'sortinoRatio',
      resolve: ({ numbers }) => numbers.sortinoRatio,
    }),
    profitFactor: t.float({
      nullable: true,
      metric: 'profitFactor',
      resolve: ({ numbers }) => numbers.profitFactor,
    }),
    maxDrawdown: t.amount(({ numbers: { maxDrawdown } }) => maxDrawdown, {
      nullable: true,
      metric: 'maxDrawdown',
      description: `${OLDER}. ${ALSO_ON_A_ROW}`,
    }),
    maxDrawdownPct: t.float({
      nullable: true,
      metric: 'maxDrawdownPct',
      resolve: ({ numbers }) => numbers.maxDrawdownPct,
    }),
  }),
})

/** A trader's profit by one way to count it. */
interface CountedPnl extends PnlMethod {
  readonly value: number | null
}

const PnlMethodNameEnum = builder.enumType('PnlMethodName', {
  description: 'Accounting methods for profit.',
  values: {
    MARKED: { description: "This service's own method: `pnl`." },
    OFFICIAL_SUBGRAPH: { description: "The method of Polymarket's public subgraph: `officialPnl`." },
  } satisfies Record<PnlMethod['method'], { description: string }>,
})

const PnlMethodType = builder.objectRef<CountedPnl>('PnlMethod').implement({
  description: 'Profit under one accounting method.',
  fields: (t) => ({
    method: t.expose('method', { type: PnlMethodNameEnum, description: 'The accounting method.' }),
    value: t.amount('value', {
      nullable: true,
      description: 'The profit. Unit: USD, any amount. Null if unknown.',
    }),
    sentence: t.exposeString('sentence', {
      description: "The method's rules, and how it differs from the other.",
    }),
  }),
})

/** A trader's profit of a period by both ways, ours first. */
function countedPnl({ pnl, officialPnl }: TraderStats): CountedPnl[] {
  const values = { MARKED: pnl, OFFICIAL_SUBGRAPH: officialPnl } satisfies Record<
    PnlMethod['method'],
    unknown
  >
  return PNL_METHODS.map((way) => ({ ...way, value: values[way.method] }))
}

/** The numbers that a trader has over all time and in each period: declared once, shown by both. */
export const TraderNumbersInterface = builder.interfaceRef<WithNumbers>('TraderNumbers').implement({
  description:
    "A trader's complete numbers over a period: all time on Trader, the requested period on TraderPeriodStats.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    pnl: t.amount(({ numbers }) => numbers.pnl, { metric: 'pnl' }),
    realizedPnl: t.amount(({ numbers }) => numbers.realized, {
      metric: 'realizedPnl',
      description: SAID.realizedPnl,
    }),
    tradeCount: t.int({ metric: 'tradeCount', resolve: ({ numbers }) => numbers.fills }),
    marketCount: t.int({ metric: 'marketCount', resolve: ({ numbers }) => numbers.markets }),
    isBot: t.boolean({ metric: 'isBot', description: SAID.bot, resolve: ({ numbers }) => numbers.isBot }),
    unrealizedPnl: t.amount(({ numbers }) => numbers.unrealized, {
      metric: 'unrealizedPnl',
      description: `In a period: its change over the period.`,
    }),
    officialPnl: t.amount(({ numbers: { officialPnl } }) => officialPnl, {
      nullable: true,
      metric: 'officialPnl',
      description: `In a period: its change over the period. Null if unknown.`,
    }),
    pnlMethods: t.field({
      type: [PnlMethodType],
      complexity: { field: 1, multiplier: PNL_METHODS.length },
      description: 'The profit under both accounting methods, with how they differ.',
      resolve: ({ numbers }) => countedPnl(numbers),
    }),
    volume: t.amount(({ numbers }) => numbers.volume, { metric: 'volume' }),
    shareVolume: t.amount(({ numbers }) => numbers.shareVolume, { metric: 'shareVolume' }),
    totalBought: t.amount(({ numbers }) => numbers.bought, { metric: 'totalBought' }),
    fees: t.amount(({ numbers }) => numbers.fees, { metric: 'fees' }),
    income: t.amount(({ numbers }) => numbers.income, { metric: 'income' }),
    winRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      metric: 'winRateInterval',
      resolve: ({ numbers }) => winRateInterval(numbers),
    }),
    wins: t.count(({ numbers }) => numbers.wins, WINS),
    losses: t.count(({ numbers }) => numbers.losses, LOSSES),
  }),
})

interface PeriodStats extends WithNumbers {
  readonly period: PeriodDefinition
}

export const TraderPeriodStatsType = builder.objectRef<PeriodStats>('TraderPeriodStats').implement({
  description: "A trader's numbers over one period.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  fields: (t) => ({
    period: t.field({
      type: PeriodEnum,
      description: 'The period covered.',
      resolve: ({ period }) => period.name,
    }),
  }),
})
