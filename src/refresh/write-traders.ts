import type { Sql } from '../store/database.ts'
import type { TraderRows } from './trader-rows.ts'
import {
  ANALYTICS,
  CLOSES,
  insertRows,
  replaceRows,
  SERIES,
  STATS,
  type TraderSet,
} from './versioned-rows.ts'

/**
 * Writes what a snapshot tells of some traders. A head snapshot (above 0) writes what changed since the one
 * before; one as of a day (below 0) holds rows of its own, which no other reads.
 */
export async function writeTraders(
  tx: Sql,
  snapshot: number,
  traders: TraderSet,
  { stats, series, analytics, closes }: TraderRows,
): Promise<void> {
  for (const [versioned, rows] of [
    [STATS, stats],
    [SERIES, series],
    [ANALYTICS, analytics],
    [CLOSES, closes],
  ] as const) {
    if (snapshot > 0) await replaceRows(tx, versioned, snapshot, traders, rows)
    else await insertRows(tx, versioned.table, { from: snapshot, until: snapshot + 1 }, rows)
  }
}
