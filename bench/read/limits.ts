import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenLimiter, openLimiter } from '../../src/access/limits/open-limiter.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/http/listen.ts'
import { redisTests, startRedis } from '../../test/access/support/redis-server.ts'
import { autocannon } from '../run/autocannon.ts'

const SECONDS = 3
const ROUNDS = 3
/** Above one machine's capacity, so that every request is counted and none is refused. */
const LIMIT = '100000'
const BODY = JSON.stringify({ query: '{ service { name version } }' })
const PASSES = {
  allowed: true,
  limit: 1,
  remaining: 1,
  resetSeconds: 1,
  retryAfterSeconds: null,
}
const NO_LIMITER: OpenLimiter = { hit: () => PASSES, spend: () => PASSES, close: () => undefined }

const folder = await mkdtemp(join(tmpdir(), 'pequod-limits-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
const accounts = createAccountStore(store.db)
const account = await accounts.createAccount('bench', 'FREE')
const { key, hash, prefix } = createApiKeySecret()
await accounts.insertKey({ accountId: account.id, hash, prefix, name: 'bench', expiresAt: null })
const config = loadConfig({
  LOG_LEVEL: 'silent',
  DATABASE_URL: `sqlite:${path}`,
  RATE_LIMIT_KEY: LIMIT,
  RATE_LIMIT_ANONYMOUS: LIMIT,
})

/** Requests a second by the clock, and by the time that the service's own thread was running. */
interface Rate {
  clock: number
  thread: number
}

/** Requests a second of a service with a limiter, asked with these headers by a thread of its own. */
async function rateOf(limiter: OpenLimiter, headers: Record<string, string>): Promise<Rate> {
  const app = await createApp({ db: store.db, config, limiter })
  const url = await listen(app, { host: '127.0.0.1', port: 0 })
  const before = process.threadCpuUsage()
  const { requests, non2xx } = await autocannon({
    url: `${url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
    connections: 16,
    duration: SECONDS,
    workers: 1,
  })
  const { user, system } = process.threadCpuUsage(before)
  await app.close()
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused`)
  return { clock: requests.average, thread: requests.total / ((user + system) / 1_000_000) }
}

/** How often Redis was given up for a while: what was measured then was the memory of this process. */
let aways = 0
const watched = {
  onAway: () => {
    aways++
  },
  onBack: () => undefined,
}
const redis = redisTests ? await startRedis() : null
const withKey = { 'x-api-key': key }
const cases: [keyof typeof rates, () => Promise<Rate>][] = [
  ['without', () => rateOf(NO_LIMITER, {})],
  ['memory', async () => rateOf(await openLimiter({ redisUrl: null, ...watched }), withKey)],
  [
    'redis',
    async () =>
      redis === null
        ? { clock: 0, thread: 0 }
        : rateOf(await openLimiter({ redisUrl: redis.url, ...watched }), withKey),
  ],
]
const noRate = (): Rate => ({ clock: 0, thread: 0 })
const rates = { without: noRate(), memory: noRate(), redis: noRate() }
// The first case pays for compiling, so one round does not count, and then each case is first once.
await cases[0]?.[1]()
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, measure] of [...cases.slice(round % 3), ...cases.slice(0, round % 3)]) {
    const { clock, thread } = await measure()
    rates[name].clock += clock / ROUNDS
    rates[name].thread += thread / ROUNDS
  }
}

function line(name: string, { clock, thread }: Rate, aim: string): string {
  const perSecond = Math.round(clock).toLocaleString('en')
  const ratios = [clock / rates.without.clock, thread / rates.without.thread].map((ratio) => ratio.toFixed(2))
  return `limits: ${perSecond} requests/s with an API key and the limiter in ${name}, ${ratios[0]} × the same doors with neither, ${ratios[1]} × by the service's own processor time (aim ${aim})`
}
console.log(line('memory', rates.memory, '0.85'))
console.log(redis === null ? 'limits: Redis was skipped, there is none' : line('Redis', rates.redis, '0.60'))
console.log(
  `limits: Redis was late ${aways} times in ${ROUNDS * SECONDS} s; each time the process counted alone for half a second`,
)

const script = new URL('../../test/access/support/limiter-memory.ts', import.meta.url).pathname
const { stdout } = spawnSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' })
const [full = Number.NaN, idle = Number.NaN] = stdout.split(' ').map(Number)
console.log(
  `limits: ${full.toFixed(0)} MiB for a million callers within one window (aim below 210), ${idle.toFixed(0)} MiB a second after`,
)

await redis?.close()
await store.close()
await rm(folder, { recursive: true, force: true })
