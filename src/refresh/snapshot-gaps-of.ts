import type { Sql } from '../store/database.ts'
import type { SnapshotGaps } from '../store/snapshot-gaps.ts'

/** Which of the traders with a gap have numbers in the snapshot that is being made, and how many of them are PARTIAL too. */
export async function snapshotGapsOf(
  tx: Sql,
  snapshot: number,
  gaps: ReadonlySet<number>,
): Promise<SnapshotGaps> {
  if (gaps.size === 0) return { traders: gaps, partialToo: 0 }
  // Whoever has numbers has a row of all time, period 0.
  const rows = await tx.all<{ trader_id: number; untracked: number }>(
    'SELECT trader_id, untracked FROM trader_stats ' +
      `WHERE ${tx.isIn('trader_id', 'int')} AND period = 0 AND from_snapshot <= ? AND until_snapshot > ?`,
    [tx.list([...gaps]), snapshot, snapshot],
  )
  return {
    traders: new Set(rows.map((row) => row.trader_id)),
    partialToo: rows.filter((row) => row.untracked > 0).length,
  }
}
