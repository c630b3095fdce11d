import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from '../../../src/client/entry.ts'
import { loopbackApi } from '../../sources/support/loopback-api.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const ADDRESS = `0x${'c0ffee'.padStart(40, '0')}`
const row = (n: number, more: object) => ({
  proxyWallet: ADDRESS,
  timestamp: 1_771_000_000 + n * 60,
  conditionId: `0x${'1'.repeat(64)}`,
  type: 'TRADE',
  transactionHash: `0x${String(n + 1).padStart(64, '0')}`,
  asset: '7777',
  outcomeIndex: 0,
  title: 'Will it rain?',
  slug: 'rain',
  eventSlug: 'rain',
  outcome: 'Yes',
  name: 'forecaster',
  ...more,
})

test('`pequod fetch` ingests a wallet, publishes and prints it; a second run adds nothing', async () => {
  const rows = [
    row(0, { side: 'BUY', size: 100, price: 0.4, usdcSize: 40 }),
    row(1, { side: 'SELL', size: 50, price: 0.6, usdcSize: 30 }),
  ]
  const { url } = await loopbackApi({
    '/activity': (query) => rows.slice(Number(query.get('offset'))),
  })
  const env = { DATABASE_URL: `sqlite:${join(folder.path, 'fetched.db')}`, DATA_API_URL: url }
  const first = await callPequod(['fetch', ADDRESS.toUpperCase().replace('0X', '0x'), '--json'], env)
  expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('2 rows of')])
  const trader = JSON.parse(first.stdout) as Trader
  expect(trader).toMatchObject({ address: ADDRESS, tradeCount: 2, volume: 70, realizedPnl: 10 })
  const again = await callPequod(['fetch', ADDRESS], env)
  expect(again.stderr).toContain('0 new')
  expect(again.stdout).toMatch(/^Volume +\$70$/m)
})
