import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LabReport, ReportedCopy } from '../../../src/lab/report.ts'
import { worldFile } from '../../support/worlds.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: { DATABASE_URL: string }
beforeAll(async () => {
  folder = await temporaryFolder()
  const path = join(folder.path, 'small.db')
  await copyFile(await worldFile('small'), path)
  env = { DATABASE_URL: `sqlite:${path}` }
})
afterAll(() => folder.remove())

async function backtest(rule: string, ...options: string[]) {
  const file = join(folder.path, 'rule.yaml')
  await writeFile(file, rule)
  return callPequod(['backtest', file, ...options], env)
}

const RULE = `
universe: { leaderboard: volume-all, top: 5, chosen: DAY }
record: { days: 0, trades: 1 }
delay: [0, 600]
size: { usd: 20 }
fill: { window: 86400, maxSlippage: 0.5 }
from: 2026-02-20
to: 2026-02-28
`

test('backtest prints the verdict first, and as JSON every copy with its fills', async () => {
  const { status, stdout, stderr } = await backtest(RULE)
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(
    /^Cannot tell\. (?:No event is|Only \d+ events? (?:is|are)) decided, and a verdict needs 30\.\n/,
  )
  for (const words of ['Net result', 'WHERE THE EDGE WENT', 'their result', '600 s', 'Random traders:'])
    expect(stdout).toContain(words)
  const json = await backtest(RULE, '--json')
  const { list, ...report } = JSON.parse(json.stdout) as LabReport & { list: ReportedCopy[] }
  expect(list.length).toBe(report.copies.wanted)
  const bought = list.filter(({ fills }) => fills.length > 0)
  expect(bought.length).toBe(report.copies.bought)
  expect(bought.length).toBeGreaterThan(0)
  const net = list.reduce((sum, copy) => sum + Math.round(copy.net * 1e6), 0)
  expect(net).toBe(Math.round(report.net * 1e6))
  const changes = report.waterfall.reduce((sum, { change }) => sum + Math.round(change * 1e6), 0)
  expect(changes).toBe(net)
})

test.each([
  ['size: { usd: 20 }\nfrom: 2026-02-20\nto: 2026-02-28', /The rule's universe: /],
  [`${RULE}\nstop: 1`, 'The rule has no field stop.'],
  [RULE.replace('usd: 20', 'usd: 0.5'), /The rule's size\.usd: too small/],
  [
    RULE.replace('leaderboard: volume-all, ', ''),
    "The rule's universe: must name one of leaderboard, traders and screen.",
  ],
  [RULE.replace('size: { usd: 20 }', 'size: {}'), /must have one of usd, shareOfTrade and shareOfBankroll/],
  [RULE.replace('to: 2026-02-28', 'to: 2026-01-01'), "The rule's to: must not be before from."],
  ['a: [', /is not YAML: /],
])('a bad rule is refused by a sentence that names the field', async (rule, sentence) => {
  const { status, stderr } = await backtest(rule)
  expect(status).toBe(1)
  expect(stderr).toMatch(sentence)
})
