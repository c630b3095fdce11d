import type { MicroShares, Seconds } from '../../ledger/quantities.ts'

/** Shares of one token by when they came in, oldest first: what leaves is taken from the front. */
export interface OpenLots {
  /** When each lot came in, and what is left of it; those before `first` are closed. */
  times: Seconds[]
  left: MicroShares[]
  first: number
}

/** Nothing held. */
export function noLots(): OpenLots {
  return { times: [], left: [], first: 0 }
}

/** Shares come in. */
export function addLot(lots: OpenLots, time: Seconds, shares: MicroShares): void {
  lots.times.push(time)
  lots.left.push(shares)
}

/**
 * Shares leave, first in, first out; adds for each lot that some of them close the seconds for which it was held. An
 * exit beyond what is held closes what is there and no more.
 */
export function closeLots(lots: OpenLots, time: Seconds, shares: MicroShares, held: Seconds[]): void {
  let leaving = shares
  while (leaving > 0 && lots.first < lots.left.length) {
    const left = lots.left[lots.first] ?? 0
    const closed = Math.min(leaving, left)
    held.push(time - (lots.times[lots.first] ?? time))
    leaving -= closed
    lots.left[lots.first] = left - closed
    if (left === closed) lots.first += 1
  }
  if (lots.first > 32 && 2 * lots.first > lots.left.length) dropClosed(lots)
}

/** Shares in the lots that are open. */
export function openShares({ left, first }: OpenLots): MicroShares {
  let sum = 0
  for (let i = first; i < left.length; i++) sum += left[i] ?? 0
  return sum
}

function dropClosed(lots: OpenLots): void {
  lots.times.splice(0, lots.first)
  lots.left.splice(0, lots.first)
  lots.first = 0
}
