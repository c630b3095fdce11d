import type { Sql } from '../store/database.ts'
import { TRADER_SERIES, TRADER_STATS } from '../store/tables.ts'
import type { TraderResult } from './compute-trader.ts'
import { insertRows, replaceRows, type TraderSet } from './versioned-rows.ts'

const STATS = { table: TRADER_STATS, identity: ['trader_id', 'period'] }
const SERIES = { table: TRADER_SERIES, identity: ['trader_id'] }

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
  const stats = results.flatMap((result) => result.stats)
  const series = results.flatMap(({ trader, points }) =>
    points === null ? [] : [{ trader_id: trader, points }],
  )
  if (snapshot > 0) {
    await replaceRows(tx, STATS, snapshot, traders, stats)
    await replaceRows(tx, SERIES, snapshot, traders, series)
  } else {
    const valid = { from: snapshot, until: snapshot + 1 }
    await insertRows(tx, TRADER_STATS, valid, stats)
    await insertRows(tx, TRADER_SERIES, valid, series)
  }
}
