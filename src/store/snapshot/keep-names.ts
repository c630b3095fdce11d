import { FRESH_FOR } from './fresh-for.ts'
import { readMissing } from './read-missing.ts'
import type { SnapshotReader, TraderRow } from './snapshot-reader.ts'

/** Rows that are kept at a time, some 0.3 KB each. */
const KEPT_ROWS = 20_000

type ReadNames = SnapshotReader['tradersById']

/**
 * Reads who traders are from memory where they were read within the last second: the same first hundred of the same
 * boards are asked for all day, and what they are called changes at any time.
 * @param clock milliseconds from any start, never going back
 * @param most rows that are kept
 */
export function keepNames(read: ReadNames, clock: () => number, most = KEPT_ROWS): ReadNames {
  let rows = new Map<number, TraderRow | null>()
  let since = Number.NEGATIVE_INFINITY
  return (ids) => {
    const now = clock()
    if (now - since >= FRESH_FOR || rows.size > most) {
      rows = new Map()
      since = now
    }
    return readMissing(rows, ids, read)
  }
}
