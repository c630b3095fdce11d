import type { Seconds } from '../../ledger/quantities.ts'

/** The newest head snapshots, which stay: the one that is read, and two for requests that began before it. */
export const NEWEST_KEPT = 3
/** A head of each of these parts of the delay stays, so that what is public is at most one part older than it must be. */
const PARTS = 6

/** The facts that decide whether a head stays. */
interface Head {
  cutoffTime: Seconds
  /** Null unless a block of it was taken back. */
  takenBack: number | null
}

/**
 * The heads that stay once the first of them is published: the newest, the one that is public at its cutoff, the one before
 * that, and the first of each sixth of the delay since. Cutoffs alone decide: a clock that is ahead of the newest event finds its
 * public head among them, at most a sixth of the delay older than if all had stayed.
 * @param heads newest first
 * @param delay seconds after which a head becomes public
 */
export function keptHeads<H extends Head>(heads: readonly H[], delay: Seconds): Set<H> {
  const kept = new Set(heads.slice(0, NEWEST_KEPT))
  const valid = heads.filter(({ takenBack }) => takenBack === null)
  const isPublic = publicAt((heads[0]?.cutoffTime ?? 0) - delay)
  const place = valid.findIndex(isPublic)
  const since = place < 0 ? valid : valid.slice(0, place + 1)
  for (const head of place < 0 ? [] : valid.slice(place, place + 2)) kept.add(head)
  const parts = new Set<number>()
  for (const head of delay === 0 ? [] : since.toReversed()) {
    const part = Math.floor((head.cutoffTime * PARTS) / delay)
    if (!parts.has(part)) kept.add(head)
    parts.add(part)
  }
  return kept
}

/** Whether a head is public where events up to a time are: of several the one with the highest id is read. */
export function publicAt(upTo: Seconds): (head: Head) => boolean {
  return ({ cutoffTime, takenBack }) => takenBack === null && cutoffTime <= upTo
}
