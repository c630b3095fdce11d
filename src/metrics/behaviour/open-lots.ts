import { defined } from '../../checks.ts'
import type { MicroShares, Seconds } from '../../ledger/quantities.ts'

/** Shares of one token by the time they came in, oldest first: sales take from the front. */
export interface OpenLots {
  /** The time of each lot, and the shares left of it; those before `first` are closed. */
  times: Seconds[]
  left: MicroShares[]
  first: number
}

/** Returns lots with no shares. */
export function noLots(): OpenLots {
  return { times: [], left: [], first: 0 }
}

/** Adds a lot of shares. */
export function addLot(lots: OpenLots, time: Seconds, shares: MicroShares): void {
  lots.times.push(time)
  lots.left.push(shares)
}

/**
 * Removes shares, first in, first out; for each lot that they close, whole or in part, it adds the seconds
 * held. An exit larger than the holding closes only the holding.
 */
export function closeLots(lots: OpenLots, time: Seconds, shares: MicroShares, held: Seconds[]): void {
  let leaving = shares
  while (leaving > 0 && lots.first < lots.left.length) {
    const left = defined(lots.left[lots.first])
    const closed = Math.min(leaving, left)
    held.push(time - defined(lots.times[lots.first]))
    leaving -= closed
    lots.left[lots.first] = left - closed
    if (left === closed) lots.first += 1
  }
  if (lots.first > 32 && 2 * lots.first > lots.left.length) dropClosed(lots)
}

/** Shares in the lots that are open. */
export function openShares({ left, first }: OpenLots): MicroShares {
  let sum = 0
  for (let i = first; i < left.length; i++) sum += defined(left[i])
  return sum
}

function dropClosed(lots: OpenLots): void {
  lots.times.splice(0, lots.first)
  lots.left.splice(0, lots.first)
  lots.first = 0
}
