import { BOARD_ORDER, TABS } from '../../../src/metrics/leaderboards.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every tab of leaderboards: its metric, its periods, its entry rule, and the tier that sees names. */
export function boardTable(): string {
  const rows = TABS.map((tab) => [
    code(tab.wire),
    tab.title,
    code(tab.metric),
    tab.periods.map(code).join(' '),
    tab.eligible,
    tab.access === 'PUBLIC' ? 'public' : 'names for signed-in callers',
  ])
  const table = markdownTable(['tab', 'title', 'ordered by', 'periods', 'eligible', 'access'], rows)
  return `Rows are ordered by the tab's metric, ${BOARD_ORDER}.\n\n${table}`
}
