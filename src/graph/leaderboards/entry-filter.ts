import { MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import type { BoardFilter } from '../../store/snapshot/snapshot-reader.ts'
import { TELLS_ROWS_APART } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'

/** The largest bounds of the filter. */
const FILTER_LIMITS = {
  /** Dollars: above the volume of the whole market. */
  minVolume: 1_000_000_000_000,
  minTrades: 1_000_000_000,
} as const

const CoverageFilterEnum = builder.enumType('CoverageFilter', {
  description: 'Filters traders by coverage.',
  values: { WHOLE: { description: 'Only traders whose `coverage` is OK.' } } as const,
})

const COUNTED = 'ranks, previous ranks and counts then cover only the rest'

/** The arguments that filter rows of a leaderboard. */
export const ENTRY_FILTER_ARGUMENTS = builder.args((t) => ({
  excludeBots: t.boolean({
    defaultValue: false,
    description: `Excludes traders with \`isBot\`; ${COUNTED}. Default: false.`,
  }),
  minVolume: t.float({
    tier: TELLS_ROWS_APART,
    description: `Excludes rows whose \`volume\` is below this many USD, from {limits}; ${COUNTED}. Default: no minimum.`,
    limits: { minimum: 0, maximum: FILTER_LIMITS.minVolume },
    weight: LOOK_AT_ALL,
  }),
  minTrades: t.int({
    tier: TELLS_ROWS_APART,
    description: `Excludes rows whose \`tradeCount\` is lower, from {limits}; ${COUNTED}. Default: no minimum.`,
    limits: { minimum: 0, maximum: FILTER_LIMITS.minTrades },
    weight: LOOK_AT_ALL,
  }),
  coverage: t.field({
    type: CoverageFilterEnum,
    tier: TELLS_ROWS_APART,
    description: `Excludes traders with any other \`coverage\`; ${COUNTED}. Default: all traders.`,
  }),
}))

/** The values of {@link ENTRY_FILTER_ARGUMENTS}. */
interface FilterArguments {
  excludeBots?: boolean | null | undefined
  minVolume?: number | null | undefined
  minTrades?: number | null | undefined
  coverage?: 'WHOLE' | null | undefined
}

/** Returns the filter that the arguments of `entries` describe. */
export function entryFilter(args: FilterArguments): BoardFilter {
  return {
    excludeBots: args.excludeBots ?? false,
    excludePartial: args.coverage === 'WHOLE',
    minVolume: leastMicro(args.minVolume ?? 0),
    minTrades: args.minTrades ?? 0,
  }
}

/** Rounds dollars up to whole micro-dollars. */
function leastMicro(dollars: number): MicroUsd {
  const nearest = Math.round(dollars * MICRO)
  return nearest / MICRO < dollars ? nearest + 1 : nearest
}
