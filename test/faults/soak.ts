/**
 * Serves callers of every kind for a long time, on PostgreSQL with a replica and Redis, and tells what of the process
 * has grown. The exit status is 1 where an answer was wrong, or where memory or handles grew.
 *
 *   npm run test:soak                            30 minutes, 200 requests a second
 *   npm run test:soak -- --minutes 8 --rate 50
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRedis } from '../access/support/redis-server.ts'
import { startStreamingPair } from '../store/support/streaming-pair.ts'
import { judge } from './judge.ts'
import { type Asked, startTraffic } from './traffic.ts'
import { startWorld, type World } from './world.ts'

/** The measurements of one stretch of the run. */
interface Stretch {
  requests: number
  /** Neither right nor a clear 503. */
  wrong: number
  unavailable: number
  /** Milliseconds that 99 of 100 requests took at most. */
  p99: number
  memory: number
  heap: number
  handles: number
}

/** Stretches of the run at least; what the first one needs to warm up is not held against the others. */
const STRETCHES = 8
/** Minutes of a stretch at most: shorter than a token lasts. */
const LONGEST = 8
/** The allowed ratio of memory and handles between two stretches of a steady service. */
const STEADY = 1.2
/** How long ended connections take to be gone, in milliseconds. */
const SETTLED = 3_000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '200' } },
})
const [pair, redis] = await Promise.all([startStreamingPair(), startRedis()])
const world = await startWorld({ kind: 'postgres', url: pair.primary.url })
const service = await world.serve({ DATABASE_REPLICA_URL: pair.replica.url, REDIS_URL: redis.url })
const stretches: Stretch[] = []
const count = Math.max(STRETCHES, Math.ceil(Number(values.minutes) / LONGEST))
try {
  const seconds = (Number(values.minutes) * 60) / count
  for (let i = 0; i < count; i++) {
    const one = await serveFor(world, service.url, seconds, Number(values.rate))
    stretches.push(one)
    console.log(`${i + 1} of ${count}: ${lineOf(one)}`)
  }
} finally {
  await service.end('SIGKILL')
  await world.close()
  await Promise.all([redis.close(), pair.close()])
}
process.exit(isSteady(stretches) ? 0 : 1)

async function serveFor(world: World, url: string, seconds: number, rate: number): Promise<Stretch> {
  const { questions, healthy } = world
  const traffic = startTraffic({ url, rate, askers: await world.signInAgain(), questions })
  await sleep(seconds * 1_000)
  await traffic.end()
  // Recently ended connections do not count as leaks.
  await sleep(SETTLED)
  const text = await (await fetch(`${url}/metrics`)).text()
  const { requests, wrong, unavailable } = await judge(traffic.asked, performance.now(), healthy)
  for (const { asker, question, status, body } of wrong.slice(0, 5))
    console.log(`  ${asker.name} ${JSON.stringify(question)}: ${status} ${body}`)
  return {
    requests,
    wrong: wrong.length,
    unavailable,
    p99: p99Of(traffic.asked),
    memory: measure(text, 'process_resident_memory_bytes'),
    heap: measure(text, 'nodejs_heap_size_used_bytes'),
    handles: measure(text, 'process_open_fds'),
  }
}

function p99Of(asked: readonly Asked[]): number {
  const times = asked.map(({ took }) => took).sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}

function measure(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`/metrics does not tell ${name}`)
  return Number(line.slice(name.length + 1))
}

function lineOf({ requests, wrong, unavailable, p99, memory, heap, handles }: Stretch): string {
  const [resident, used] = [memory, heap].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`)
  const counts = `${requests} requests, ${unavailable} 503, ${wrong} wrong, p99 ${p99.toFixed(1)} ms`
  return `${counts}, ${resident} resident, ${used} of heap, ${handles} handles`
}

/** Whether the last stretches need no more than the second and third did, without errors. */
function isSteady(all: readonly Stretch[]): boolean {
  const [early, late] = [all.slice(1, 3), all.slice(-2)]
  const most = (some: readonly Stretch[], of: (one: Stretch) => number) => Math.max(...some.map(of))
  const grew = [(one: Stretch) => one.memory, (one: Stretch) => one.handles].some(
    (of) => most(late, of) > STEADY * most(early, of),
  )
  return !grew && all.every(({ wrong }) => wrong === 0)
}
