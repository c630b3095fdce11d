import { defined } from '../../checks.ts'
import type { MicroShares, Seconds } from '../../ledger/quantities.ts'

/**
 * Shares of one token by the time they came in, oldest first: sales take from the front. Lots are numbered from 0 as they come
 * in. Some in the middle may not be in memory: to add a lot, none of those before it is read.
 */
export interface OpenLots {
  /** The time of each lot, and the shares left of it; those before `first` are closed. */
  times: Seconds[]
  left: MicroShares[]
  first: number
  /** The number of the first lot of the lists. */
  base: number
  /** Number of lots that are not in memory. They come before `gap`, a place in the lists that `first` does not pass. */
  unread: number
  gap: number
}

/** Returns lots with no shares. */
export function noLots(): OpenLots {
  return unreadLots(0, 0)
}

/** Returns lots that are not in memory, from a number on up to the `next`. */
export function unreadLots(first: number, next: number): OpenLots {
  return { times: [], left: [], first: 0, base: first, unread: next - first, gap: 0 }
}

/** The number of a lot by its place in the lists. */
export function lotNumber({ base, gap, unread }: OpenLots, place: number): number {
  return base + place + (place >= gap ? unread : 0)
}

/** The number of the first open lot: of the next one, if none is open. */
export function firstLot({ base, first }: OpenLots): number {
  return base + first
}

/** The number that the next lot will have. */
export function nextLot({ base, times, unread }: OpenLots): number {
  return base + times.length + unread
}

/** The number of unread lots to read next, before shares leave: 0 if the lots in memory suffice. */
export function lotsToRead({ left, first, gap, unread }: OpenLots, leaving: MicroShares): number {
  if (unread === 0) return 0
  let known = 0
  for (let place = first; place < gap && known < leaving; place++) known += defined(left[place])
  return known >= leaving ? 0 : Math.min(unread, Math.max(8, gap))
}

/** Puts the first of the unread lots into memory. */
export function putLots(lots: OpenLots, times: readonly Seconds[], left: readonly MicroShares[]): void {
  lots.times.splice(lots.gap, 0, ...times)
  lots.left.splice(lots.gap, 0, ...left)
  lots.gap += times.length
  lots.unread -= times.length
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
  while (leaving > 0 && firstLot(lots) < nextLot(lots)) {
    if (lots.unread > 0 && lots.first === lots.gap) throw new Error('open lots were not read')
    const left = defined(lots.left[lots.first])
    const closed = Math.min(leaving, left)
    held.push(time - defined(lots.times[lots.first]))
    leaving -= closed
    lots.left[lots.first] = left - closed
    if (left === closed) lots.first += 1
  }
  if (lots.first > 32 && 2 * lots.first > lots.left.length) dropClosed(lots)
}

function dropClosed(lots: OpenLots): void {
  lots.times.splice(0, lots.first)
  lots.left.splice(0, lots.first)
  lots.base += lots.first
  lots.gap = Math.max(0, lots.gap - lots.first)
  lots.first = 0
}
