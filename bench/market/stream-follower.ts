/**
 * The follower of `bench/market/stream.ts`, in a process of its own: the work of `pequod follow`, with its screen sent
 * to the bench. It polls the chain's head more often, so that the bench measures the work and not the pause between two
 * polls.
 */
import { once } from 'node:events'
import { POLYGON } from '../../src/chain/contracts.ts'
import { POLYGON_CHAIN_ID } from '../../src/cli/chain-node.ts'
import { watchWhales } from '../../src/jobs/news.ts'
import { publishSteadily } from '../../src/jobs/publish-steadily.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { followChain } from '../../src/sources/ingest-chain.ts'
import { chainClient } from '../../src/sources/rpc/chain-client.ts'
import { type Followed, followedScreen, now } from './followed.ts'

/** The chain to follow, and the store. */
export interface FollowOrder {
  path: string
  rpcUrl: string
  from: number
  publishEverySeconds: number
}

const POLL_MS = 20

process.once('disconnect', () => process.exit(0))
const [order]: [FollowOrder] = Object(await once(process, 'message'))
const { db, close } = await openStore({ kind: 'sqlite', path: order.path }, { checkpoints: false })
const tell = (what: Followed) => void process.send?.(what)
const screen = followedScreen(tell)
const context = { screen, env: { DATABASE_URL: `sqlite:${order.path}` } }
const ended = new AbortController()
const publisher = publishSteadily(context, db, {
  address: { kind: 'sqlite', path: order.path },
  delayMinutes: 60,
  everyMs: order.publishEverySeconds * 1_000,
})
process.send?.('ready')
process.once('message', () => ended.abort())
await followChain(db, {
  client: chainClient({ url: order.rpcUrl }),
  chainId: POLYGON_CHAIN_ID,
  contracts: POLYGON,
  from: order.from,
  confirmations: 0,
  pollMs: POLL_MS,
  signal: ended.signal,
  onRefusal: ({ reason }) => screen.warn(reason),
  async onChange({ to, report }) {
    publisher.soon()
    await watchWhales(context, db)
    tell({ at: now(), kind: 'READ', to, events: report.events })
  },
})
await publisher.end()
await close()
process.disconnect()
