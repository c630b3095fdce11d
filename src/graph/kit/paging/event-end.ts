import type { PlaceBound } from '../../../store/ledger/place.ts'
import { cutoffPlace } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'

/** The last place whose events a snapshot shows. */
export function eventEnd({ cutoff }: Pick<Snapshot, 'cutoff'>): PlaceBound {
  return cutoffPlace(cutoff)
}

/** Returns whether an event is at or before a place. */
export function isUpTo({ time, key }: PlaceBound, end: PlaceBound): boolean {
  return time < end.time || (time === end.time && key <= end.key)
}
