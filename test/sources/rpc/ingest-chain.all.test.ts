import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../../src/cli/checks/verify-all.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import {
  type ChainIngestOptions,
  followChain,
  ingestBlocks,
  ingestPortal,
} from '../../../src/sources/ingest-chain.ts'
import { chainClient } from '../../../src/sources/rpc/chain-client.ts'
import { ChainPlaceMoved } from '../../../src/store/ledger/chain-knowledge.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { dumpLedger } from '../../store/support/ledger-dump.ts'
import { type Anvil, anvilTests, startAnvil } from '../support/anvil.ts'
import { type PortalTrouble, startPortal } from '../support/portal-of-anvil.ts'
import { preparations, randomSteps, tell } from '../support/story.ts'
import { deployVenue, type Venue } from '../support/venue.ts'

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

/** A store's tables derived from the current chain, without the names that remain of its past. */
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

describeEngines('reading the chain into the ledger', (open) => {
  test.runIf(anvilTests)('a stopped backfill resumes, and a repeated one adds nothing', async () => {
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

  test.runIf(anvilTests)('a follower whose place another process has moved writes nothing more', async () => {
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

  test.runIf(anvilTests)('reorganised blocks leave nothing, and their replacement counts', async () => {
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
      expect(await verifyAll(store.db)).toMatchObject({ holds: true })
      await mine(40)
      await catchUp(store)
    }
    const afresh = await open()
    await ingestBlocks(afresh.db, { ...options(), from: 0, to: await head() })
    expect(await derived(store)).toEqual(await derived(afresh))
  })

  test.runIf(anvilTests)('a portal gives the same ledger as a node, through any failure', async () => {
    await mine(60)
    const to = await head()
    const [node, calm, broken] = [await open(), await open(), await open()]
    const { client: _, ...rest } = options()
    await ingestBlocks(node.db, { ...options(), from: 0, to })
    const portal = await startPortal(anvil, head)
    const hostile = await startPortal(anvil, head, troubleOf)
    try {
      const all = await ingestPortal(calm.db, { ...rest, portal: { url: portal.url }, from: 0, to: null })
      expect(all.next).toBe(to + 1)
      expect(await dumpLedger(calm.db)).toEqual(await dumpLedger(node.db))
      const impatient = { url: hostile.url, idleMs: 1_500, retry: { attempts: 50, baseMs: 1, maxMs: 5 } }
      await ingestPortal(broken.db, { ...rest, portal: impatient, from: 0, to: Math.floor(to / 2) })
      await ingestPortal(broken.db, { ...rest, portal: impatient, from: 0, to })
      expect(await dumpLedger(broken.db)).toEqual(await dumpLedger(node.db))
      expect(hostile.requests).toBeGreaterThan(TROUBLES.length)
      const again = await ingestPortal(calm.db, { ...rest, portal: { url: portal.url }, from: 0, to: null })
      expect(again).toMatchObject({ events: 0, repeated: 0, next: to + 1 })
    } finally {
      await portal.close()
      await hostile.close()
    }
  })

  test.runIf(anvilTests)('blocks that a portal called final and then changed are undone', async () => {
    const store = await open()
    const { client: _, ...rest } = options()
    const portal = await startPortal(anvil, head)
    const read = () => ingestPortal(store.db, { ...rest, portal: { url: portal.url }, from: 0, to: null })
    try {
      await mine(30)
      await read()
      await anvil.call('anvil_reorg', 4, [])
      await mine(30)
      await read()
      const afresh = await open()
      await ingestBlocks(afresh.db, { ...options(), from: 0, to: await head() })
      expect(await derived(store)).toEqual(await derived(afresh))
    } finally {
      await portal.close()
    }
  })

  test.runIf(anvilTests)('an unavailable portal ends the reading in one sentence', async () => {
    const store = await open()
    const { client: _, ...rest } = options()
    const portal = await startPortal(anvil, head, () => ({ kind: 'STATUS', status: 503 }))
    const impatient = { url: portal.url, retry: { attempts: 3, baseMs: 1, maxMs: 2 } }
    await expect(ingestPortal(store.db, { ...rest, portal: impatient, from: 0, to: null })).rejects.toThrow(
      'The portal returned no blocks from 0: HTTP 503: busy.',
    )
    expect(portal.requests).toBe(3)
    await portal.close()
  })
})

/** Silence is waited out once: that takes its time. */
function troubleOf(request: number): PortalTrouble | null {
  const trouble = TROUBLES[request % TROUBLES.length] ?? null
  return trouble?.kind === 'SILENCE' && request >= TROUBLES.length ? null : trouble
}

/** The trouble of each request in turn; the sixth has none. */
const TROUBLES: (PortalTrouble | null)[] = [
  { kind: 'BREAK', lines: 2 },
  { kind: 'STATUS', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'SHORT', lines: 3 },
  { kind: 'SILENCE', lines: 1 },
  { kind: 'STATUS', status: 503 },
  null,
  { kind: 'BREAK', lines: 0 },
]
