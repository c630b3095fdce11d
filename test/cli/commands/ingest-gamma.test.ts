import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import type { Address, ConditionId } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { conditionOf, gammaMarket, gammaPaths } from '../../sources/support/gamma-world.ts'
import { loopbackApi } from '../../sources/support/loopback-api.ts'
import { MARKET_LINES } from '../../store/support/random-ledger.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'test.db')
const run = (args: readonly string[], env: Record<string, string>) =>
  callPequod(['ingest', 'gamma', ...args], { DATABASE_URL: `sqlite:${path()}`, ...env })
const world = Array.from({ length: 130 }, (_, i) => ({ n: i + 1, closed: i % 3 === 0 }))

const [known] = MARKET_LINES
const splits = [7, 8, 999].map(
  (n, logIndex): LedgerEvent => ({
    kind: 'SPLIT',
    block: 1,
    logIndex,
    tx: null,
    time: 1_770_000_000,
    owner: `0x${'1'.repeat(40)}` as Address,
    condition: conditionOf(n) as ConditionId,
    amount: 1_000_000,
  }),
)

async function takeIn(...records: SourceRecord[]): Promise<void> {
  const { db, close } = await openStore({ kind: 'sqlite', path: path() })
  await ingestRecords(db, records)
  await close()
}

async function conditionsKnown(): Promise<string[]> {
  const { db, close } = await openStore({ kind: 'sqlite', path: path() })
  const rows = await db.all<{ condition: string }>(
    'SELECT condition FROM conditions c JOIN markets m ON m.condition_id = c.id ORDER BY 1',
  )
  await close()
  return rows.map(({ condition }) => condition)
}

test('`pequod ingest gamma` without a file ingests every market of GAMMA_URL, open and closed', async () => {
  const { url } = await loopbackApi(gammaPaths(world))
  const { status, stdout, stderr } = await run([], { GAMMA_URL: url })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '130 markets, 0 refused\n' })
  expect(stderr).toMatch('Run `pequod refresh` to publish it.')
  expect(await conditionsKnown()).toEqual(world.map(({ n }) => conditionOf(n)))
  expect((await run(['--json'], { GAMMA_URL: url })).stdout).toBe('{"markets":130,"refused":0}\n')
})

test('`pequod ingest gamma --missing` asks only for what the ledger lacks', async () => {
  if (known === undefined) throw new Error('the small world has no market')
  await takeIn(known, ...splits)
  const api = await loopbackApi(gammaPaths(world))
  const env = { GAMMA_URL: api.url, DATA_API_URL: api.url }
  const { status, stdout } = await run(['--missing'], env)
  expect({ status, first: stdout.split('\n')[0] }).toEqual({
    status: 0,
    first: 'conditions: found 2 of 3 that were missing',
  })
  expect(await conditionsKnown()).toEqual([conditionOf(7), conditionOf(8), known.condition].sort())
  const none = { asked: 0, answered: 0 }
  const again = await run(['--missing', '--json'], env)
  expect(JSON.parse(again.stdout)).toEqual({ conditions: none, tokens: none, traders: none })
})

test('`pequod ingest gamma` reports a failing API in one line without secrets and exits with 1', async () => {
  await takeIn(...splits)
  const api = await loopbackApi({}, () => ({ kind: 'STATUS', status: 403, body: 'no' }))
  const env = { GAMMA_URL: `${api.url}/s3cret`, DATA_API_URL: api.url }
  const sentence = `${new URL(api.url).host} did not return markets: HTTP 403: no.\n`
  expect(await run([], env)).toEqual({ status: 1, stdout: '', stderr: sentence })
  const missing = await run(['--missing'], env)
  expect(missing).toMatchObject({ status: 1, stderr: sentence })
  expect(missing.stdout).toMatch('conditions: found 0 of 3 that were missing\n')
})

test('`pequod ingest gamma` names unusable objects, ingests the others, and exits with 1', async () => {
  const { url } = await loopbackApi({
    '/markets': () => [{ id: '1', question: 'Of what?' }, gammaMarket({ n: 7, closed: false })],
    '/events': () => [],
  })
  const { status, stdout, stderr } = await run([], { GAMMA_URL: url })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^1 market, \d refused\n$/)
  expect(stderr).toMatch(/^Gamma lines 1 and 3: conditionId is /m)
  expect(await conditionsKnown()).toEqual([conditionOf(7)])
})

test('`pequod ingest gamma --missing` takes no file', async () => {
  const { status, stderr } = await run(['--missing', 'markets.json'], {})
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: '--missing reads the API: omit the files.\n',
  })
})

test('`pequod ingest gamma` without a file and GAMMA_URL prints the remedy in one line', async () => {
  expect(await run([], {})).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'Name a file, or set GAMMA_URL to read the API, as in GAMMA_URL=https://gamma-api.polymarket.com.\n',
  })
})
