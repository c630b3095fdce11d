import type { Seconds } from '../../../ledger/quantities.ts'
import type { PlaceBound } from '../../../store/ledger/event-filter.ts'
import { chainKey } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../context.ts'

/** Said of every list that ends there. */
export const ENDS_AT_DELAY = 'Without Pro, it ends at the delay.'

/**
 * The last place of the ledger whose events a caller may be shown one by one: the snapshot's cutoff, and without Pro nothing
 * that is newer than what public whale alerts show.
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

/** Whether an event stands at or ahead of a place. */
export function isUpTo({ time, key }: PlaceBound, end: PlaceBound): boolean {
  return time < end.time || (time === end.time && key <= end.key)
}
