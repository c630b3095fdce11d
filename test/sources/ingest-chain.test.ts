import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainIngestOptions, followChain, ingestBlocks } from '../../src/sources/ingest-chain.ts'
import { chainClient } from '../../src/sources/rpc/chain-client.ts'
import { ChainPlaceMoved } from '../../src/store/chain-place-moved.ts'
import type { Store } from '../../src/store/store.ts'
import { verifyStore } from '../../src/store/verify/verify-store.ts'
import { describeEngines } from '../store/engines.ts'
import { dumpLedger } from '../store/ledger-dump.ts'
import { type Anvil, anvilTests, startAnvil } from './rpc/anvil.ts'
import { preparations, randomSteps, tell } from './rpc/story.ts'
import { deployVenue, type Venue } from './rpc/venue.ts'

let anvil: Anvil
let venue: Venue
let seed = 100

const options = (): ChainIngestOptions => ({
  client: chainClient({ url: anvil.url, retry: { baseMs: 1, maxMs: 5 } }),
  chainId: 31_337,
  contracts: venue.contracts,
})

async function head(): Promise<number> {
  return Number(await anvil.call('eth_blockNumber'))
}

async function mine(steps: number): Promise<void> {
  await tell(anvil, venue, randomSteps(steps, seed++), { perTransaction: 3, perBlock: 2 })
}

/** What a store makes of the chain as it stands now, less the names that it keeps of its past. */
async function derived(store: Store) {
  const { conditions, ...rest } = await dumpLedger(store.db)
  const resolved = conditions?.filter((row) => (row as { payouts: string | null }).payouts !== null)
  return { ...rest, resolved }
}

/** Follows until the store has read the newest block. */
async function catchUp(store: Store): Promise<void> {
  const newest = await head()
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), 120_000)
  await followChain(store.db, {
    ...options(),
    from: 0,
    confirmations: 0,
    pollMs: 20,
    signal: stop.signal,
    onChange({ kind, to }) {
      if (kind === 'BLOCKS' && to >= newest) stop.abort()
    },
  })
  clearTimeout(late)
}

if (anvilTests) {
  beforeAll(async () => {
    anvil = await startAnvil()
    venue = await deployVenue(anvil)
    await tell(anvil, venue, preparations(), { perTransaction: 3, perBlock: 9 })
  })
  afterAll(() => anvil.close())
}

describeEngines('the chain in the ledger', (open) => {
  test.runIf(anvilTests)('a backfill that is stopped goes on, and one run again adds nothing', async () => {
    await mine(150)
    const to = await head()
    const whole = await open()
    const pieces = await open()
    const all = await ingestBlocks(whole.db, { ...options(), from: 0, to })
    expect(all.events).toBeGreaterThan(100)
    await ingestBlocks(pieces.db, { ...options(), from: 0, to: Math.floor(to / 3) })
    await ingestBlocks(pieces.db, { ...options(), from: 0, to })
    expect(await dumpLedger(pieces.db)).toEqual(await dumpLedger(whole.db))
    const again = await ingestBlocks(whole.db, { ...options(), from: 0, to })
    expect(again).toMatchObject({ events: 0, next: to + 1 })
  })

  test.runIf(anvilTests)('a follower whose place another one has moved writes nothing more', async () => {
    const { db } = await open()
    const following = followChain(db, {
      ...options(),
      from: await head(),
      confirmations: 1,
      pollMs: 10,
      async onChange() {
        await db.run('UPDATE chain_sync SET next_block = next_block - 1')
        await mine(10)
      },
    })
    const refused = expect(following).rejects.toThrow(ChainPlaceMoved)
    await mine(10)
    await refused
  })

  test.runIf(anvilTests)(
    'blocks that the chain takes back leave nothing, and those that follow count',
    async () => {
      const store = await open()
      await catchUp(store)
      for (const [depth, hours] of [
        [1, 0],
        [3, 30],
        [8, 5],
        [2, 24],
      ] as const) {
        await anvil.call('anvil_reorg', depth, [])
        await anvil.call('evm_increaseTime', hours * 3_600)
        await mine(12)
        await catchUp(store)
        expect(await verifyStore(store.db)).toMatchObject({ holds: true })
        await mine(40)
        await catchUp(store)
      }
      const afresh = await open()
      await ingestBlocks(afresh.db, { ...options(), from: 0, to: await head() })
      expect(await derived(store)).toEqual(await derived(afresh))
    },
  )
})
