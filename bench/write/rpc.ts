import { chainClient } from '../../src/sources/rpc/chain-client.ts'
import { readBlocks } from '../../src/sources/rpc/read-blocks.ts'
import { startAnvil } from '../../test/sources/support/anvil.ts'
import { preparations, randomSteps, tell } from '../../test/sources/support/story.ts'
import { deployVenue } from '../../test/sources/support/venue.ts'

const LOGS = 20_000
const ROUNDS = 5

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const anvil = await startAnvil()
const venue = await deployVenue(anvil)
const steps = [...preparations(), ...randomSteps(LOGS, 1)]
await tell(anvil, venue, steps, { perTransaction: 25, perBlock: 4 })
const to = Number(await anvil.call('eth_blockNumber'))
const client = chainClient({ url: anvil.url })
let events = 0

async function read(): Promise<void> {
  for await (const window of readBlocks({ client, from: 0, to, contracts: venue.contracts }))
    events += window.events.length
}

/** The baseline: the node's own answer to the same question, parsed and not looked at. */
async function ask(): Promise<void> {
  const address = venue.contracts.contracts.map((one) => one.address)
  for (let from = 0; from <= to; from += 100) {
    const filter = { address, fromBlock: `0x${from.toString(16)}`, toBlock: `0x${(from + 99).toString(16)}` }
    await anvil.call('eth_getLogs', filter)
  }
}

await read()
await ask()
events = 0
let reading = 0
let asking = 0
for (let round = 0; round < ROUNDS; round++) {
  reading += await secondsOf(read)
  asking += await secondsOf(ask)
}
console.log(
  `rpc: ${Math.round(events / reading).toLocaleString('en')} events/s read from Anvil, ` +
    `${(reading / asking).toFixed(2)} × the time of the bare eth_getLogs`,
)
await anvil.close()
