import { afterAll } from 'vitest'
import { LEADERBOARDS, TABS } from '../../../src/metrics/leaderboards.ts'

/**
 * Makes a tab's boards gated until the tests of the calling file or suite are done: its `access` is all that
 * distinguishes a gated tab.
 * @param afterwards takes the function that makes them public again; a program that ends with the tab gated
 * needs none
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
