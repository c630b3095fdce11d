import type { Random } from '../../seeds/world/random.ts'
import type { CrowdMarket } from './crowd-market.ts'

/** Shares of one outcome that a wallet bought. */
export interface Holding {
  owner: number
  market: CrowdMarket
  outcome: 0 | 1
  shares: number
}

/** Holdings that can be sold: not all there are, so that memory stays the same. */
export interface CrowdHoldings {
  add(holding: Holding): void
  /** Removes one at random; null if its market has closed meanwhile, or there is none. */
  take(): Holding | null
}

const MOST = 200_000

/** No holdings. */
export function createCrowdHoldings(random: Random): CrowdHoldings {
  const held: Holding[] = []
  return {
    add(holding) {
      held[held.length < MOST ? held.length : random.below(MOST)] = holding
    },
    take() {
      if (held.length === 0) return null
      const place = random.below(held.length)
      const holding = held[place]
      const last = held.pop()
      if (last && place < held.length) held[place] = last
      return holding?.market.isOpen ? holding : null
    },
  }
}
