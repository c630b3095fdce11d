import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import type { MarketRules } from './market-rules.ts'

type MarketLevels = Pick<MarketRules, 'above' | 'below'>

/** The distance in micro-dollars by which the price must come back before a level notifies again. */
export const REARM = 20_000

/** An outcome's price by one fill, with its place in the ledger. */
export interface PricePoint {
  time: Seconds
  key: number
  price: MicroPrice
}

/** The levels that notify when the price reaches them, and the fill that last changed one. */
export interface LevelState {
  aboveArmed: boolean
  belowArmed: boolean
  time: Seconds
  key: number
}

/** A level that a fill crossed. */
export interface Crossing<Point extends PricePoint> {
  kind: 'ROSE' | 'FELL'
  level: MicroPrice
  point: Point
}

/** The levels that a price leaves armed: those that it has not reached. Without a price, both. */
export function armedBy({ above, below }: MarketLevels, price: MicroPrice | null): LevelState {
  return {
    aboveArmed: above !== null && (price === null || price < above),
    belowArmed: below !== null && (price === null || price > below),
    time: 0,
    key: Number.MIN_SAFE_INTEGER,
  }
}

/**
 * Follows the levels along fills. An armed level notifies when the price reaches it, which disarms it; a
 * price {@link REARM} back arms it again. Fills up to the state's own change nothing, so a repeated look
 * finds the same.
 * @param points in the ledger's order
 */
export function crossLevels<Point extends PricePoint>(
  { above, below }: MarketLevels,
  before: LevelState,
  points: readonly Point[],
): { state: LevelState; crossings: Crossing<Point>[] } {
  const state = { ...before }
  const crossings: Crossing<Point>[] = []
  for (const point of points) {
    const { time, key, price } = point
    if (time < before.time || (time === before.time && key <= before.key)) continue
    const { aboveArmed, belowArmed } = state
    if (above !== null) {
      if (aboveArmed && price >= above) crossings.push({ kind: 'ROSE', level: above, point })
      state.aboveArmed = aboveArmed ? price < above : price <= above - REARM
    }
    if (below !== null) {
      if (belowArmed && price <= below) crossings.push({ kind: 'FELL', level: below, point })
      state.belowArmed = belowArmed ? price > below : price >= below + REARM
    }
    if (state.aboveArmed !== aboveArmed || state.belowArmed !== belowArmed)
      Object.assign(state, { time, key })
  }
  return { state, crossings }
}
