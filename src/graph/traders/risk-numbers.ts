import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { ALSO_ON_A_ROW } from './key-numbers.ts'

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
