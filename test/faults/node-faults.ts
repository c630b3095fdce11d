import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../src/ledger/quantities.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { wallet } from '../chain/support/encoded-logs.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { startFollower } from '../cli/support/running-follower.ts'
import { type Anvil, startAnvil } from '../sources/support/anvil.ts'
import { mineFill } from '../sources/support/mine-fill.ts'
import { deployOnPolygon, type Venue } from '../sources/support/venue.ts'
import type { FaultGroup, FaultOptions, Outcome } from './fault.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { whileAsked } from './while-asked.ts'
import { startWorld, type World } from './world.ts'

/** Every byte between the follower and its node waits so long, in milliseconds. */
const SLOW = 1_000
const HARMS = ['killed', 'hung', 'slowed'] as const
type HarmName = (typeof HARMS)[number]

/** A chain with the venue's contracts, and a store that follows it. */
interface Followed {
  anvil: Anvil
  venue: Venue
  world: World
}

/** The chain's node killed, hung and slowed: callers notice nothing, and the follower goes on by itself. */
export const NODE_FAULTS: FaultGroup = {
  names: HARMS.map((harm) => `node-${harm}`),
  async open() {
    const folder = await temporaryFolder()
    const anvil = await startAnvil('--chain-id', '137')
    const venue = await deployOnPolygon(anvil)
    const world = await startWorld({ kind: 'sqlite', path: join(folder.path, 'world.db') })
    return {
      run: (name, options) =>
        harmNode({ anvil, venue, world }, HARMS.find((one) => name.endsWith(one)) ?? 'killed', options),
      async close() {
        await world.close()
        await anvil.close()
        await folder.remove()
      },
    }
  },
}

/** A fill is mined while the node is away; it is in the ledger when the follower has come back. */
async function harmNode(
  { anvil, venue, world }: Followed,
  harm: HarmName,
  options: FaultOptions,
): Promise<Outcome> {
  const proxy = await startFaultyProxy(anvil.url)
  const service = await world.serve()
  // No snapshot is published, so that answers stay those that they are compared with.
  const follower = startFollower(['--from', '0', '--confirmations', '1', '--no-refresh'], {
    cwd: world.folder,
    env: { ...world.env, RPC_URL: proxy.url },
  })
  await follower.until(/Following the chain/)
  const begins = { killed: proxy.refuse, hung: proxy.hang, slowed: () => proxy.slow(SLOW) }
  // Whale alerts are read from the ledger, which grows meanwhile.
  const questions = world.questions.filter((one) => !('path' in one && one.path.startsWith('/v1/whales')))
  let caughtUp: Promise<number> = Promise.resolve(0)
  const begin = async () => {
    await begins[harm]()
    await mineFill({ anvil, venue }, wallet(harm))
  }
  const end = async () => {
    await proxy.restore()
    caughtUp = secondsUntilKnown(world, wallet(harm))
  }
  try {
    const figures = await whileAsked({ ...world, questions }, service.url, { begin, end }, options)
    return { ...figures, seconds: Math.max(figures.seconds, await caughtUp) }
  } finally {
    await follower.end('SIGKILL')
    await service.end('SIGKILL')
    await proxy.close()
  }
}

/** How long it takes until the ledger knows a trader. */
async function secondsUntilKnown({ store }: World, trader: Address): Promise<number> {
  const began = performance.now()
  const reader = createReader(store.db)
  const isKnown = async () => (await reader.tradersByAddress([trader])).size > 0
  while (!(await isKnown()) && performance.now() - began < 60_000) await sleep(100)
  return (performance.now() - began) / 1_000
}
