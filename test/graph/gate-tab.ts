import { LEADERBOARDS, TABS } from '../../src/metrics/leaderboards.ts'

/**
 * Makes a tab's boards those of callers who are signed in, for as long as the test file's modules live: its `access`
 * is all that a gated tab differs by.
 * @returns the ids of its boards
 */
export function gateTab(name: string): string[] {
  const tab = TABS.find((one) => one.name === name)
  if (tab === undefined) throw new Error(`There is no tab ${name}`)
  Object.assign(tab, { access: 'SIGNED_IN' })
  return LEADERBOARDS.filter((board) => board.tab === tab).map(({ id }) => id)
}
