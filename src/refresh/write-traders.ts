import type { Sql } from '../store/database.ts'
import type { TraderResult } from './compute-trader.ts'
import {
  ANALYTICS,
  CLOSES,
  insertRows,
  type Row,
  replaceRows,
  SERIES,
  STATS,
  type TraderSet,
  type VersionedTable,
} from './versioned-rows.ts'

/**
 * Writes what a snapshot tells of some traders. A head snapshot (above 0) writes what changed since the one
 * before; one as of a day (below 0) holds rows of its own, which no other reads.
 */
export async function writeTraders(
  tx: Sql,
  snapshot: number,
  traders: TraderSet,
  results: readonly TraderResult[],
): Promise<void> {
  for (const [versioned, rows] of rowsOf(results)) {
    if (snapshot > 0) await replaceRows(tx, versioned, snapshot, traders, rows)
    else await insertRows(tx, versioned.table, { from: snapshot, until: snapshot + 1 }, rows)
  }
}

function rowsOf(results: readonly TraderResult[]): [VersionedTable, Row[]][] {
  return [
    [STATS, results.flatMap((result) => result.stats)],
    [
      SERIES,
      results.flatMap(({ trader, history }) =>
        history === null ? [] : [{ trader_id: trader, points: history }],
      ),
    ],
    [ANALYTICS, results.map(({ trader, analyticsText }) => ({ trader_id: trader, body: analyticsText }))],
    [
      CLOSES,
      results.flatMap(({ trader, close }) =>
        close === null ? [] : [{ trader_id: trader, ...close, change: 0, official_change: 0 }],
      ),
    ],
  ]
}
