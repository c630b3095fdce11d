import { leaderboardById, type Ranking } from '../metrics/leaderboards.ts'
import { periodNamed } from '../metrics/periods.ts'
import { SKILLED } from '../numbers/boards/tops-as-of.ts'

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
  tab: { isScored: true, value: ({ highConviction }) => highConviction },
  period: periodNamed('ALL'),
}

/** A leaderboard by its id, or an unlisted ranking; undefined for an unknown id. */
export function rankingById(id: string): Ranking | undefined {
  return id === HIGH_CONVICTION.id ? HIGH_CONVICTION : leaderboardById(id)
}
