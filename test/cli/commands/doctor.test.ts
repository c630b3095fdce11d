import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import type { Check } from '../../../src/cli/checks/check.ts'
import { judgeClock } from '../../../src/cli/checks/check-clock.ts'
import { sealSecrets } from '../../../src/cli/serve/serve-store.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import { dayText } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { alertConfigInput } from '../../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../../src/whales/config/alert-configs.ts'
import { type RedisServer, redisTests, startRedis } from '../../access/support/redis-server.ts'
import { type Anvil, anvilTests, startAnvil } from '../../sources/support/anvil.ts'
import { recordsOf } from '../../support/worlds.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

const SECRET = 'a-secret-that-must-not-be-shown'
const KEY = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

describe('pequod doctor', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let issuer: Server
  let issuerUrl: string
  let redis: RedisServer
  let anvil: Anvil
  beforeAll(async () => {
    folder = await temporaryFolder()
    issuer = createServer((request, answer) => {
      const isKeys = request.url?.startsWith('/keys') === true
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(isKeys ? { keys: [KEY, { kty: 'oct' }] } : { nothing: true }))
    }).listen(0, '127.0.0.1')
    await once(issuer, 'listening')
    const address = issuer.address()
    issuerUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    if (redisTests) redis = await startRedis()
    if (anvilTests) anvil = await startAnvil('--chain-id', '137')
  })
  afterAll(async () => {
    issuer?.close()
    await anvil?.close()
    await redis?.close()
    await folder?.remove()
  })

  const look = async (env: Record<string, string>) => {
    const database = { DATABASE_URL: `sqlite:${join(folder.path, 'none.db')}` }
    const { status, stdout, stderr } = await callPequod(['doctor', '--json'], { ...database, ...env })
    expect(stdout + stderr).not.toContain(SECRET)
    const { checks } = JSON.parse(stdout) as { checks: Check[] }
    for (const { state, mend } of checks) expect(state === 'wrong' && mend === null).toBe(false)
    return { status, of: (name: string) => checks.find((check) => check.name === name) }
  }
  const identity = (path: string) => ({
    JWT_ISSUER: issuerUrl,
    JWT_AUDIENCE: 'pequod',
    JWT_JWKS_URL: `${issuerUrl}${path}?${SECRET}`,
  })

  it.runIf(redisTests && anvilTests)(
    'reports everything that works as fine, and asks each service for its time',
    async () => {
      await anvil.call('anvil_mine', '0x1')
      const { of } = await look({
        ...identity('/keys'),
        DATABASE_URL: `${inject('postgresUrl')}/postgres`,
        DATABASE_REPLICA_URL: `${inject('postgresUrl')}/postgres`,
        REDIS_URL: redis.url,
        RPC_URL: anvil.url,
      })
      for (const name of ['Node', 'Store', 'Redis', 'Identity', 'Chain node', 'Clock'])
        expect(of(name), name).toMatchObject({ state: 'fine', mend: null })
      expect(of('Replica')).toMatchObject({ state: 'notice', found: 'answers, but is not a replica' })
      expect(of('Identity')?.found).toMatch(/publishes 1 key$/)
      expect(of('Chain node')?.found).toMatch(/^Polygon; its newest block is \d+, \d+ s old$/)
      expect(of('Clock')?.found).toMatch(/^agrees with PostgreSQL and Redis and 127\.0\.0\.1:\d+$/)
    },
  )

  it('names services that do not answer, and the remedy', async () => {
    const { status, of } = await look({
      ...identity('/nothing'),
      DATABASE_URL: `postgres://me:${SECRET}@127.0.0.1:1/db`,
      DATABASE_REPLICA_URL: `postgres://me:${SECRET}@127.0.0.1:1/db`,
      REDIS_URL: `redis://:${SECRET}@127.0.0.1:1`,
      RPC_URL: `http://127.0.0.1:1/${SECRET}`,
    })
    expect(status).toBe(1)
    for (const name of ['Store', 'Replica', 'Redis', 'Identity', 'Chain node'])
      expect(of(name), name).toMatchObject({ state: 'wrong' })
    expect(of('Identity')?.found).toMatch(/cannot be read \(its response is not a JSON Web Key Set\)$/)
  })

  it.runIf(anvilTests)('detects a chain that is not Polygon', async () => {
    const other = await startAnvil()
    const { of } = await look({ RPC_URL: other.url })
    await other.close()
    expect(of('Chain node')).toMatchObject({
      state: 'wrong',
      found: 'The node is on chain 31337, not 137: check RPC_URL.',
    })
  })

  it('says up to which day the ledger is sealed, which days are open, and how they become sealed', async () => {
    const path = join(folder.path, 'days.db')
    const store = await openStore({ kind: 'sqlite', path })
    const records = recordsOf('small')
    const [begin = 0] = records.flatMap((record) => ('time' in record ? [record.time] : []))
    const isEarly = (record: SourceRecord) => !('time' in record) || record.time < begin + 3 * 86_400
    await ingestRecords(store.db, records.filter(isEarly))
    await refresh(store.db)
    await ingestRecords(store.db, records)
    const state = await readLedgerState(store.db)
    const last = Math.floor((state.lastTime ?? 0) / 86_400)
    const fillsUpTo = (day: number) =>
      records.filter((record) => record.kind === 'FILL' && record.time < (day + 1) * 86_400).length
    const first = await look({ DATABASE_URL: `sqlite:${path}` })
    expect(first.of('Sealed')).toMatchObject({ state: 'fine', found: expect.stringContaining('nothing yet') })
    expect(first.of('Open')?.found).toContain(`${fillsUpTo(last).toLocaleString('en')} fills, `)
    expect(first.of('Open')).toMatchObject({
      state: 'notice',
      mend: 'Days from the oldest kept snapshot on stay open: publish newer ones with `pequod refresh`, then run `pequod seal`.',
    })
    // No snapshot of the early records is kept.
    for (let n = 0; n < 3; n++) await refresh(store.db, { full: true, delayMinutes: 0 })
    await sealLedger(store.db)
    const { of } = await look({ DATABASE_URL: `sqlite:${path}` })
    const sealed = fillsUpTo(last - 4)
    expect(of('Sealed')).toMatchObject({ state: 'fine', mend: null })
    expect(of('Sealed')?.found).toContain(`${sealed.toLocaleString('en')} fills up to ${dayText(last - 4)}`)
    expect(of('Sealed')?.found).toMatch(/; \d+ files, \d+(\.\d)? [kM]B$/)
    const open = (state.fills - sealed).toLocaleString('en')
    expect(of('Open')?.found).toMatch(
      new RegExp(`^${open} fills?, .* \\(${dayText(last - 3)} to ${dayText(last)}\\); these are rows`),
    )
    await store.close()
  })

  it('says when the first snapshot is public, and warns where the store keeps them for too short a time', async () => {
    const path = join(folder.path, 'public.db')
    const store = await openStore({ kind: 'sqlite', path })
    const time = Math.floor(Date.now() / 1_000) - 5
    const fills = recordsOf('small').filter((record) => record.kind === 'FILL')
    await ingestRecords(
      store.db,
      fills.slice(0, 3).map((fill) => ({ ...fill, time })),
    )
    await refresh(store.db)
    const env = { DATABASE_URL: `sqlite:${path}` }
    const moment = Math.ceil((time + 1) / 600) * 600 - 1 + 3_600
    expect((await look(env)).of('Public snapshot')).toEqual({
      name: 'Public snapshot',
      state: 'notice',
      found: `none before ${new Date(moment * 1_000).toISOString()}`,
      mend: 'Until then callers without Pro get 503. WHALE_DELAY_MINUTES=0 makes everybody live.',
    })
    const longer = { ...env, WHALE_DELAY_MINUTES: '90' }
    const warning =
      'Snapshots are kept for 60 minutes, less than the delay of 90 here, so callers without Pro may see an older one, or the close of an earlier day'
    expect((await look(longer)).of('Public snapshot')).toMatchObject({
      state: 'notice',
      found: warning,
      mend: 'Set the same WHALE_DELAY_MINUTES for the process that publishes (`follow` or `refresh`).',
    })
    expect((await look({ ...env, WHALE_DELAY_MINUTES: '0' })).of('Public snapshot')).toBeUndefined()
    await refresh(store.db, { full: true, delayMinutes: 90 })
    expect((await look(longer)).of('Public snapshot')?.found).toMatch(/^none before /)
    await store.close()
  })

  it('reports missing keys, and channels encrypted by another key', async () => {
    const none = await look({})
    expect(none.of('Configuration')).toMatchObject({
      state: 'notice',
      found: 'SECRETS_KEY is not set',
    })
    const path = join(folder.path, 'sealed.db')
    const [mine, other] = [randomBytes(32), randomBytes(32)]
    const store = await openStore({ kind: 'sqlite', path })
    const account = await createAccountStore(store.db).createAccount('ishmael', 'PRO')
    const config = alertConfigInput().parse({ channels: [{ kind: 'EMAIL', target: 'ishmael@example.com' }] })
    await createAlertConfigs(store.db).writeConfig(account.id, config)
    const env = { DATABASE_URL: `sqlite:${path}` }
    const by = (secret: Buffer) => look({ ...env, SECRETS_KEY: secret.toString('base64') })
    expect((await by(mine)).of('Secrets')).toMatchObject({ found: '1 channels are not encrypted yet' })
    await sealSecrets(store.db, [mine])
    await store.close()
    const right = await by(mine)
    expect(right.of('Configuration')).toMatchObject({ state: 'fine' })
    expect(right.of('Secrets')).toBeUndefined()
    for (const wrong of [await by(other), await look(env)]) {
      expect(wrong.status).toBe(1)
      expect(wrong.of('Secrets')).toMatchObject({
        state: 'wrong',
        found: expect.stringContaining('SECRETS_KEY is not the key'),
      })
    }
    const served = await callPequod(['serve'], { ...env, PORT: '0' })
    expect(served.stderr).toContain('SECRETS_KEY is not the key: set the one they were encrypted with.')
    expect(served.status).toBe(1)
  })

  it('names the issuer whose keys are out of reach, and the remedy', async () => {
    const { status, of } = await look({
      ...identity('/keys'),
      JWT_JWKS_URL: `http://127.0.0.1:1/keys?${SECRET}`,
    })
    expect(status).toBe(1)
    expect(of('Identity')).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^the keys of 127\.0\.0\.1:1 cannot be read \(.+\)$/),
      mend: 'Correct JWT_JWKS_URL, or let this machine reach it.',
    })
  })

  it('skips what is not configured', async () => {
    const { status, of } = await look({})
    expect(status).toBe(0)
    expect(['Redis', 'Identity', 'Chain node', 'Clock'].map(of)).toEqual(Array(4).fill(undefined))
    expect(of('Store')).toMatchObject({ state: 'notice' })
  })
})

describe('the clock check of pequod doctor', () => {
  it.each([
    [[0.4, -1.2], 'fine', 'agrees with a and b'],
    [[0.4, 12.2], 'notice', '12 s behind b'],
    [[-3_600, 12], 'wrong', '3600 s ahead of a'],
  ])('off by %j is %s', (seconds, state, found) => {
    const offsets = seconds.map((off, i) => ({ of: i === 0 ? 'a' : 'b', seconds: off }))
    expect(judgeClock(offsets)).toMatchObject([{ name: 'Clock', state, found }])
  })

  it('is skipped when no other clock is available', () => {
    expect(judgeClock([])).toEqual([])
  })
})
