import type { Database } from '../engine/database.ts'
import { positionKey } from '../ingest/fold-entry.ts'
import { type DayKey, scanPositionDays } from '../ledger/scan-position-days.ts'

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
  const columns = 'trader_id AS trader, token_id AS token, day, untracked'
  const pages = scanPositionDays<DayKey & { untracked: number }>(db, columns, { also: 'untracked > 0' })
  for await (const page of pages) {
    for (const { trader, token, untracked } of page) {
      const key = positionKey(token, trader)
      byPosition.set(key, (byPosition.get(key) ?? 0) + untracked)
      traders.add(trader)
    }
  }
  return { byPosition, traders }
}
