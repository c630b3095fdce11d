import { createRandom } from '../../seeds/world/random.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { DAY_SECONDS, type Hash, MICRO, type Seconds } from '../../src/ledger/quantities.ts'
import { endOf, type MarketShape, tokenOf, walletOf } from './market-store.ts'

/** Where the new fills of a store come from. */
export interface NewFills {
  /** A number of fills of one block, drawn at random each time, at a second that never goes back. */
  take(count: number, time: Seconds): Fill[]
  /** The second after the newest fill, plus a number of days. */
  after(days?: number): Seconds
}

/** Numbers from `first` on. */
interface Numbers {
  first: number
  count: number
}

/** Fills after those of a store's shape, by any of these traders in any of these markets. */
export function createNewFills(
  shape: MarketShape,
  { traders, markets }: Record<'traders' | 'markets', Numbers>,
): NewFills {
  const random = createRandom(1, 'new fills')
  let { block, time: newest } = endOf(shape)
  const oneOf = ({ first, count }: Numbers) => first + random.below(count)
  return {
    after: (days = 0) => newest + 1 + days * DAY_SECONDS,
    take(count, time) {
      newest = Math.max(newest, time)
      block++
      return Array.from({ length: count }, (_, logIndex) => {
        const cents = 2 + random.below(97)
        const units = 500 + random.below(20_000)
        return {
          kind: 'FILL',
          block,
          logIndex,
          tx: hash(block, logIndex),
          time: newest,
          exchange: null,
          owner: walletOf(oneOf(traders)),
          counterparty: null,
          role: 'TAKER',
          side: 'BUY',
          token: tokenOf(oneOf(markets), random.below(2) === 0 ? 0 : 1),
          shares: (units * MICRO) / 100,
          usd: units * cents * 100,
          fee: 0,
          feeIn: 'USD',
          orderHash: null,
        }
      })
    },
  }
}

function hash(block: number, logIndex: number): Hash {
  return `0x${(BigInt(block) * 2n ** 20n + BigInt(logIndex)).toString(16).padStart(64, 'f')}` as Hash
}
