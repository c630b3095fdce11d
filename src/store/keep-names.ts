import { readMissing } from './read-missing.ts'
import type { SnapshotReader, TraderRow } from './snapshot-reader.ts'

/** Traders that are kept: those of all boards' first hundreds. */
const KEPT_TRADERS = 10_000
/** How long who a trader is is taken from memory, in milliseconds: as long as which snapshot is the newest. */
const KEPT_FOR = 1_000

type ReadNames = SnapshotReader['tradersById']

/** By which clock, and how many. */
export interface KeepNamesOptions {
  /** Milliseconds that only go up. @default the process's own */
  clock?: () => number
  /** Traders that are kept. @default 10000 */
  most?: number
}

/**
 * Reads who traders are from memory where that was read within a second: names change at any time, but the same first
 * hundred are asked for with every request.
 */
export function keepNames(read: ReadNames, options: KeepNamesOptions = {}): ReadNames {
  const { clock = () => performance.now(), most = KEPT_TRADERS } = options
  let kept = new Map<number, TraderRow | null>()
  let until = Number.NEGATIVE_INFINITY
  return (ids) => {
    const now = clock()
    if (now >= until || kept.size > most) {
      kept = new Map()
      until = now + KEPT_FOR
    }
    return readMissing(kept, ids, read)
  }
}
