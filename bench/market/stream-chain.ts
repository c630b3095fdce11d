/**
 * The chain of `bench/market/stream.ts`, in a process of its own: an Anvil with the venue's exchange, on which blocks
 * of fills are mined at a steady pace, independent of its readers.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fill } from '../../src/ledger/event.ts'
import { MICRO, type Seconds } from '../../src/ledger/quantities.ts'
import { hash } from '../../test/chain/support/encoded-logs.ts'
import { startAnvil } from '../../test/sources/support/anvil.ts'
import { deployOnPolygon, type VenueCall } from '../../test/sources/support/venue.ts'
import { endOf, walletOf } from './market-store.ts'
import { createNewFills } from './new-fills.ts'
import { holdersShape } from './shapes.ts'

/**
 * The order to mine, after a store of a number of holders: one block at the first message, and all others at the
 * second.
 */
export interface ChainOrder {
  traders: number
  /** The ledger's second of the first block; the chain's time continues from there. */
  time: Seconds
  blocks: number
  blockMs: number
  fillsABlock: number
  /** Every so manieth fill is large, by {@link walletOf} the number of traders. */
  whaleEvery: number
}

/** A block that was mined: when, in milliseconds since 1970, and how many of its fills are large. */
export interface MinedBlock {
  tx: string
  number: number
  at: number
  whales: number
}

/** Told first: where the chain is, and its first block of fills. */
export interface ChainPlace {
  url: string
  next: number
}

const WHALE_USD = 20_000 * MICRO
/** Blocks that the deployment may take. */
const SPARE_BLOCKS = 1_000

const [order]: [ChainOrder] = Object(await once(process, 'message'))
const { traders, time, blocks, blockMs, fillsABlock, whaleEvery } = order
const shape = holdersShape(traders)
// The deployment's blocks come at the wall clock's pace.
const genesis = ['--timestamp', String(time - 600), '--number', String(endOf(shape).block + SPARE_BLOCKS)]
const anvil = await startAnvil('--chain-id', '137', ...genesis)
// Anvil does not end with who started it.
process.once('disconnect', () => void anvil.close().then(() => process.exit(0)))
const venue = await deployOnPolygon(anvil)
const exchange = venue.addressOf('ExchangeV2')
const news = createNewFills(shape, {
  traders: { first: 0, count: traders },
  markets: { first: 0, count: Math.floor(shape.markets * 0.9) },
})
let made = 0
let next = Number(await anvil.call('eth_blockNumber')) + 1
process.send?.({ url: anvil.url, next } satisfies ChainPlace)

await once(process, 'message')
await mine(0)
await once(process, 'message')
const began = performance.now()
for (let block = 0; block < blocks; block++) await mine(block * blockMs, began)

/** Mines a block at its time, in milliseconds after the first. */
async function mine(due: number, began = performance.now()): Promise<void> {
  const { calls, whales } = callsOf(news.take(fillsABlock, time))
  const tx = await venue.send(calls)
  await sleep(Math.max(0, began + due - performance.now()))
  await anvil.call('evm_setNextBlockTimestamp', time + Math.floor(due / 1_000))
  await anvil.call('anvil_mine', '0x1')
  process.send?.({
    tx,
    number: next++,
    at: performance.timeOrigin + performance.now(),
    whales,
  } satisfies MinedBlock)
}

/** The fills as the exchange tells them, each by its taker. */
function callsOf(fills: readonly Fill[]): { calls: VenueCall[]; whales: number } {
  let whales = 0
  const calls = fills.map(({ owner, token, shares, usd }): VenueCall => {
    const isWhale = made++ % whaleEvery === 0
    if (isWhale) whales++
    const amounts = isWhale ? [WHALE_USD, 2 * WHALE_USD] : [usd, shares]
    const args = [
      hash(`order ${made}`),
      isWhale ? walletOf(traders) : owner,
      exchange,
      0,
      token,
      ...amounts,
      0,
    ]
    return { to: 'ExchangeV2', call: 'fill', args }
  })
  return { calls, whales }
}
