import { leaderboardById, type Ranking } from '../metrics/leaderboards.ts'
import { periodNamed } from '../metrics/periods.ts'

/** Those of conviction (methodology §9), by profit over all time. No board shows them. */
const HIGH_CONVICTION: Ranking = {
  id: 'high-conviction-all',
  tab: { isScored: true, value: ({ highConviction }) => highConviction },
  period: periodNamed('ALL'),
}

/** What a cohort is the top of: the board of an id, or an order that is no board; undefined if there is neither. */
export function rankingById(id: string): Ranking | undefined {
  return id === HIGH_CONVICTION.id ? HIGH_CONVICTION : leaderboardById(id)
}
