import type { Sql } from '../store/database.ts'
import { type Basis, isByTheseRules, type Prints } from './basis.ts'
import { changedTraders } from './changed-traders.ts'
import type { World } from './compute-trader.ts'
import { nobodyKnown, type TradersComputed, type TradersToCompute } from './compute-traders.ts'
import type { Cutoff } from './cutoff.ts'
import { PARTIAL_FROM } from './figures.ts'
import { readLedgersOf, readTraderLedgers } from './read-trader-ledgers.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { rescoreTraders } from './rescore-traders.ts'
import { revalueTraders } from './revalue-traders.ts'
import { rolledTraders } from './rolled-traders.ts'
import type { TraderOrder } from './trader-order.ts'
import { tradersWithSums } from './trader-sums.ts'

/** The part of all traders above which reading everyone's ledger in order is quicker than reading some of them. */
const NEARLY_ALL = 0.7

/**
 * Who must be computed for a snapshot at this cutoff. What the newest head snapshot tells of all others holds still:
 * their standings are taken over from its basis. Where only prices at the cutoff changed, profit and scores move with them.
 * @param basis null where everyone must be computed
 * @param reseen traders whose foresight is another, whatever else is the same
 */
export async function tradersToCompute(
  tx: Sql,
  cutoff: Cutoff,
  world: World,
  order: TraderOrder,
  prints: Prints,
  basis: Basis | null,
  reseen: readonly number[],
): Promise<TradersToCompute> {
  const hasEarlier = await isByTheseRules(tx)
  const everyone = {
    batches: readTraderLedgers(tx, cutoff.day),
    known: nobodyKnown(world),
    basis: null,
    hasEarlier,
  }
  // Taking blocks back can end the ledger on an earlier day than before.
  if (basis === null || basis.day > cutoff.day) return everyone
  const { computed, revalued } =
    basis.day === cutoff.day
      ? await changedTraders(tx, basis, prints)
      : { computed: await rolledTraders(tx, basis, prints, world, cutoff.day), revalued: null }
  for (const trader of reseen) computed.add(trader)
  if (computed.size > NEARLY_ALL * basis.traders) return everyone
  if (revalued) {
    const shown = onlyShown(revalued, order)
    revalueTraders(shown, basis.standings)
    await rescoreTraders(tx, world, shown, basis)
  }
  const ids = [...computed].sort((a, b) => a - b)
  return {
    batches: readLedgersOf(tx, ids, cutoff.day),
    known: await knownBut(tx, basis, ids),
    basis,
    hasEarlier,
  }
}

/** Infrastructure and who opted out are on no board, and nothing is shown of them. */
function onlyShown(changes: ValueChanges, { hidden }: TraderOrder): ValueChanges {
  return new Map([...changes].filter(([trader]) => hidden[trader] !== 1))
}

/** What is known without those who must be computed; their standings are replaced one by one. */
async function knownBut(tx: Sql, basis: Basis, computed: readonly number[]): Promise<TradersComputed> {
  const counted = await tradersWithSums(tx, computed)
  const partial = basis.figures.get(PARTIAL_FROM)?.values
  return {
    traders: basis.traders - counted.length,
    partialTraders: basis.partialTraders - counted.filter((trader) => partial?.has(trader)).length,
    standings: basis.standings,
    figures: basis.figures,
    baselines: basis.baselines,
    seen: new Set(),
  }
}
