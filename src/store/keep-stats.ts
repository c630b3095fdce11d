import type { PeriodDefinition } from '../metrics/periods.ts'
import type { Snapshot, SnapshotReader, TraderStats } from './snapshot-reader.ts'

/** Rows that are kept, some 1 KB each: those of every board's first hundred, over every period, several times over. */
const KEPT_ROWS = 20_000

type ReadStats = SnapshotReader['stats']
/** Of one snapshot and period, by trader id; null for a trader that has none. */
type Rows = Map<number, TraderStats | null>

/**
 * Reads traders' numbers from memory where they were read before: those of a snapshot never change, and the same first
 * hundred are asked for all day. Snapshots and periods that nobody asked for longest are forgotten first.
 * @param most rows that are kept
 */
export function keepStats(read: ReadStats, most = KEPT_ROWS): ReadStats {
  const kept = new Map<string, Rows>()
  let count = 0
  const rowsOf = (snapshot: Snapshot, period: PeriodDefinition): Rows => {
    // A store that was thrown away and filled again counts its snapshots from 1: the time tells them apart.
    const name = `${snapshot.id} ${snapshot.generatedAt} ${period.code}`
    const rows = kept.get(name) ?? new Map()
    kept.delete(name)
    kept.set(name, rows)
    return rows
  }
  const keep = (into: Rows, asked: readonly number[], fresh: ReadonlyMap<number, TraderStats>) => {
    for (const id of asked) {
      if (!into.has(id)) count++
      into.set(id, fresh.get(id) ?? null)
    }
    for (const [name, rows] of kept) {
      if (count <= most) break
      kept.delete(name)
      count -= rows.size
    }
  }
  return async (snapshot, period, ids) => {
    const known = rowsOf(snapshot, period)
    const found = new Map<number, TraderStats>()
    const missing: number[] = []
    for (const id of ids) {
      const row = known.get(id)
      if (row === undefined) missing.push(id)
      else if (row !== null) found.set(id, row)
    }
    if (missing.length === 0) return found
    const fresh = await read(snapshot, period, missing)
    keep(rowsOf(snapshot, period), missing, fresh)
    for (const [id, row] of fresh) found.set(id, row)
    return found
  }
}
