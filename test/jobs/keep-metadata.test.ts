import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type KeepMetadataOptions, keepMetadata } from '../../src/jobs/complete-in-rounds.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import type { Address, ConditionId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { hash, wallet } from '../chain/support/encoded-logs.ts'
import { callPequod, rememberingScreen } from '../cli/support/call-pequod.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { databaseUrl, startFollower } from '../cli/support/running-follower.ts'
import { type Anvil, anvilTests, startAnvil } from '../sources/support/anvil.ts'
import { conditionOf, gammaPaths, tokensOf } from '../sources/support/gamma-world.ts'
import { loopbackApi, type Trouble } from '../sources/support/loopback-api.ts'
import { deployOnPolygon, type Venue } from '../sources/support/venue.ts'
import { describeEngines } from '../store/support/engines.ts'

const MARKETS = gammaPaths([1, 2, 3].map((n) => ({ n, closed: false })))
const SILENCE: Trouble = { kind: 'SILENCE' }
const TOO_MANY: Trouble = { kind: 'STATUS', status: 429, headers: { 'retry-after': '1' } }
const AWAY: Trouble = { kind: 'STATUS', status: 503, body: 'away' }

const splitOf = (n: number): LedgerEvent => ({
  kind: 'SPLIT',
  block: n,
  logIndex: 0,
  tx: hash(`split ${n}`),
  time: 1_770_000_000 + n,
  owner: wallet('a') as Address,
  condition: conditionOf(n) as ConditionId,
  amount: 1_000_000,
})

async function marketsKnown(db: Database): Promise<number> {
  const row = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM markets')
  return row?.count ?? 0
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

/** Keeps metadata complete until the test is done; `end` answers how long the ending took, in milliseconds. */
function keep(db: Database, url: string, more: Partial<KeepMetadataOptions> = {}) {
  const controller = new AbortController()
  const { screen, said } = rememberingScreen()
  const waitMs = { first: 20, longest: 50 }
  const options = { gammaUrl: url, dataApiUrl: null, signal: controller.signal, waitMs, everyMs: 50, ...more }
  const kept = keepMetadata({ screen, env: {} }, db, options)
  const end = async () => {
    const began = performance.now()
    controller.abort()
    await kept
    return performance.now() - began
  }
  onTestFinished(async () => void (await end()))
  return { end, said }
}

describeEngines('metadata completion beside the ledger', (open) => {
  test('delays neither the ledger nor the end when an API hangs', async () => {
    const { db } = await open()
    await ingestRecords(db, [splitOf(1)])
    const api = await loopbackApi(MARKETS, () => SILENCE)
    const { end } = keep(db, api.url)
    await until(() => api.asked.length > 0)
    const began = performance.now()
    for (const n of [2, 3, 4]) await ingestRecords(db, [splitOf(n)])
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(await end()).toBeLessThan(15_000)
    expect(await marketsKnown(db)).toBe(0)
  })

  test('links late metadata and reports it, and asks for later markets too', async () => {
    const { db } = await open()
    await ingestRecords(db, [splitOf(1)])
    const api = await loopbackApi(MARKETS, (request) => (request < 2 ? TOO_MANY : null))
    let heard = 0
    const { said } = keep(db, api.url, {
      onKnown: () => {
        heard++
      },
    })
    await until(async () => (await marketsKnown(db)) === 1)
    await until(() => heard === 1)
    await ingestRecords(db, [splitOf(2)])
    await until(async () => (await marketsKnown(db)) === 2)
    expect(said.stderr).toMatch('Metadata: found 1 more markets, tokens and traders.')
    expect(said.stderr).not.toMatch('did not return')
  })

  test('reports a repeated failure once', async () => {
    const { db } = await open()
    await ingestRecords(db, [splitOf(1)])
    const api = await loopbackApi(MARKETS, () => AWAY)
    const { said } = keep(db, api.url, { client: { retry: { attempts: 1 } } })
    // A round requests conditions twice, closed ones separately: at least four rounds.
    await until(() => api.asked.length > 8)
    const { host } = new URL(api.url)
    expect(said.stderr).toBe(`Metadata: ${host} did not return markets: HTTP 503: away.\n`)
  })
})

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let anvil: Anvil
let venue: Venue
beforeAll(async () => {
  folder = await temporaryFolder()
  if (!anvilTests) return
  anvil = await startAnvil('--chain-id', '137')
  venue = await deployOnPolygon(anvil)
  await mineFill()
})
afterAll(async () => {
  await anvil?.close()
  await folder.remove()
})

let owners = 0

/** Mines a fill of an unknown wallet. */
async function mineFill(): Promise<void> {
  const owner = `owner ${++owners}`
  const [token] = tokensOf(1)
  const terms = [hash(owner), wallet(owner), venue.addressOf('ExchangeV2'), 0, token, 5_000_000, 1e7, 0]
  await venue.send([{ to: 'ExchangeV2', call: 'fill', args: terms }])
  await anvil.call('anvil_mine', '0x1')
}

describeEngines('metadata of the commands that read the chain', (open) => {
  test.runIf(anvilTests)('does not delay follow while GAMMA_URL hangs, nor its end', async () => {
    const store = await open()
    const api = await loopbackApi(MARKETS, () => SILENCE)
    const env = { DATABASE_URL: databaseUrl(store.address), RPC_URL: anvil.url, GAMMA_URL: api.url }
    const args = ['--from', '0', '--confirmations', '0', '--refresh-every', '0']
    const follower = startFollower(args, { cwd: folder.path, env })
    onTestFinished(async () => void (await follower.end('SIGKILL')))
    await follower.until(new RegExp(`Published ${owners} traders`))
    await until(() => api.asked.length > 0)
    await mineFill()
    await follower.until(new RegExp(`Published ${owners} traders`))
    const ended = await follower.end()
    expect(ended).toMatchObject({ status: 0, signal: null })
    expect(ended.milliseconds).toBeLessThan(15_000)
  })

  test.runIf(anvilTests)('is linked after the blocks by ingest rpc, which works without it', async () => {
    const store = await open()
    const good = await loopbackApi(MARKETS)
    const bad = await loopbackApi(MARKETS, () => ({ kind: 'STATUS', status: 403, body: 'no' }))
    const run = (GAMMA_URL: string, ...args: string[]) =>
      callPequod(['ingest', 'rpc', '--from', '0', '--to', '2', ...args], {
        DATABASE_URL: databaseUrl(store.address),
        RPC_URL: anvil.url,
        GAMMA_URL,
      })
    const refused = await run(bad.url)
    expect(refused).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 new events, /) })
    expect(refused.stderr).toMatch(
      `Metadata is missing: ${new URL(bad.url).host} did not return markets: HTTP 403: no.\n`,
    )
    expect((await run(good.url, '--no-metadata')).status).toBe(0)
    expect(good.asked).toEqual([])
    expect((await run(good.url)).stderr).toMatch('tokens: found 1 of 1 that were missing\n')
    expect(await marketsKnown(store.db)).toBe(1)
  })
})
