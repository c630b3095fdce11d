import { MICRO, type MicroPrice } from '../../src/ledger/quantities.ts'
import type { OpenCondition, Outcome } from '../world/model.ts'
import type { World } from '../world/world-state.ts'
import { publicOdds } from './open-market.ts'

/** The best prices for one outcome, in whole ticks. */
export interface Quote {
  bid: MicroPrice
  ask: MicroPrice
  tick: MicroPrice
}

/**
 * The book's best prices for an outcome now: the public odds on the tick grid, a tick of noise on them, and a tick to
 * either side. The tick is a cent, and a tenth of one near 0 and 1. Prices are within .001 and .999.
 */
export function quoteOf(world: World, condition: OpenCondition, outcome: Outcome): Quote {
  const odds = publicOdds(condition, world.hour)
  const fair = outcome === 0 ? odds : MICRO - odds
  const tick = fair < 50_000 || fair > 950_000 ? 1_000 : 10_000
  const noise = (world.random.below(3) - 1) * tick
  const middle = Math.min(998_000, Math.max(2_000, Math.round(fair / tick) * tick + noise))
  return { bid: middle - tick, ask: middle + tick, tick }
}

/** A price moved by a number of ticks, kept within .001 and .999. */
export function movedPrice(price: MicroPrice, ticks: number, tick: MicroPrice): MicroPrice {
  return Math.min(999_000, Math.max(1_000, price + ticks * tick))
}
