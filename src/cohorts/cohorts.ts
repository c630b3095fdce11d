import type { Day } from '../ledger/quantities.ts'
import { leaderboardById, periodNamed, type Ranking } from '../metrics/leaderboards.ts'
import { MINIMUM_UNITS } from '../metrics/skill/high-conviction.ts'
import { type BoardTop, SKILLED, type TopsAsked, topsAsOf } from '../numbers/boards/tops-as-of.ts'
import type { Sources } from '../numbers/days/publisher-lease.ts'
import { readAlone } from '../numbers/days/read-beside.ts'
import type { Sql } from '../store/engine/database.ts'
import type { CohortWeek } from './cohort-weeks.ts'

/** A group of traders whose membership is fixed for an ISO week. */
export interface CohortDefinition {
  /** Used on the wire and in the store. */
  id: string
  /** The leaderboard that ranks its members at the week's start, an unlisted ranking, or {@link SKILLED}. */
  board: string
  /** The number of newest weeks that are fixed. @default all */
  weeks?: number
  /** True if a member's large fill is an alert (methodology §8). */
  isRadar: boolean
}

export const COHORT_SIZE = 100

/** Traders with the verdict SKILLED as of the Sunday before a week: members who were known to be skilled when they traded in it. */
export const SKILLED_COHORT = {
  id: 'skilled',
  board: SKILLED,
  isRadar: false,
  // Each week tests everybody again; the study of large buys reads 90 days and the three after them.
  weeks: 14,
} as const satisfies CohortDefinition

/** Every cohort, of the radar (methodology §8) and of smart money (§9). */
export const COHORTS: readonly CohortDefinition[] = [
  { id: 'top-pnl', board: 'pnl-all', isRadar: false },
  { id: 'most-consistent', board: 'consistent-all', isRadar: true },
  { id: 'high-conviction', board: 'high-conviction-all', isRadar: false },
  { id: 'most-copyable', board: 'copyable-all', isRadar: true },
  { id: 'most-prescient', board: 'prescience-all', isRadar: true },
  SKILLED_COHORT,
]

/** Traders with high conviction (methodology §9), by profit over all time. No leaderboard shows them. */
const HIGH_CONVICTION: Ranking = {
  id: 'high-conviction-all',
  tab: {
    metric: 'highConviction',
    isScored: true,
    leastUnits: MINIMUM_UNITS,
    leastVolume: 0,
    value: ({ highConviction }) => highConviction,
  },
  period: periodNamed('ALL'),
}

/** A leaderboard by its id, or an unlisted ranking; undefined for an unknown id. */
export function rankingById(id: string): Ranking | undefined {
  return id === HIGH_CONVICTION.id ? HIGH_CONVICTION : leaderboardById(id)
}

/** A cohort's members in a week by the ledger, best first. */
export interface CohortHead extends CohortWeek {
  traders: readonly number[]
}

/**
 * Ranks the members of cohorts from the ledger, as of the Sunday before each week, in one pass over all traders.
 * @param weeks ascending Mondays with their cohorts; cohorts with an unknown ranking are skipped
 * @throws PequodError as `refresh` does
 */
export async function cohortTops(
  sources: Sources,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  return headsOf(weeks, await topsAsOf(sources, topsOfWeeks(weeks)))
}

/** The boards that rank the members of cohorts, as of the Sunday before each week. */
export function topsOfWeeks(weeks: ReadonlyMap<Day, readonly CohortDefinition[]>): TopsAsked {
  const ids = new Set([...weeks.values()].flat().map(({ board }) => board))
  const boards = [...ids].flatMap((id) => rankingById(id) ?? [])
  const tested = [...weeks].filter(([, cohorts]) => cohorts.some(({ board }) => board === SKILLED))
  return {
    days: [...weeks.keys()].map((week) => week - 1),
    boards,
    size: COHORT_SIZE,
    skilledOn: tested.map(([week]) => week - 1),
  }
}

/** The members by the tops of those boards; cohorts without one are skipped. */
export function headsOf(
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
  tops: readonly BoardTop[],
): CohortHead[] {
  return [...weeks].flatMap(([week, cohorts]) =>
    cohorts.flatMap(({ id, board }) => {
      const top = tops.find((one) => one.day === week - 1 && one.board === board)
      return top ? [{ cohort: id, week, traders: top.traders }] : []
    }),
  )
}

/**
 * As {@link cohortTops}, in a transaction that locks the ledger at its first read; it writes the days of behavior that
 * it needs.
 */
export function cohortTopsAlone(
  tx: Sql,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  return readAlone(tx, Math.max(...weeks.keys()) - 1, (sources) => cohortTops(sources, weeks))
}
