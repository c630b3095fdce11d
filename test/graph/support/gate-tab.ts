import { afterAll } from 'vitest'
import { LEADERBOARDS, TABS } from '../../../src/metrics/leaderboards.ts'

/**
 * Makes a tab's boards those of callers who are signed in, until the tests of the file or suite that calls it
 * are done: its `access` is all that a gated tab differs by.
 * @param afterwards takes what makes them everybody's again; a program that ends with the tab gated needs none of it
 * @returns the ids of its boards
 */
export function gateTab(name: string, afterwards: (restore: () => void) => void = afterAll): string[] {
  const tab = TABS.find((one) => one.name === name)
  if (tab === undefined) throw new Error(`There is no tab ${name}`)
  const { access } = tab
  Object.assign(tab, { access: 'SIGNED_IN' })
  afterwards(() => void Object.assign(tab, { access }))
  return LEADERBOARDS.filter((board) => board.tab === tab).map(({ id }) => id)
}
