import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../seeds/world/random.ts'
import { POLYGON_CHAIN_ID } from '../../../src/cli/chain-node.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { readChainRange } from '../../../src/store/ledger/chain-knowledge.ts'
import { hashRows } from '../../../src/store/verify/check-rebuild.ts'
import { DERIVED_ROWS, type NamedRows } from '../../../src/store/verify/named-rows.ts'
import { databaseUrl, type RunningFollower, startFollower } from '../../cli/support/running-follower.ts'
import { shownSnapshot } from '../../numbers/support/shown-snapshot.ts'
import type { Anvil } from '../../sources/support/anvil.ts'
import { randomSteps, tell } from '../../sources/support/story.ts'
import type { Venue } from '../../sources/support/venue.ts'
import type { FreshStore } from '../../store/support/engines.ts'

/** A chain that goes on, and now and then takes blocks back. */
export interface MovingChain {
  anvil: Anvil
  venue: Venue
  random: Random
}

/** The result of the kills. */
export interface FollowKills {
  /** Kills that met the follower before it had published what there was to read. */
  inTheMidst: number
  /** Reorganisations of the chain meanwhile. */
  reorgs: number
}

const ARGS = ['--from', '0', '--confirmations', '0', '--refresh-every', '0']
/** A reorg happens once in this number of kills. */
const REORG_EVERY = 3

async function start(store: FreshStore, { anvil }: MovingChain, cwd: string): Promise<RunningFollower> {
  const env = { DATABASE_URL: databaseUrl(store.address), RPC_URL: anvil.url }
  const follower = startFollower(ARGS, { cwd, env })
  // Node's own start is not what is tested.
  await follower.until(/Following the chain/)
  return follower
}

/** Follows to the newest block and ends as a person ends it; answers how long the work took, in milliseconds. */
export async function followToEnd(store: FreshStore, chain: MovingChain, cwd: string): Promise<number> {
  const follower = await start(store, chain, cwd)
  const began = performance.now()
  const next = Number(await chain.anvil.call('eth_blockNumber')) + 1
  while ((await readChainRange(store.db, POLYGON_CHAIN_ID))?.next !== next) {
    if (performance.now() - began > 120_000) throw new Error(`the head was not reached: ${follower.said()}`)
    await sleep(20)
  }
  const { status, stderr } = await follower.end()
  if (status !== 0) throw new Error(`pequod follow ended with ${status}: ${stderr}`)
  return performance.now() - began
}

/** Kills the follower a number of times at random moments, while the chain continues between one start and the next. */
export async function followWithKills(
  store: FreshStore,
  chain: MovingChain,
  cwd: string,
  { kills, milliseconds }: { kills: number; milliseconds: number },
): Promise<FollowKills> {
  const report: FollowKills = { inTheMidst: 0, reorgs: 0 }
  for (let i = 0; i < kills; i++) {
    if (i % REORG_EVERY === 0) {
      await chain.anvil.call('anvil_reorg', 1 + chain.random.below(6), [])
      report.reorgs++
    }
    await advance(chain)
    const follower = await start(store, chain, cwd)
    await sleep(chain.random.fraction() * milliseconds)
    const { signal, stderr } = await follower.end('SIGKILL')
    if (signal !== 'SIGKILL') throw new Error(`pequod follow ended by itself: ${stderr}`)
    if (!/Published/.test(stderr)) report.inTheMidst++
  }
  return report
}

/** Mines some blocks of random events of the venue. */
export async function advance({ anvil, venue, random }: MovingChain): Promise<void> {
  await tell(anvil, venue, randomSteps(40, random.below(2 ** 20)), { perTransaction: 3, perBlock: 2 })
}

const EVENTS: readonly NamedRows[] = [
  {
    name: 'fills',
    select: ['f.key', 'f.tx', 'f.time', 'o.address', 'k.token', 'f.side', 'f.shares', 'f.usd', 'f.fee'],
    from: 'fills f LEFT JOIN traders o ON o.id = f.owner_id LEFT JOIN tokens k ON k.id = f.token_id',
    key: ['f.key'],
  },
  {
    name: 'movements',
    select: [
      'm.key',
      'm.item',
      'm.tx',
      'm.kind',
      'm.time',
      'o.address',
      'c.condition',
      'm.amount',
      'm.detail',
    ],
    from: 'movements m LEFT JOIN traders o ON o.id = m.owner_id LEFT JOIN conditions c ON c.id = m.condition_id',
    key: ['m.key', 'm.item'],
  },
  {
    name: 'chain_blocks',
    select: ['number', 'hash', 'parent_hash', 'time'],
    from: 'chain_blocks',
    key: ['number'],
  },
  { name: 'chain_sync', select: ['first_block', 'next_block'], from: 'chain_sync', key: ['chain_id'] },
]

/** Conditions that the chain no longer tells of keep their names, and nothing else. */
const RESOLVED = '(SELECT * FROM conditions WHERE payouts IS NOT NULL)'

/** A hash of all that a follower writes, by names: ids follow from where its windows were cut. */
export async function hashFollowed(db: Database): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const table of [...DERIVED_ROWS, ...EVENTS]) {
    const named = 'read' in table ? table : { ...table, from: table.from.replace(/^conditions/, RESOLVED) }
    const { rows, hash } = await hashRows(db, named)
    hashes[table.name] = `${rows} rows ${hash}`
  }
  const shown = JSON.stringify(await shownSnapshot(db))
  hashes.snapshot = createHash('sha256').update(shown).digest('hex')
  return hashes
}
