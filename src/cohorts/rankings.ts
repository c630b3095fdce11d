import { leaderboardById, type Ranking } from '../metrics/leaderboards.ts'
import { periodNamed } from '../metrics/periods.ts'

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
