import type { Sql } from '../store/database.ts'
import { type Basis, type Prints, readBasis } from './basis.ts'
import { changedTraders } from './changed-traders.ts'
import type { World } from './compute-trader.ts'
import { nobodyKnown, type TradersComputed, type TradersToCompute } from './compute-traders.ts'
import type { Cutoff } from './cutoff.ts'
import { readLedgersOf, readTraderLedgers } from './read-trader-ledgers.ts'
import { type Standings, standingsWithout } from './standings.ts'
import { FOR_EVER } from './versioned-rows.ts'

/**
 * Who must be computed for a snapshot at this cutoff. What the newest head snapshot tells of all others holds still:
 * their rows stay valid, and their standings are taken over from its basis.
 * @param prints of the ledger now; null where everyone must be computed
 */
export async function tradersToCompute(
  tx: Sql,
  cutoff: Cutoff,
  world: World,
  prints: Prints | null,
): Promise<TradersToCompute> {
  const basis = prints === null ? null : await readBasis(tx, cutoff)
  if (prints === null || basis === null) {
    return { batches: readTraderLedgers(tx, cutoff.day), known: nobodyKnown(world) }
  }
  const ids = await changedTraders(tx, basis.prints, prints)
  return { batches: readLedgersOf(tx, ids, cutoff.day), known: await knownWithout(tx, basis, ids) }
}

/** What the newest head snapshot tells of everybody but these. */
async function knownWithout(tx: Sql, basis: Basis, ids: readonly number[]): Promise<TradersComputed> {
  const left = new Set(ids)
  const without = (standings: ReadonlyMap<number, Standings>) =>
    new Map([...standings].map(([code, ofPeriod]) => [code, standingsWithout(ofPeriod, left)]))
  // Whoever has an event has a row of all time, period 0.
  const shown = await tx.get<{ traders: number; partial: number }>(
    'SELECT COUNT(*) AS traders, COUNT(CASE WHEN untracked > 0 THEN 1 END) AS partial FROM trader_stats ' +
      `WHERE ${tx.isIn('trader_id', 'int')} AND period = 0 AND until_snapshot = ${FOR_EVER}`,
    [tx.list(ids)],
  )
  return {
    traders: basis.traders - (shown?.traders ?? 0),
    partialTraders: basis.partialTraders - (shown?.partial ?? 0),
    standings: { now: without(basis.standings.now), dayBefore: without(basis.standings.dayBefore) },
  }
}
