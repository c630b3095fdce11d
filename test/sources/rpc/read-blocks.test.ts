import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlockEvents } from '../../../src/sources/rpc/block-events.ts'
import { chainClient } from '../../../src/sources/rpc/chain-client.ts'
import { readBlocks } from '../../../src/sources/rpc/read-blocks.ts'
import { type Anvil, anvilTests, startAnvil } from './anvil.ts'
import { feesIn, preparations, randomSteps, type Told, tell } from './story.ts'
import { deployVenue, type Venue } from './venue.ts'

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
    const steps = [...preparations(), ...randomSteps(4_000, 7)]
    told = await tell(anvil, venue, steps, { perTransaction: 20, perBlock: 3 })
    head = Number(await anvil.call('eth_blockNumber'))
  })
  afterAll(() => anvil?.close())

  it('gives each event once and in order', async () => {
    const client = chainClient({ url: anvil.url })
    const read = await all(
      readBlocks({ client, from: 0, to: head, contracts: venue.contracts, window: { start: 4 } }),
    )
    expect(told.events.length).toBeGreaterThan(4_000)
    expect(read.flatMap(({ events }) => events)).toEqual(told.events)
    expect(read.flatMap(({ refused }) => refused).map(({ tx, logIndex }) => ({ tx, logIndex }))).toEqual(
      told.refused,
    )
    expect(feesIn(read.flatMap(({ facts }) => facts)).size).toBe(3)
  })
})
