import { afterAll } from 'vitest'
import { LEADERBOARDS, TABS } from '../../src/metrics/leaderboards.ts'

/**
 * Makes a tab's boards those of callers who are signed in, until the tests of the file or suite that calls it
 * are done: its `access` is all that a gated tab differs by.
 * @returns the ids of its boards
 */
export function gateTab(name: string): string[] {
  const tab = TABS.find((one) => one.name === name)
  if (tab === undefined) throw new Error(`There is no tab ${name}`)
  const { access } = tab
  Object.assign(tab, { access: 'SIGNED_IN' })
  afterAll(() => void Object.assign(tab, { access }))
  return LEADERBOARDS.filter((board) => board.tab === tab).map(({ id }) => id)
}
