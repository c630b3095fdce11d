import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'
import { keepNewest } from './keep-newest.ts'

/**
 * The traders of a snapshot with coverage GAP, as 32-bit integers by id, one blob a snapshot; no row if there are none.
 */
export const SNAPSHOT_GAPS = {
  name: 'snapshot_gaps',
  key: ['snapshot_id'],
  notNull: 'all',
  columns: { snapshot_id: 'int', traders: 'blob', partial_too: 'int' },
} as const satisfies Table

/** Traders whose coverage is GAP in a snapshot. */
export interface SnapshotGaps {
  /** Trader ids; of those that have numbers in the snapshot. */
  traders: ReadonlySet<number>
  /** How many of them have untracked shares as well. */
  partialToo: number
}

/** Writes the gaps of a snapshot that is being published. */
export async function writeSnapshotGaps(tx: Sql, snapshot: number, gaps: SnapshotGaps): Promise<void> {
  if (gaps.traders.size === 0) return
  const ids = Int32Array.from(gaps.traders).sort()
  const columns = {
    snapshot_id: [snapshot],
    traders: [new Uint8Array(ids.buffer)],
    partial_too: [gaps.partialToo],
  }
  await tx.upsert(SNAPSHOT_GAPS, columns, 1)
}

/** Snapshots whose gaps are kept in memory. */
const KEPT = 8

/** A reader of gaps, one statement a snapshot: a snapshot's gaps never change, so they are cached. */
export function createGapReader(sql: Sql): (snapshot: { id: number }) => Promise<SnapshotGaps> {
  const gaps = keepNewest((snapshot: number) => readGaps(sql, snapshot), KEPT)
  return ({ id }) => gaps(id)
}

const GAPS = statement((from, { snapshot }: { snapshot: number }) =>
  from(SNAPSHOT_GAPS).select('traders', 'partial_too').where('snapshot_id', snapshot),
)

async function readGaps(sql: Sql, snapshot: number): Promise<SnapshotGaps> {
  const row = await GAPS.get(sql, { snapshot })
  if (!row) return { traders: new Set(), partialToo: 0 }
  // Copied: a driver's buffer need not be aligned.
  const traders = new Set(new Int32Array(Uint8Array.from(row.traders).buffer))
  return { traders, partialToo: row.partialToo }
}
