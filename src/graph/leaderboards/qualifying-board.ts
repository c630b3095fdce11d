import { leaderboardById } from '../../metrics/leaderboards.ts'
import { QUALIFYING_BOARDS } from '../../whales/config/alert-config.ts'
import { wireEnum } from '../kit/enums.ts'

/** The boards of the radar in GraphQL. */
export const QualifyingBoardEnum = wireEnum('QualifyingBoard', {
  description: 'The leaderboards whose top 100 qualify a trader for whale alerts.',
  wires: QUALIFYING_BOARDS,
  says: (id) => `The leaderboard \`${id}\`: ${leaderboardById(id)?.title}.`,
})
