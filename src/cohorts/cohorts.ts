/** A group of traders whose membership is fixed for an ISO week. */
export interface CohortDefinition {
  /** Used on the wire and in the store. */
  id: string
  /** The leaderboard that ranks its members at the week's start, or an unlisted ranking (rankings.ts). */
  board: string
  /** True if a member's large fill is an alert (methodology §8). */
  isRadar: boolean
}

export const COHORT_SIZE = 100

/** Every cohort, of the radar (methodology §8) and of smart money (§9). */
export const COHORTS: readonly CohortDefinition[] = [
  { id: 'top-pnl', board: 'pnl-all', isRadar: false },
  { id: 'most-consistent', board: 'consistent-all', isRadar: true },
  { id: 'high-conviction', board: 'high-conviction-all', isRadar: false },
  { id: 'most-copyable', board: 'copyable-all', isRadar: true },
  { id: 'most-prescient', board: 'prescience-all', isRadar: true },
]
