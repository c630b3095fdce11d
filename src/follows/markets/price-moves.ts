import { DAY_SECONDS, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
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

/** The seconds within which a price must differ from an earlier one. */
export const JUMP_SECONDS = DAY_SECONDS

/** A place among fills: prices before the last one at it or before it do not count. */
export interface JumpBase {
  time: Seconds
  key: number
}

/** A fill whose price differs enough from one within the 24 hours before. */
export interface Jump<Point extends PricePoint> {
  /** The price that it differs from, the one that it differs most from. */
  from: MicroPrice
  point: Point
}

/** Prices that a jump may start from, in the ledger's order, each with its place. */
interface Window {
  points: readonly PricePoint[]
  first: number
  /** Places in `points` whose prices fall from one to the next: the first is of the highest that counts. */
  highest: number[]
  lowest: number[]
}

/**
 * Finds the fills whose price differs by at least `jump` from a price within the 24 hours before, including the
 * price at their start; after each, only later prices count.
 * @param base fills up to it were read before; the price there is the first that counts
 */
export function findJumps<Point extends PricePoint>(
  jump: MicroPrice,
  base: JumpBase,
  points: readonly Point[],
  from: number,
): Jump<Point>[] {
  const jumps: Jump<Point>[] = []
  const window: Window = { points, first: 0, highest: [], lowest: [] }
  let told = base
  for (const [i, point] of points.entries()) {
    const since = point.time - JUMP_SECONDS
    // The last price before the 24 hours is the one that they began with.
    while (window.first < i - 1 && isBefore(points[window.first + 1], told, since)) leave(window)
    const { highest: [high = -1] = [], lowest: [low = -1] = [] } = window
    const [top, bottom] = [points[high]?.price ?? point.price, points[low]?.price ?? point.price]
    const [fall, rise] = [top - point.price, point.price - bottom]
    if (i >= from && compare(point, told) > 0 && Math.max(rise, fall) >= jump) {
      jumps.push({ from: rise >= fall ? bottom : top, point })
      told = point
      while (window.first < i) leave(window)
    }
    enter(window, i, point.price)
  }
  return jumps
}

function compare(one: JumpBase, other: JumpBase): number {
  return one.time - other.time || one.key - other.key
}

/** Returns whether the price before a point is out of range: at the base or before it, or before the 24 hours. */
function isBefore(point: PricePoint | undefined, told: JumpBase, since: Seconds): boolean {
  return point !== undefined && (point.time <= since || compare(point, told) <= 0)
}

function leave(window: Window): void {
  if (window.highest[0] === window.first) window.highest.shift()
  if (window.lowest[0] === window.first) window.lowest.shift()
  window.first++
}

function enter({ points, highest, lowest }: Window, i: number, price: MicroPrice): void {
  while (highest.length > 0 && (points[highest.at(-1) ?? 0]?.price ?? 0) <= price) highest.pop()
  while (lowest.length > 0 && (points[lowest.at(-1) ?? 0]?.price ?? 0) >= price) lowest.pop()
  highest.push(i)
  lowest.push(i)
}
