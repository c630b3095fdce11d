/**
 * Following a stream while others ask: an Anvil mines 500 fills a second; a process runs what `pequod follow` runs, which
 * reads them, looks for whales, publishes every 20 seconds and seals a day once it is settled; two processes serve 200
 * requests a second and 20 streams of alerts. A midnight of the ledger comes in the midst. SQLite; all on this machine.
 *
 *   npx node bench/market/stream.ts [traders, default 100,000] [seconds, default 120]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../test/e2e/support/running-service.ts'
import { BOARD_QUESTION, HOT_QUESTION } from '../peers/board-question.ts'
import { childReply } from '../run/child-reply.ts'
import type { Followed } from './followed.ts'
import { walletOf } from './market-store.ts'
import { steadyLoad } from './steady-load.ts'
import type { ChainOrder, ChainPlace, MinedBlock } from './stream-chain.ts'
import type { FollowOrder } from './stream-follower.ts'
import { reportStream } from './stream-report.ts'
import { makeStreamStore } from './stream-store.ts'
import { subscribeToWhales } from './whale-subscription.ts'

const traders = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 120)
const FILLS_A_SECOND = 500
const BLOCK_MS = 500
const WHALE_EVERY = 100
const STREAMS = 20
const REQUESTS_A_SECOND = 200
const PUBLISH_EVERY_SECONDS = 20
/** The part of the time before the midnight. */
const BEFORE_MIDNIGHT = 0.4
/** The first of them is answered from memory; the others are computed each time, profiles of one trader after the other. */
const KINDS = ['boards by REST', 'boards by GraphQL', 'profiles'] as const
/** Maximum seconds to wait for late messages. */
const PATIENCE = 120

const folder = await mkdtemp(join(tmpdir(), 'pequod-stream-'))
const path = join(folder, 'pequod.db')
const children: ChildProcess[] = []
try {
  const { midnight, keys } = await makeStreamStore(path, traders, STREAMS)
  const time = midnight - Math.floor(BEFORE_MIDNIGHT * seconds)
  const chain = await start('stream-chain.ts', {
    traders,
    time,
    blocks: (seconds * 1_000) / BLOCK_MS,
    blockMs: BLOCK_MS,
    fillsABlock: (FILLS_A_SECOND * BLOCK_MS) / 1_000,
    whaleEvery: WHALE_EVERY,
  } satisfies ChainOrder)
  const { url: rpcUrl, next: from } = chain.said as ChainPlace
  const env = { DATABASE_URL: `sqlite:${path}`, RATE_LIMIT_ANONYMOUS: '100000', LOG_LEVEL: 'error' }
  const service = await startService(['--workers', '2', '--no-delivery'], { cwd: folder, env })
  const order = { path, rpcUrl, from, publishEverySeconds: PUBLISH_EVERY_SECONDS } satisfies FollowOrder
  const follower = await start('stream-follower.ts', order)
  const arrivals: { tx: string; at: number }[] = []
  const onAlert = (tx: string) => void arrivals.push({ tx, at: performance.timeOrigin + performance.now() })
  const subscriptions = await Promise.all(
    Array.from({ length: STREAMS }, () =>
      subscribeToWhales({ url: service.url, key: keys[0] ?? '' }, onAlert),
    ),
  )
  const blocks: MinedBlock[] = []
  const followed: Followed[] = []
  chain.process.on('message', (block: MinedBlock) => void blocks.push(block))
  follower.process.on('message', (told: Followed) => void followed.push(told))
  chain.process.send('one')
  await until(() => followed.some((told) => told.kind === 'NOTE' && told.line.startsWith('Published')))
  // The backlog at the follower's start is not part of its steady work.
  for (const record of [blocks, followed, arrivals]) record.length = 0
  chain.process.send('all')
  const load = await steadyLoad(service.url, { rate: REQUESTS_A_SECOND, seconds, questionOf })
  const answers = load.map((answer, number) => ({ ...answer, kind: kindOf(number) }))
  await until(() => {
    const isRead = followed.some((told) => told.kind === 'READ' && told.to === blocks.at(-1)?.number)
    const whales = blocks.reduce((sum, block) => sum + block.whales, 0)
    return blocks.length === (seconds * 1_000) / BLOCK_MS && isRead && arrivals.length >= whales * STREAMS
  })
  for (const one of subscriptions) one.destroy()
  follower.process.send('end')
  await follower.ended
  await service.end()
  const fills = { fillsABlock: (FILLS_A_SECOND * BLOCK_MS) / 1_000, streams: STREAMS }
  for (const line of reportStream({
    ...fills,
    blocks,
    followed,
    answers,
    arrivals,
    midnight: midnightOf(blocks),
  }))
    console.log(`stream, ${traders.toLocaleString('en')} traders: ${line}`)
} finally {
  for (const child of children) if (child.connected) child.disconnect()
  await rm(folder, { recursive: true, force: true })
}

/** Starts one of the bench's processes and waits until it can begin. */
async function start(script: string, order: object) {
  const child = fork(new URL(script, import.meta.url))
  children.push(child)
  // It may end before it is asked to.
  const ended = once(child, 'exit')
  child.send(order)
  return { process: child, said: await childReply(child), ended }
}

/** One in ten is a profile, three are boards by GraphQL. */
function kindOf(number: number): (typeof KINDS)[number] {
  return number % 10 === 0 ? KINDS[2] : number % 10 <= 3 ? KINDS[1] : KINDS[0]
}

function questionOf(number: number) {
  const kind = kindOf(number)
  if (kind === 'profiles') return { path: `/v1/trader/${walletOf(number % traders)}` }
  return kind === 'boards by REST' ? HOT_QUESTION : BOARD_QUESTION
}

/** Resolves once that is so, or after long enough. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; waited < PATIENCE * 10 && !isSo(); waited++) await sleep(100)
}

/** When the first block of the new day was mined, in milliseconds since 1970. */
function midnightOf(blocks: readonly MinedBlock[]): number {
  return blocks[Math.ceil((Math.floor(BEFORE_MIDNIGHT * seconds) * 1_000) / BLOCK_MS)]?.at ?? Number.NaN
}
