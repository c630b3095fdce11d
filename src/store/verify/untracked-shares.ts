import type { Database } from '../database.ts'
import { positionKey } from '../ingest/fold-session.ts'

/** Rows read at a time. */
const PAGE = 50_000

/** What of the ledger came from nowhere that it has seen. */
export interface UntrackedShares {
  /** Untracked micro-shares by position key; only positions that have some. */
  byPosition: ReadonlyMap<number, number>
  /** Traders that have some: their coverage is PARTIAL. */
  traders: ReadonlySet<number>
}

/** Reads it off the fact grain, along its key. */
export async function readUntracked(db: Database): Promise<UntrackedShares> {
  const byPosition = new Map<number, number>()
  const traders = new Set<number>()
  for (let after = [0, 0, -1]; ; ) {
    const rows = await db.all<{ trader_id: number; token_id: number; day: number; untracked: number }>(
      'SELECT trader_id, token_id, day, untracked FROM position_days WHERE (trader_id, token_id, day) > (?, ?, ?) ' +
        `AND untracked > 0 ORDER BY trader_id, token_id, day LIMIT ${PAGE}`,
      after,
    )
    for (const row of rows) {
      const key = positionKey(row.token_id, row.trader_id)
      byPosition.set(key, (byPosition.get(key) ?? 0) + row.untracked)
      traders.add(row.trader_id)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return { byPosition, traders }
    after = [last.trader_id, last.token_id, last.day]
  }
}
