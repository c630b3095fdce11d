import { readMissing } from './read-missing.ts'
import type { SnapshotReader, TraderStats } from './snapshot-reader.ts'

/** Rows that are kept, some 1 KB each: those of every board's first hundred, over every period, several times over. */
const KEPT_ROWS = 20_000

type ReadStats = SnapshotReader['stats']
/** Of one snapshot and scope, by trader id; null for a trader that has none. */
type Rows = Map<number, TraderStats | null>

/**
 * Reads traders' numbers from memory where they were read before: those of a snapshot never change, and the same first
 * hundred are asked for all day. Snapshots and scopes that nobody asked for longest are forgotten first.
 * @param most rows that are kept
 */
export function keepStats(read: ReadStats, most = KEPT_ROWS): ReadStats {
  const kept = new Map<string, Rows>()
  return async (snapshot, scope, ids) => {
    // A store that was thrown away and filled again counts its snapshots from 1: the time tells them apart.
    const name = `${snapshot.id} ${snapshot.generatedAt} ${JSON.stringify(scope)}`
    const rows = kept.get(name) ?? new Map()
    kept.delete(name)
    kept.set(name, rows)
    const found = await readMissing(rows, ids, (missing) => read(snapshot, scope, missing))
    let count = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of kept) {
      if (count <= most) break
      kept.delete(oldest)
      count -= size
    }
    return found
  }
}
