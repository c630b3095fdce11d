import type { Sql } from '../store/database.ts'
import { type Basis, type Prints, readBasis } from './basis.ts'
import { changedTraders } from './changed-traders.ts'
import type { World } from './compute-trader.ts'
import { nobodyKnown, type TradersComputed, type TradersToCompute } from './compute-traders.ts'
import type { Cutoff } from './cutoff.ts'
import { readLedgersOf, readTraderLedgers } from './read-trader-ledgers.ts'
import { type Revalued, revalueTraders } from './revalue-traders.ts'
import { addStanding, type Standings, standingsWithout } from './standings.ts'
import { FOR_EVER } from './versioned-rows.ts'

/**
 * Who must be computed for a snapshot at this cutoff. What the newest head snapshot tells of all others holds still:
 * their rows stay valid, and their standings are taken over from its basis. Where only prices at the cutoff changed,
 * the new rows follow from the old, and are written at once.
 * @param prints of the ledger now; null where everyone must be computed
 */
export async function tradersToCompute(
  tx: Sql,
  snapshot: number,
  cutoff: Cutoff,
  world: World,
  prints: Prints | null,
): Promise<TradersToCompute> {
  const basis = prints === null ? null : await readBasis(tx, cutoff)
  if (prints === null || basis === null) {
    return { batches: readTraderLedgers(tx, cutoff.day), known: nobodyKnown(world) }
  }
  const { computed, revalued } = await changedTraders(tx, basis.prints, prints)
  const { stats, left } = await revalueTraders(tx, snapshot, cutoff.day, revalued)
  for (const trader of left) computed.add(trader)
  const ids = [...computed].sort((a, b) => a - b)
  return { batches: readLedgersOf(tx, ids, cutoff.day), known: await knownFrom(tx, basis, computed, stats) }
}

/** What is known without those who must be computed: the basis, with the newest rows in place of its standings. */
async function knownFrom(
  tx: Sql,
  basis: Basis,
  computed: ReadonlySet<number>,
  newest: Revalued['stats'],
): Promise<TradersComputed> {
  const without = (standings: ReadonlyMap<number, Standings>, left: ReadonlySet<number>) =>
    new Map([...standings].map(([code, ofPeriod]) => [code, standingsWithout(ofPeriod, left)]))
  // Whoever has an event has a row of all time, period 0.
  const shown = await tx.get<{ traders: number; partial: number }>(
    'SELECT COUNT(*) AS traders, COUNT(CASE WHEN untracked > 0 THEN 1 END) AS partial FROM trader_stats ' +
      `WHERE ${tx.isIn('trader_id', 'int')} AND period = 0 AND until_snapshot = ${FOR_EVER}`,
    [tx.list([...computed])],
  )
  const now = without(basis.standings.now, new Set([...computed, ...newest.map((row) => row.trader_id)]))
  for (const row of newest) {
    const standings = now.get(row.period)
    if (standings) addStanding(standings, row.trader_id, row)
  }
  return {
    traders: basis.traders - (shown?.traders ?? 0),
    partialTraders: basis.partialTraders - (shown?.partial ?? 0),
    standings: { now, dayBefore: without(basis.standings.dayBefore, computed) },
  }
}
