import type { MicroShares, Seconds } from '../ledger/quantities.ts'
import type { MetricDefinition } from './metric-definition.ts'

/** How long a position is kept. */
export const HOLDING_TIME = {
  id: 'holdingTime',
  title: 'Holding time',
  formula:
    'Median time between buying and leaving over closed lots, matched first in, first out within a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.',
  unit: 'hours',
  range: '0 or more',
  minimumSample: { count: 1, of: 'closed lots' },
  direction: 'NEUTRAL',
  nullWhen: 'no lot was closed',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Shares of one token entering (positive) or leaving (negative) a wallet. */
export interface ShareMove {
  readonly time: Seconds
  readonly shares: MicroShares
}

/**
 * Seconds for which each closed lot of one token was held, in the order they closed. `moves` are in chain order;
 * a resolution is an exit of everything held. An exit beyond the holding closes what is there and no more.
 */
export function closedLots(moves: Iterable<ShareMove>): Seconds[] {
  const entries: { time: Seconds; left: MicroShares }[] = []
  const held: Seconds[] = []
  let first = 0
  for (const { time, shares } of moves) {
    if (shares > 0) entries.push({ time, left: shares })
    let leaving = -shares
    while (leaving > 0) {
      const entry = entries[first]
      if (entry === undefined) break
      const closed = Math.min(leaving, entry.left)
      held.push(time - entry.time)
      leaving -= closed
      entry.left -= closed
      if (entry.left === 0) first += 1
    }
  }
  return held
}

/**
 * Median of the lots of all tokens, in hours; the mean of the middle two where their number is even.
 * Null when no lot was closed.
 */
export function holdingTime(lots: Iterable<Seconds>): number | null {
  const sorted = Float64Array.from(lots).sort()
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) return null
  const below = sorted.length % 2 === 1 ? middle : (sorted[sorted.length / 2 - 1] ?? middle)
  return (below + middle) / 2 / 3600
}
