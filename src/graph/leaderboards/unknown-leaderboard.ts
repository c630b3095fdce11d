import { PequodError } from '../../errors.ts'
import { LEADERBOARDS, TABS } from '../../metrics/leaderboards.ts'
import { PERIODS } from '../../metrics/periods.ts'
import { quoted } from '../kit/quoted.ts'

/**
 * Returns NOT_FOUND for an unknown leaderboard. It names the tab's periods if the tab exists, else all tabs
 * and periods.
 */
export function unknownLeaderboard(id: string): PequodError {
  const tab = TABS.find(({ wire }) => id.startsWith(`${wire}-`))
  const known = LEADERBOARDS.filter((board) => board.tab === tab).map((board) => board.period.wire)
  const hint = tab
    ? `the tab ${tab.wire} has the periods ${known.join(', ')}`
    : `an id is {tab}-{period} with a tab of ${TABS.map(({ wire }) => wire).join(', ')} and a period of ` +
      PERIODS.map(({ wire }) => wire).join(', ')
  return new PequodError('NOT_FOUND', `No leaderboard has the id ${quoted(id)}: ${hint}.`)
}
