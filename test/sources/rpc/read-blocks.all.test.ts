import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandError } from '../../../src/errors.ts'
import type { Hash } from '../../../src/ledger/quantities.ts'
import type { BlockEvents } from '../../../src/sources/rpc/block-events.ts'
import { chainClient, checkChainId } from '../../../src/sources/rpc/chain-client.ts'
import { readBlocks } from '../../../src/sources/rpc/read-blocks.ts'
import { type Anvil, anvilTests, startAnvil } from '../support/anvil.ts'
import { type SeenAnswer, type SeenCall, startProxy, type Trouble } from '../support/hostile-proxy.ts'
import { feesIn, preparations, randomSteps, type Told, tell } from '../support/story.ts'
import { deployVenue, type Venue } from '../support/venue.ts'

let anvil: Anvil
let venue: Venue
let told: Told
let head: number

async function all(reading: AsyncIterable<BlockEvents>): Promise<BlockEvents[]> {
  const read: BlockEvents[] = []
  for await (const one of reading) read.push(one)
  return read
}

describe.skipIf(!anvilTests)('reading blocks of a real chain', () => {
  beforeAll(async () => {
    anvil = await startAnvil()
    venue = await deployVenue(anvil)
    const steps = [...preparations(), ...randomSteps(2_500, 7)]
    told = await tell(anvil, venue, steps, { perTransaction: 20, perBlock: 3 })
    head = Number(await anvil.call('eth_blockNumber'))
  })
  afterAll(() => anvil?.close())

  const contracts = () => venue.contracts
  const quick = { baseMs: 1, maxMs: 5, attempts: 10 }

  function expectAll(read: readonly BlockEvents[]): void {
    expect(read.flatMap(({ events }) => events)).toEqual(told.events)
    expect(read.map(({ from }) => from)).toEqual([0, ...read.slice(0, -1).map(({ to }) => to + 1)])
    expect(read.at(-1)?.to).toBe(head)
  }

  async function readThrough(
    trouble: Parameters<typeof startProxy>[1],
    { timeoutMs = 5_000, start = 10 } = {},
  ): Promise<{ read: BlockEvents[]; requests: number }> {
    const proxy = await startProxy(anvil.url, trouble)
    try {
      const client = chainClient({ url: proxy.url, timeoutMs, retry: quick })
      const read = await all(
        readBlocks({ client, from: 0, to: head, contracts: contracts(), window: { start } }),
      )
      return { read, requests: proxy.requests }
    } finally {
      await proxy.close()
    }
  }

  it('gives each event once and in order', async () => {
    const client = chainClient({ url: anvil.url })
    const read = await all(
      readBlocks({ client, from: 0, to: head, contracts: contracts(), window: { start: 4 } }),
    )
    expect(told.events.length).toBeGreaterThan(2_500)
    expectAll(read)
    const refused = read.flatMap(({ refused }) => refused).map(({ tx, logIndex }) => ({ tx, logIndex }))
    expect(refused).toEqual(told.refused)
    expect(feesIn(read.flatMap(({ facts }) => facts)).size).toBe(3)
    const last = (await anvil.call('eth_getBlockByNumber', 'latest', false)) as {
      hash: string
      parentHash: string
    }
    expect(read.at(-1)?.head).toMatchObject({ number: head, hash: last.hash, parentHash: last.parentHash })
  })

  it('can be stopped after any window and resumed', async () => {
    const client = chainClient({ url: anvil.url })
    const read: BlockEvents[] = []
    const fees = new Map<Hash, number>()
    for (let from = 0; from <= head; from = (read.at(-1)?.to ?? head) + 1) {
      const feeBipsOf = (market: Hash) => fees.get(market) ?? 0
      const window = { start: 1 + (from % 7), max: 9 }
      for await (const one of readBlocks({
        client,
        from,
        to: head,
        contracts: contracts(),
        feeBipsOf,
        window,
      })) {
        read.push(one)
        for (const [market, fee] of feesIn(one.facts)) fees.set(market, fee)
        break
      }
    }
    expectAll(read)
  })

  it('asks for block times where the node leaves them off its logs', async () => {
    const withoutTimes = (answers: SeenAnswer[]) =>
      answers.map((one) =>
        Array.isArray(one.result)
          ? { ...one, result: one.result.map((log) => ({ ...log, blockTimestamp: undefined })) }
          : one,
      )
    const { read, requests } = await readThrough(() => ({ kind: 'CHANGE', change: withoutTimes }))
    expectAll(read)
    expect(requests).toBeLessThan(2 * read.length + 4)
  })

  it('accepts a batch in any order', async () => {
    expectAll((await readThrough(() => ({ kind: 'CHANGE', change: (answers) => answers.toReversed() }))).read)
  })

  it('waits as long as Retry-After says', async () => {
    const seen: number[] = []
    const { read } = await readThrough(
      (request) => {
        seen.push(performance.now())
        return request === 0 ? { kind: 'STATUS', status: 429, headers: { 'retry-after': '1' } } : null
      },
      { start: 2_000 },
    )
    expectAll(read)
    expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThan(990)
  })

  const passing: [string, Trouble][] = [
    ['a 429', { kind: 'STATUS', status: 429 }],
    ['a 500', { kind: 'STATUS', status: 500, body: 'oops' }],
    ['a 502 page', { kind: 'STATUS', status: 502, body: '<html>' }],
    ['a body that is cut', { kind: 'CUT' }],
    ['a connection that breaks', { kind: 'BREAK' }],
    ['an internal error', { kind: 'ERROR', code: -32603, message: 'Internal error' }],
    ['a rate limit in an error', { kind: 'ERROR', code: -32005, message: 'rate limit exceeded' }],
    ['a missing header', { kind: 'ERROR', code: -32000, message: 'header not found' }],
    ['a response that omits a call', { kind: 'CHANGE', change: (answers) => answers.slice(1) }],
    [
      'an answer for another block',
      { kind: 'CHANGE', change: (answers) => answers.map((one) => ({ ...one, result: {} })) },
    ],
  ]
  it.each(passing)('survives %s', async (_, trouble) => {
    const { read } = await readThrough((request) => (request % 3 === 2 ? null : trouble))
    expectAll(read)
  })

  it('survives a hanging node by asking for less', async () => {
    const silent = (calls: SeenCall[]) => spanOf(calls) > 16
    const trouble = (_: number, calls: SeenCall[]): Trouble | null =>
      silent(calls) ? { kind: 'SILENCE' } : null
    const { read } = await readThrough(trouble, { timeoutMs: 150, start: 40 })
    expectAll(read)
  })

  const limits: [string, Trouble][] = [
    ['too many results', { kind: 'ERROR', code: -32005, message: 'query returned more than 10000 results' }],
    [
      'too wide a range',
      { kind: 'ERROR', code: -32602, message: 'eth_getLogs is limited to a 5 block range' },
    ],
    ['too large an answer', { kind: 'STATUS', status: 413 }],
    [
      'an error in a 400',
      { kind: 'STATUS', status: 400, body: '{"error":{"message":"Log response size exceeded."}}' },
    ],
  ]
  it.each(limits)('finds the largest window of a node that refuses with %s', async (_, trouble) => {
    const { read, requests } = await readThrough((_, calls) => (spanOf(calls) > 5 ? trouble : null), {
      start: 50,
    })
    expectAll(read)
    expect(requests).toBeLessThan(2 * (head / 5) + 20)
  })

  it('asks for one block by contract and event where even that is too much', async () => {
    const first = told.events[0]?.block ?? 0
    const trouble = (_: number, calls: SeenCall[]): Trouble | null => {
      const filter = filterOf(calls)
      const wide = filter !== null && filter.address.length * (filter.topics[0]?.length ?? 0) > 3
      return wide ? { kind: 'ERROR', code: -32005, message: 'query returned more than 10000 results' } : null
    }
    const proxy = await startProxy(anvil.url, trouble)
    const client = chainClient({ url: proxy.url, retry: quick })
    const read = await all(readBlocks({ client, from: first, to: first, contracts: contracts() }))
    await proxy.close()
    expect(read.flatMap(({ events }) => events)).toEqual(told.events.filter(({ block }) => block === first))
  })

  it('does not mistake a lagging replica for an empty range', async () => {
    const lagging = (answers: SeenAnswer[], calls: SeenCall[]) =>
      answers.map((one) => ({ ...one, result: methodOf(one, calls) === 'eth_getLogs' ? [] : null }))
    const { read } = await readThrough((request) =>
      request % 3 === 2 ? null : { kind: 'CHANGE', change: lagging },
    )
    expectAll(read)
  })

  it('drops repeated logs, and refuses unasked or unusable ones', async () => {
    const spoilt = (log: Record<string, unknown>) => [
      log,
      { ...log, logIndex: '0xfff0', removed: true },
      { ...log, logIndex: '0xfff1', blockNumber: '0xffffff' },
      { ...log, logIndex: '0xfff2', data: undefined },
      { ...log, logIndex: undefined },
      { ...log, transactionHash: '0x12' },
      null,
      log,
    ]
    const change = (answers: SeenAnswer[]) =>
      answers.map((one) =>
        Array.isArray(one.result) ? { ...one, result: one.result.flatMap(spoilt).toReversed() } : one,
      )
    const { read } = await readThrough(() => ({ kind: 'CHANGE', change }))
    expectAll(read)
    const reasons = new Map<string, number>()
    for (const { reason } of read.flatMap(({ refused }) => refused))
      reasons.set(reason.replace(/\d+/g, 'n'), (reasons.get(reason.replace(/\d+/g, 'n')) ?? 0) + 1)
    expect(Object.fromEntries(reasons)).toMatchObject({
      'it has been removed from the chain': expect.any(Number),
      'it is of block n, but blocks n to n were requested': expect.any(Number),
      'its data is missing': expect.any(Number),
      'its index is missing': expect.any(Number),
      'its transaction is missing': expect.any(Number),
    })
  })

  it('reads again where one block has two contradictory versions', async () => {
    const change = (answers: SeenAnswer[]) =>
      answers.map((one) =>
        Array.isArray(one.result)
          ? {
              ...one,
              result: one.result.map((log, i) =>
                i === 0 ? { ...log, blockHash: log.transactionHash } : log,
              ),
            }
          : one,
      )
    expectAll((await readThrough((request) => (request % 4 === 3 ? null : { kind: 'CHANGE', change }))).read)
  })

  it('fails in one sentence without the URL', async () => {
    const proxy = await startProxy(anvil.url, () => ({ kind: 'STATUS', status: 503 }))
    const client = chainClient({ url: `${proxy.url}/secret-key`, retry: { ...quick, attempts: 3 } })
    const reading = all(readBlocks({ client, from: 0, to: head, contracts: contracts(), ahead: 1 }))
    const host = new URL(proxy.url).host
    await expect(reading).rejects.toThrow(
      new CommandError(`The node at ${host} did not answer eth_getBlockByNumber: HTTP 503.`),
    )
    expect(proxy.requests).toBe(3)
    await proxy.close()
  })

  it('does not retry where the node refuses', async () => {
    const error: Trouble = { kind: 'ERROR', code: -32601, message: 'the method is not available' }
    const proxy = await startProxy(anvil.url, () => error)
    const client = chainClient({ url: proxy.url, retry: quick })
    await expect(all(readBlocks({ client, from: 0, to: head, ahead: 1 }))).rejects.toBeInstanceOf(
      CommandError,
    )
    expect(proxy.requests).toBe(1)
    await proxy.close()
  })

  it('stops immediately when aborted', async () => {
    const proxy = await startProxy(anvil.url, (request) => (request > 2 ? { kind: 'SILENCE' } : null))
    const client = chainClient({ url: proxy.url })
    const stop = new AbortController()
    const window = { start: 1, max: 1 }
    const reading = all(
      readBlocks({ client, from: 0, to: head, contracts: contracts(), window, signal: stop.signal }),
    )
    setTimeout(() => stop.abort(new Error('enough')), 100)
    await expect(reading).rejects.toThrow('enough')
    await proxy.close()
  })

  it('checks the chain it reads', async () => {
    const client = chainClient({ url: anvil.url })
    await expect(checkChainId(client, 31_337)).resolves.toBeUndefined()
    await expect(checkChainId(client, 137)).rejects.toThrow(
      new CommandError('The node is on chain 31337, not 137: check RPC_URL.'),
    )
  })
})

interface AskedFilter {
  fromBlock: string
  toBlock: string
  address: string[]
  topics: string[][]
}

function filterOf(calls: readonly SeenCall[]): AskedFilter | null {
  const logs = calls.find(({ method }) => method === 'eth_getLogs')
  return logs === undefined ? null : (logs.params[0] as AskedFilter)
}

/** Blocks that the request asks the logs of. */
function spanOf(calls: readonly SeenCall[]): number {
  const filter = filterOf(calls)
  return filter === null ? 0 : Number(filter.toBlock) - Number(filter.fromBlock) + 1
}

function methodOf({ id }: SeenAnswer, calls: readonly SeenCall[]): string | undefined {
  return calls.find((one) => one.id === id)?.method
}
