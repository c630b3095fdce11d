/**
 * A hot leaderboard of 100 rows: the service as it is started (identity, limiter, headers, counting) against bare
 * node:http that sends the very same bytes and headers and does nothing else, and against bare node:http with the same
 * limiter. Each in a process of its own, asked in turns by a third; medians over the rounds, as plain bytes and packed.
 *
 *   npx node bench/read/hot.ts [rounds, default 7] [seconds a round, default 3]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { seed } from '../../seeds/world/demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { autocannon } from '../run/autocannon.ts'
import { inTurns } from '../run/in-turns.ts'
import { ratios, spread } from '../run/spread.ts'
import type { HotServer } from './hot-server.ts'

const ROUNDS = Number(process.argv[2] ?? 7)
const SECONDS = Number(process.argv[3] ?? 3)
const CONNECTIONS = 50
/** Requests before any is measured: compilers look at what has run often. */
const WARM = 20_000
const PATH = '/v1/leaderboard/pnl-7d'
/** Node writes these itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive']

/** A server under measurement. */
interface Measured {
  child: ChildProcess
  url: string
}

/** Of one round: requests a second by the clock and by the server's processor time, and milliseconds. */
interface Round {
  clock: number
  processor: number
  p99: number
}

async function start(what: HotServer): Promise<Measured> {
  const child = fork(new URL('./hot-server.ts', import.meta.url))
  child.send(what)
  const [url] = await once(child, 'message')
  return { child, url: String(url) }
}

async function processorSeconds({ child }: Measured): Promise<number> {
  child.send('time')
  const [seconds] = await once(child, 'message')
  return Number(seconds)
}

async function measure(
  server: Measured,
  encoding: string,
  length: { duration: number } | { amount: number },
): Promise<Round> {
  const before = await processorSeconds(server)
  const { requests, latency, non2xx } = await autocannon({
    url: `${server.url}${PATH}`,
    method: 'GET',
    headers: { 'accept-encoding': encoding },
    connections: CONNECTIONS,
    workers: 0,
    ...length,
  })
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused`)
  const used = (await processorSeconds(server)) - before
  return { clock: requests.average, processor: requests.total / used, p99: latency.p99 }
}

/** The service's own answer, which the bare servers repeat. */
async function answerOf(
  url: string,
  encoding: string,
): Promise<Omit<Exclude<HotServer, { kind: 'service' }>, 'kind'>> {
  const asked = request(`${url}${PATH}`, { headers: { 'accept-encoding': encoding } }).end()
  const [response] = await once(asked, 'response')
  const headers = Object.entries<string>(response.headers).filter(([name]) => !OWN_HEADERS.includes(name))
  return { headers: Object.fromEntries(headers), body: (await buffer(response)).toString('base64') }
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-hot-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
await seed(store, { world: { traders: 600, days: 12, markets: 40 } })
await refresh(store.db)
await store.close()
const service = await start({ kind: 'service', path })

for (const encoding of ['identity', 'br']) {
  const answer = await answerOf(service.url, encoding)
  const bytes = Buffer.from(answer.body, 'base64').length.toLocaleString('en')
  const [bare, limited] = [
    await start({ kind: 'bare', ...answer }),
    await start({ kind: 'limited', ...answer }),
  ]
  const servers = [service, bare, limited]
  for (const server of servers) await measure(server, encoding, { amount: WARM })
  const [ours = [], ...others] = await inTurns(servers, ROUNDS, (server) =>
    measure(server, encoding, { duration: SECONDS }),
  )
  const of = (rounds: readonly Round[], key: keyof Round) => rounds.map((round) => round[key])
  console.log(
    `hot, ${encoding}: ${bytes} bytes, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
  )
  console.log(
    `hot, ${encoding}: service ${spread(of(ours, 'clock'))} requests/s, p99 ${spread(of(ours, 'p99'))} ms`,
  )
  for (const [i, name] of ['bare', 'bare with the limiter'].entries()) {
    const theirs = others[i] ?? []
    const ratio = (key: keyof Round) => spread(ratios(of(ours, key), of(theirs, key)), 2)
    console.log(
      `hot, ${encoding}: ${name} ${spread(of(theirs, 'clock'))} requests/s, p99 ${spread(of(theirs, 'p99'))} ms; ` +
        `ratio ${ratio('clock')} by the clock, ${ratio('processor')} by processor time (aim 0.85), ` +
        `p99 ${ratio('p99')} × (aim below 2)`,
    )
  }
  for (const { child } of [bare, limited]) child.disconnect()
}
service.child.disconnect()
await rm(folder, { recursive: true, force: true })
