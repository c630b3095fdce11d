import { DAY_SECONDS, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import type { PricePoint } from './cross-levels.ts'

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
