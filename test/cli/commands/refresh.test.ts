import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Check } from '../../../src/cli/checks/check.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import type { ConditionId, Hash } from '../../../src/ledger/quantities.ts'
import { printEventLine } from '../../../src/sources/files/print-event-line.ts'
import { fillOf, MARKETS, OWNERS } from '../../smart-money/support/smart-world.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const [whole, partial, gap] = OWNERS
const token = MARKETS[0]?.tokens[0]
if (!whole || !partial || !gap || !token) throw new Error('the world of this test has changed')
const terms = { kind: 'FILL', token, shares: 10, price: 40 } as const
const bought = fillOf({ ...terms, block: 0, owner: whole, isBuy: true }, 0)
const sold = fillOf({ ...terms, block: 1, owner: partial, isBuy: false }, 1)
const later = fillOf({ ...terms, block: 60, owner: whole, isBuy: true }, 2)
const own = fillOf({ ...terms, block: 1, owner: gap, isBuy: true }, 4)
/** Of a market with unknown tokens. */
const split: SourceRecord = {
  kind: 'SPLIT',
  block: 2,
  logIndex: 3,
  tx: `0x${'7'.repeat(64)}` as Hash,
  time: later.time - 9,
  owner: gap,
  condition: `0x${'8'.repeat(64)}` as ConditionId,
  amount: 5_000_000,
}

test('refresh and doctor name traders with gaps and the remedy; refresh says that written weeks do not change', async () => {
  const database = { DATABASE_URL: `sqlite:${join(folder.path, 'gaps.db')}` }
  const take = async (records: readonly SourceRecord[]) => {
    const file = join(folder.path, 'events.jsonl')
    await writeFile(file, records.map(printEventLine).join('\n'))
    expect((await callPequod(['ingest', 'events', file], database)).status).toBe(0)
    const { stderr } = await callPequod(['refresh'], database)
    const { stdout } = await callPequod(['doctor', '--json'], database)
    const { checks } = JSON.parse(stdout) as { checks: Check[] }
    return { told: stderr, coverage: checks.find(({ name }) => name === 'Coverage') }
  }
  const first = await take([...MARKETS, bought])
  expect(first.coverage).toMatchObject({ state: 'fine', mend: null })
  expect(first.told).not.toContain('Coverage')
  const second = await take([sold, own, split, later])
  const found = /of 3 traders 1 PARTIAL \([^)]+\) and 1 GAP \([^)]+\)/
  expect(second.coverage).toMatchObject({ state: 'notice', found: expect.stringMatching(found) })
  expect(second.coverage?.mend).toMatch(/import earlier blocks.*`pequod ingest gamma --missing`/)
  expect(second.told).toMatch(new RegExp(`Coverage: ${found.source}\\. For PARTIAL, import earlier blocks`))
  expect(second.told).toContain('Weeks written now are final')
})
