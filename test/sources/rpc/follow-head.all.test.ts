import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandError } from '../../../src/errors.ts'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import type { Hash } from '../../../src/ledger/quantities.ts'
import { chainClient } from '../../../src/sources/rpc/chain-client.ts'
import { type FollowHeadOptions, followHead } from '../../../src/sources/rpc/follow-head.ts'
import { readBlocks } from '../../../src/sources/rpc/read-blocks.ts'
import { type Anvil, anvilTests, startAnvil } from '../support/anvil.ts'
import { type SeenAnswer, type SeenCall, startProxy } from '../support/hostile-proxy.ts'
import { RememberedChain } from '../support/remembered-chain.ts'
import { preparations, randomSteps, tell } from '../support/story.ts'
import { deployVenue, type Venue } from '../support/venue.ts'

let anvil: Anvil
let venue: Venue
let seed = 1

async function headOf(): Promise<{ number: number; hash: string }> {
  const { number, hash } = (await anvil.call('eth_getBlockByNumber', 'latest', false)) as Record<
    string,
    string
  >
  return { number: Number(number), hash: hash ?? '' }
}

async function mine(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++)
    await tell(anvil, venue, randomSteps(6, seed++), { perTransaction: 3, perBlock: 9 })
}

/** Replaces the last blocks by the same number of empty ones, and one more. */
async function reorganise(depth: number): Promise<void> {
  await anvil.call('anvil_reorg', depth, [])
  await mine(1)
}

/** The chain's current events of these blocks, read without a cache. */
async function eventsUpTo(to: number, from = 0): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = []
  const client = chainClient({ url: anvil.url })
  for await (const read of readBlocks({ client, from: 0, to, contracts: venue.contracts }))
    events.push(...read.events)
  return events.filter(({ block }) => (block ?? 0) >= from)
}

/** Follows until the chain that is kept ends where the node's does, less the confirmations. */
async function catchUp(kept: RememberedChain, options: Partial<FollowHeadOptions> = {}): Promise<void> {
  const head = await headOf()
  const { confirmations = 0 } = options
  const last = (await anvil.call(
    'eth_getBlockByNumber',
    `0x${(head.number - confirmations).toString(16)}`,
    false,
  )) as {
    hash: string
  }
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), 120_000)
  const client = chainClient({ url: anvil.url, retry: { baseMs: 1, maxMs: 5 } })
  const from = (kept.blocks.at(-1)?.number ?? -1) + 1
  const { contracts } = venue
  for await (const change of followHead({
    client,
    from,
    confirmations,
    knownBlocks: kept.knownBlocks,
    feeBipsOf: kept.feeBipsOf,
    pollMs: 5,
    contracts,
    signal: stop.signal,
    ...options,
  })) {
    kept.apply(change)
    if (kept.blocks.at(-1)?.hash === last.hash) stop.abort()
  }
  clearTimeout(late)
  expect(kept.blocks.at(-1)).toMatchObject({ number: head.number - confirmations, hash: last.hash })
  expect(kept.events).toEqual(await eventsUpTo(head.number - confirmations, kept.blocks[0]?.number))
}

