import type { MicroShares, Seconds } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { medianOf } from '../percentile.ts'
import { addLot, closeLots, noLots } from './open-lots.ts'

export const HOLDING_TIME = {
  id: 'holdingTime',
  title: 'Holding time',
  formula:
    'Median time between buying and leaving over closed lots, matched first in, first out within a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.',
  unit: 'hours',
  range: { minimum: 0 },
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
 * Returns the seconds for which each closed lot of one token was held, in the order of closing. `moves` are
 * in chain order; a resolution is an exit of the whole holding. An exit larger than the holding closes only
 * the holding.
 */
export function closedLots(moves: Iterable<ShareMove>): Seconds[] {
  const lots = noLots()
  const held: Seconds[] = []
  for (const { time, shares } of moves) {
    if (shares > 0) addLot(lots, time, shares)
    else closeLots(lots, time, -shares, held)
  }
  return held
}

/**
 * Median of the lots of all tokens, in hours; the mean of the middle two where their number is even.
 * Null when no lot was closed.
 */
export function holdingTime(lots: Iterable<Seconds>): number | null {
  const seconds = medianOf(lots)
  return seconds === null ? null : seconds / 3600
}
