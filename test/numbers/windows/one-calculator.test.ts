import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../../../src', import.meta.url))

/** Other programs for totals that the one calculator computes, and the objects that they read. */
const DELETED = [
  'accountsBefore',
  'presentTrader',
  'present-trader',
  'window-totals',
  'window-numbers',
  'createWindowCounter',
  'ValuationDays',
  'TraderLedger',
  'LedgerOf',
  'BetDay',
  'HeldDay',
  'readLedgersAt',
  'boardTops',
  'board-tops',
  'createRunningTop',
  'running-top',
  'readBehaviour',
  'read-behaviour',
  'copiedRecord',
  'copied-record',
  'foresightDay',
]
const WORD = new RegExp(`(?<![\\w-])(${DELETED.join('|')})(?![\\w-])`)

test('a trader’s totals are computed by one calculator: no name of the others is left', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((path) => WORD.test(readFileSync(join(SRC, path), 'utf8')))).toEqual([])
})
