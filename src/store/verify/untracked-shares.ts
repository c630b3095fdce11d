import type { Database } from '../engine/database.ts'
import { positionKey } from '../ingest/fold-state.ts'
import { ledgerOf } from '../ledger/ledger.ts'

/** Shares in the ledger without a known origin. */
export interface UntrackedShares {
  /** Untracked micro-shares by position key; only positions that have some. */
  byPosition: ReadonlyMap<number, number>
  /** Traders that have some: their coverage is PARTIAL. */
  traders: ReadonlySet<number>
}

/** Reads them from the position days, along their key. */
export async function readUntracked(db: Database): Promise<UntrackedShares> {
  const byPosition = new Map<number, number>()
  const traders = new Set<number>()
  for await (const part of ledgerOf(db).days({ columns: ['untracked'], some: 'untracked' })) {
    for (const { trader, token, untracked } of part.records()) {
      const key = positionKey(token, trader)
      byPosition.set(key, (byPosition.get(key) ?? 0) + untracked)
      traders.add(trader)
    }
  }
  return { byPosition, traders }
}
