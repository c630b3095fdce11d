import { MICRO } from '../../src/ledger/quantities.ts'
import type { Random } from '../world/random.ts'

/**
 * The public odds, hour by hour, of several exclusive outcomes: one row of micro-probabilities per outcome, `steps + 1`
 * long, every column adding up to one. Each row is a martingale, exactly: a step moves the same amount one way or the
 * other between two outcomes on a fair coin. Steps grow as the end nears, as they do for the odds of a random walk's
 * sign, so most paths end close to 0 or 1.
 */
export function probabilityPath(random: Random, start: readonly number[], steps: number): Int32Array[] {
  const now = Int32Array.from(start)
  const rows = start.map((first) => new Int32Array(steps + 1).fill(first, 0, 1))
  for (let step = 1; step <= steps; step++) {
    const pace = paceWith(steps - step + 1, start.length)
    for (let from = 0; from < now.length; from++) {
      for (let to = from + 1; to < now.length; to++) exchange(random, now, from, to, pace)
    }
    rows.forEach((row, outcome) => {
      row[step] = now[outcome] ?? 0
    })
  }
  return rows
}

/** Moves pace · p · q from one outcome to the other or back: never more than either has, as pace is below one. */
function exchange(random: Random, now: Int32Array, from: number, to: number, pace: number): void {
  const first = now[from] ?? 0
  const second = now[to] ?? 0
  const size = Math.floor((Math.floor((first * second) / MICRO) * pace) / MICRO)
  const moved = random.chance(1, 2) ? size : -size
  now[from] = first + moved
  now[to] = second - moved
}

/** A square root is correctly rounded everywhere, and the result is truncated to an integer immediately. */
function paceWith(remaining: number, outcomes: number): number {
  const pace = (outcomes > 2 ? 2_200_000 : 1_600_000) / Math.sqrt(remaining)
  return Math.min(900_000, Math.floor(pace))
}

/** Draws the outcome that comes true from the last column of a path. */
export function drawOutcome(random: Random, path: readonly Int32Array[]): number {
  let point = random.below(MICRO)
  for (const [outcome, row] of path.entries()) {
    point -= row[row.length - 1] ?? 0
    if (point < 0) return outcome
  }
  return path.length - 1
}
