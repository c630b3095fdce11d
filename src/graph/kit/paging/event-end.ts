import type { Seconds } from '../../../ledger/quantities.ts'
import type { PlaceBound } from '../../../store/ledger/event-filter.ts'
import { chainKey } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../context.ts'

/** Said of every list that ends there. */
export const ENDS_AT_DELAY = 'Without Pro, it ends at the delay.'

/**
 * Returns the last place whose events a caller may see one by one: the snapshot's cutoff, and without Pro no
 * later than public whale alerts.
 */
export function eventEnd(
  { cutoff }: Pick<Snapshot, 'cutoff'>,
  { whales, caller }: Pick<RequestContext, 'whales' | 'caller'>,
): PlaceBound {
  const seen = whales.seenUpTo(caller.tier)
  if (seen !== null && seen < cutoff.time) return endOf(seen)
  return cutoff.block === null
    ? endOf(cutoff.time)
    : { time: cutoff.time, key: chainKey(cutoff.block + 1, 0) - 1 }
}

/** The last place of a second. */
function endOf(time: Seconds): PlaceBound {
  return { time, key: Number.MAX_SAFE_INTEGER }
}

/** Returns whether an event is at or before a place. */
export function isUpTo({ time, key }: PlaceBound, end: PlaceBound): boolean {
  return time < end.time || (time === end.time && key <= end.key)
}
