/**
 * A hot leaderboard of 100 rows: the service as it is started (identity, limiter, headers, counting) against bare
 * node:http that sends the very same bytes and headers and does nothing else, and against bare node:http with the same
 * limiter. Each in a process of its own, asked in turns by a third; medians over the rounds, as plain bytes and packed.
 *
 *   npx node bench/hot.ts [rounds, default 7] [seconds a round, default 3]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { seed } from '../seeds/demo.ts'
import { refresh } from '../src/refresh/refresh.ts'
import { openStore } from '../src/store/store.ts'
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

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

function spread(figures: readonly number[], digits = 0): string {
  const [mid, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map((figure) =>
    figure.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  )
  return `${mid} (${least} to ${most})`
}

/** Asks the servers in turns, each first as often as the others, after as many requests as it takes to compile them. */
async function inTurns(servers: readonly Measured[], encoding: string): Promise<Round[][]> {
  const rounds: Round[][] = servers.map(() => [])
  for (const server of servers) await measure(server, encoding, { amount: WARM })
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < servers.length; turn++) {
      const at = (turn + round) % servers.length
      const server = servers[at]
      if (server !== undefined) rounds[at]?.push(await measure(server, encoding, { duration: SECONDS }))
    }
  }
  return rounds
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
  const [ours = [], ...others] = await inTurns([service, bare, limited], encoding)
  const of = (rounds: readonly Round[], key: keyof Round) => rounds.map((round) => round[key])
  console.log(
    `hot, ${encoding}: ${bytes} bytes, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
  )
  console.log(
    `hot, ${encoding}: service ${spread(of(ours, 'clock'))} requests/s, p99 ${spread(of(ours, 'p99'))} ms`,
  )
  for (const [i, name] of ['bare', 'bare with the limiter'].entries()) {
    const theirs = others[i] ?? []
    const ratios = (key: keyof Round) =>
      ours.map((round, at) => round[key] / (theirs[at]?.[key] ?? Number.NaN))
    console.log(
      `hot, ${encoding}: ${name} ${spread(of(theirs, 'clock'))} requests/s, p99 ${spread(of(theirs, 'p99'))} ms; ` +
        `ratio ${spread(ratios('clock'), 2)} by the clock, ${spread(ratios('processor'), 2)} by processor time (aim 0.85), ` +
        `p99 ${spread(ratios('p99'), 2)} × (aim below 2)`,
    )
  }
  for (const { child } of [bare, limited]) child.disconnect()
}
service.child.disconnect()
await rm(folder, { recursive: true, force: true })
