import { z } from 'zod'
import { MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import type { BoardFilter } from '../../store/snapshot/snapshot-reader.ts'
import { intBetween } from '../kit/argument-checks.ts'
import { builder } from '../kit/builder.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { ON_GATED_BOARD } from './board-access.ts'

/** The largest bounds that rows can be asked for by. */
export const FILTER_LIMITS = {
  /** Dollars: above the volume of the whole market. */
  minVolume: 1_000_000_000_000,
  minTrades: 1_000_000_000,
} as const

/** Which coverage the traders of a leaderboard's rows must have. */
export const CoverageFilterEnum = builder.enumType('CoverageFilter', {
  description: 'Which traders are listed, by what the ledger holds of them.',
  values: { WHOLE: { description: 'Those whose `coverage` is OK.' } } as const,
})

const COUNTED = 'ranks, previous ranks and `totalCount` count the others alone'
const TELLS = 'Needs an account where the leaderboard withholds who its traders are.'
const DOLLARS = `must be from 0 to ${FILTER_LIMITS.minVolume}`

/** The arguments by which rows of a leaderboard are left out. */
export const ENTRY_FILTER_ARGUMENTS = builder.args((t) => ({
  excludeBots: t.boolean({
    defaultValue: false,
    description: `Leaves out whoever \`isBot\` holds for: ${COUNTED}. Everybody when it is left out or null.`,
  }),
  excludePartial: t.boolean({
    defaultValue: false,
    deprecationReason: 'Use `coverage` with the value WHOLE.',
    description:
      'What `coverage: WHOLE` says; nobody is left out where the leaderboard withholds from the caller who its traders are. Everybody when it is left out or null.',
  }),
  minVolume: t.float({
    description: `Leaves out whose \`volume\` on the leaderboard is below so many USD, as \`excludeBots\` does bots. From 0 to 1e12. ${TELLS} Everybody when it is left out or null.`,
    validate: { schema: z.number(DOLLARS).min(0, DOLLARS).max(FILTER_LIMITS.minVolume, DOLLARS) },
  }),
  minTrades: t.int({
    description: `Leaves out whose \`tradeCount\` on the leaderboard is lower, as \`excludeBots\` does bots. From 0 to 1e9. ${TELLS} Everybody when it is left out or null.`,
    validate: { schema: intBetween(0, FILTER_LIMITS.minTrades) },
  }),
  coverage: t.field({
    type: CoverageFilterEnum,
    description: `Leaves out whose \`coverage\` is another, as \`excludeBots\` does bots. ${TELLS} Everybody when it is left out or null.`,
  }),
}))

/** What {@link ENTRY_FILTER_ARGUMENTS} are given as. */
interface FilterArguments {
  excludeBots?: boolean | null | undefined
  excludePartial?: boolean | null | undefined
  minVolume?: number | null | undefined
  minTrades?: number | null | undefined
  coverage?: 'WHOLE' | null | undefined
}

/** Two lists of a gated board by one of these would tell its rows apart. */
const TELLING = ['minVolume', 'minTrades', 'coverage'] as const
const REFUSALS = new Map(
  TELLING.map((name) => [
    name,
    argumentRefusal(name, { requires: 'FREE', where: ON_GATED_BOARD }, 'ANONYMOUS'),
  ]),
)

/**
 * The rows that the arguments of `entries` ask for.
 * @param isTold whether the caller may know who the leaderboard's traders are
 * @throws PequodError UNAUTHENTICATED for an argument that would tell rows apart whose traders are withheld
 */
export function entryFilter(args: FilterArguments, isTold: boolean): BoardFilter {
  const telling = isTold ? undefined : TELLING.find((name) => args[name])
  if (telling !== undefined) throw REFUSALS.get(telling)
  return {
    excludeBots: args.excludeBots ?? false,
    excludePartial: isTold && (args.coverage === 'WHOLE' || (args.excludePartial ?? false)),
    minVolume: leastMicro(args.minVolume ?? 0),
    minTrades: args.minTrades ?? 0,
  }
}

/** The least whole micro-dollars that are not below so many dollars. */
function leastMicro(dollars: number): MicroUsd {
  const nearest = Math.round(dollars * MICRO)
  return nearest / MICRO < dollars ? nearest + 1 : nearest
}
