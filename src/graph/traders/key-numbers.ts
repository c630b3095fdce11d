import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'

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
    | 'botProbability'
    | 'isBot'
    | 'sharpeRatio'
    | 'sortinoRatio'
    | 'profitFactor'
    | 'maxDrawdown'
    | 'maxDrawdownPct']: TraderStats[Name] | null
}

/** Notes on these numbers that follow their metrics' descriptions. */
export const SAID = {
  realizedPnl: 'In a period: the part of `pnl` realized in it.',
  bot: 'Over all time, regardless of the period.',
} as const

const ON_A_ROW = 'Null only on a leaderboard row withheld from the caller.'

export const ALSO_ON_A_ROW = 'Also null on a leaderboard row withheld from the caller.'

/**
 * The numbers that compare traders, for leaderboard rows and for traders. A row may withhold them; on a
 * trader they are never null, which trader-numbers.ts declares.
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
