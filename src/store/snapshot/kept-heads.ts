import type { Seconds } from '../../ledger/quantities.ts'

/** The newest head snapshots, which stay: the one that is read, and two for requests that began before it. */
export const NEWEST_KEPT = 3
/** The delay is divided into these parts; the last head of each stays, and is public once its part was over a delay ago. */
const PARTS = 6

/** The seconds of one part. */
export function partOf(delay: Seconds): Seconds {
  return delay / PARTS
}

/** The facts that decide whether a head stays. */
interface Head {
  cutoffTime: Seconds
  /** Null unless a block of it was taken back. */
  takenBack: number | null
}

/**
 * The heads that stay once the first of them is published: the newest, the one that is public at its cutoff, the one before
 * that, and the last of each sixth of the delay since. Cutoffs alone decide: a clock that is ahead of the newest event finds the
 * public head among them that it would find among all.
 * @param heads newest first
 * @param delay seconds after which a head becomes public
 */
export function keptHeads<H extends Head>(heads: readonly H[], delay: Seconds): Set<H> {
  const kept = new Set(heads.slice(0, NEWEST_KEPT))
  const valid = heads.filter(({ takenBack }) => takenBack === null)
  const place = valid.findIndex(publicAt((heads[0]?.cutoffTime ?? 0) - delay, delay))
  for (const head of place < 0 ? [] : valid.slice(place, place + 2)) kept.add(head)
  const ends = new Set<Seconds>()
  for (const head of place < 0 ? valid : valid.slice(0, place)) {
    const end = endOfPart(head, delay)
    if (!ends.has(end)) kept.add(head)
    ends.add(end)
  }
  return kept
}

/**
 * Whether a head is public where events up to a time are; of several the one with the highest id is read. A head waits for the end
 * of its part, so that no later head takes its place, and which one is public tells nothing of later events.
 */
export function publicAt(upTo: Seconds, delay: Seconds): (head: Head) => boolean {
  return (head) => head.takenBack === null && endOfPart(head, delay) <= upTo
}

/** The time from which what a head first shows is public. */
export function publicFrom(cutoffTime: Seconds, delay: Seconds): Seconds {
  return endOfPart({ cutoffTime }, delay) + delay
}

/** The time of the events with which the first of some heads becomes public; null if none can. */
export function firstPublicAt(heads: readonly Head[], delay: Seconds): Seconds | null {
  const ends = heads.filter(({ takenBack }) => takenBack === null).map((head) => endOfPart(head, delay))
  return ends.length === 0 ? null : Math.min(...ends)
}

/** The last second of a head's part of the delay. */
function endOfPart({ cutoffTime }: Pick<Head, 'cutoffTime'>, delay: Seconds): Seconds {
  const part = partOf(delay)
  return delay === 0 ? cutoffTime : (Math.floor(cutoffTime / part) + 1) * part - 1
}