describe.skipIf(!anvilTests)('following the head of a real chain', () => {
  beforeAll(async () => {
    anvil = await startAnvil()
    venue = await deployVenue(anvil)
    await tell(anvil, venue, preparations(), { perTransaction: 3, perBlock: 1 })
    await mine(5)
  })
  afterAll(() => anvil?.close())

  it('yields consecutive blocks, each with its parent', async () => {
    const kept = new RememberedChain()
    await catchUp(kept, { maxBlocks: 3 })
    await mine(4)
    await catchUp(kept)
    expect(kept.reorgs).toEqual([])
    expect(kept.events.length).toBeGreaterThan(30)
  })

  it('sees blocks that come while it waits', async () => {
    const kept = new RememberedChain()
    await catchUp(kept)
    const stop = new AbortController()
    const { number: head } = await headOf()
    const client = chainClient({ url: anvil.url })
    const waiting = (async () => {
      const { knownBlocks, feeBipsOf } = kept
      const options = {
        client,
        from: head + 1,
        confirmations: 0,
        knownBlocks,
        feeBipsOf,
        pollMs: 5,
        contracts: venue.contracts,
      }
      for await (const change of followHead({ ...options, signal: stop.signal })) {
        kept.apply(change)
        if ((kept.blocks.at(-1)?.number ?? 0) >= head + 3) stop.abort()
      }
    })()
    for (let i = 0; i < 3; i++) await mine(1)
    await waiting
    expect(kept.events).toEqual(await eventsUpTo(head + 3))
  })

  it('undoes reorganised blocks of any depth, and reads their replacement', async () => {
    const moves = fc.array(
      fc.record({ mined: fc.integer({ min: 1, max: 3 }), depth: fc.integer({ min: 0, max: 5 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    let reorgs = 0
    await fc.assert(
      fc.asyncProperty(moves, fc.constantFrom(0, 2), async (script, confirmations) => {
        const kept = new RememberedChain()
        for (const { mined, depth } of script) {
          await mine(mined)
          await catchUp(kept, { confirmations })
          if (depth === 0) continue
          await reorganise(depth)
          await catchUp(kept, { confirmations })
        }
        reorgs += kept.reorgs.length
      }),
      { numRuns: 8, endOnFailure: true, seed: 11 },
    )
    expect(reorgs).toBeGreaterThan(3)
  })

  it('names the first block that is no longer canonical', async () => {
    await mine(6)
    const kept = new RememberedChain()
    await catchUp(kept)
    const { number: head } = await headOf()
    await reorganise(4)
    await catchUp(kept)
    expect(kept.reorgs).toEqual([head - 3])
  })

  it('sees a reorganisation that makes the chain no longer', async () => {
    await mine(3)
    const kept = new RememberedChain()
    await catchUp(kept)
    const { number: head } = await headOf()
    await anvil.call('anvil_reorg', 2, [])
    expect((await headOf()).number).toBe(head)
    await catchUp(kept)
    expect(kept.reorgs).toEqual([head - 1])
  })

  it('sees no reorganisation above its confirmations', async () => {
    await mine(6)
    const kept = new RememberedChain()
    await catchUp(kept, { confirmations: 4 })
    await reorganise(4)
    await catchUp(kept, { confirmations: 4 })
    expect(kept.reorgs).toEqual([])
  })

  it('undoes from the last common block where few blocks are remembered', async () => {
    await mine(8)
    const kept = new RememberedChain()
    await catchUp(kept)
    const { number: head } = await headOf()
    const sparse = kept.blocks.filter(({ number }) => number === head || number === head - 6)
    const knownBlocks = async (number: number) => sparse.findLast((block) => block.number <= number) ?? null
    await reorganise(2)
    const stop = new AbortController()
    const options = { client: chainClient({ url: anvil.url }), from: head + 1, confirmations: 0, knownBlocks }
    const following = followHead({ ...options, contracts: venue.contracts, signal: stop.signal })
    expect((await following.next()).value).toEqual({ kind: 'REORG', from: head - 5 })
    await following.return(undefined)
  })

  it('undoes everything it has yielded where nothing older is known', async () => {
    await mine(4)
    const { number: head } = await headOf()
    const kept = new RememberedChain()
    const options = { client: chainClient({ url: anvil.url }), from: head - 1, confirmations: 0, pollMs: 5 }
    for await (const { facts } of readBlocks({
      client: options.client,
      from: 0,
      to: head,
      contracts: venue.contracts,
    }))
      kept.learn(facts)
    const { knownBlocks, feeBipsOf } = kept
    const following = followHead({ ...options, knownBlocks, feeBipsOf, contracts: venue.contracts })
    kept.apply((await following.next()).value)
    await reorganise(4)
    kept.apply((await following.next()).value)
    expect(kept.reorgs).toEqual([head - 1])
    kept.apply((await following.next()).value)
    expect(kept.events).toEqual(await eventsUpTo(head + 1, head - 1))
    await following.return(undefined)
  })

  it('stops where no known block is on the chain', async () => {
    const { number: head } = await headOf()
    const foreign = async (number: number) =>
      number >= head - 2 ? { number, hash: `0x${'ab'.repeat(32)}` as Hash } : null
    const options = {
      client: chainClient({ url: anvil.url }),
      from: head + 1,
      confirmations: 0,
      knownBlocks: foreign,
    }
    await expect(followHead(options).next()).rejects.toBeInstanceOf(CommandError)
  })

  it('waits for a replica that goes backwards', async () => {
    const kept = new RememberedChain()
    await catchUp(kept)
    const { number: before } = await headOf()
    await mine(4)
    const lagging = (answers: SeenAnswer[], calls: SeenCall[]) =>
      answers.map((one, i) => ({ ...one, result: laggingResult(calls[i], before - 3, one.result) }))
    const proxy = await startProxy(anvil.url, (request) =>
      request % 5 < 3 && request < 60 ? { kind: 'CHANGE', change: lagging } : null,
    )
    await catchUp(kept, {
      client: chainClient({ url: proxy.url, retry: { baseMs: 1, maxMs: 5 } }),
      maxBlocks: 2,
    })
    expect(kept.reorgs).toEqual([])
    await proxy.close()
  })

  it('ends quietly when aborted', async () => {
    const stop = new AbortController()
    const kept = new RememberedChain()
    await catchUp(kept)
    const { number: head } = await headOf()
    const client = chainClient({ url: anvil.url })
    const { knownBlocks } = kept
    const following = followHead({
      client,
      from: head + 1,
      confirmations: 0,
      knownBlocks,
      signal: stop.signal,
    })
    setTimeout(() => stop.abort(), 30)
    expect(await following.next()).toEqual({ done: true, value: undefined })
  })
})

/** The answer of a replica that has only reached block `head`. */
function laggingResult(call: SeenCall | undefined, head: number, result: unknown): unknown {
  if (call?.method === 'eth_blockNumber') return `0x${head.toString(16)}`
  if (call?.method === 'eth_getBlockByNumber') return Number(call.params[0]) > head ? null : result
  return call?.method === 'eth_getLogs' ? [] : result
}
