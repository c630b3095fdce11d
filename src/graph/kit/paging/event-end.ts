import type { Seconds } from '../../../ledger/quantities.ts'
import type { PlaceBound } from '../../../store/ledger/event-filter.ts'
import { chainKey } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'

/** The last place whose events a snapshot shows. */
export function eventEnd({ cutoff }: Pick<Snapshot, 'cutoff'>): PlaceBound {
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
