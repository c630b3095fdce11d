import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../store/database.ts'
import type { AllStandings, Basis } from './basis.ts'
import { computeTrader, type TraderResult, type World } from './compute-trader.ts'
import type { Moments } from './moments.ts'
import type { LedgerBatch } from './read-trader-ledgers.ts'
import { emptyStandings, setStanding } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'
import { writeTraders } from './write-traders.ts'

/** What is known once every trader is computed and written. */
export interface TradersComputed {
  traders: number
  partialTraders: number
  standings: AllStandings
}

/** The traders to compute, and what is already known of all others. */
export interface TradersToCompute {
  batches: AsyncIterable<LedgerBatch>
  /** It is added to in place. */
  known: TradersComputed
  /** What it was taken over from; null where nobody was known. */
  basis: Basis | null
}

/** Where everybody must be computed: nobody is known yet. */
export function nobodyKnown({ moments }: World): TradersComputed {
  const empty = () => new Map(moments.windows.map(({ period }) => [period.code, emptyStandings()]))
  return { traders: 0, partialTraders: 0, standings: { now: empty(), dayBefore: empty() } }
}

/** Computes traders batch by batch and writes each batch's rows; only the boards' columns stay in memory. */
export async function computeTraders(
  tx: Sql,
  snapshot: number,
  world: World,
  order: TraderOrder,
  { batches, known }: TradersToCompute,
  onTraders: (done: number) => void,
): Promise<TradersComputed> {
  let done = 0
  for await (const batch of batches) {
    const results = batch.ledgers
      .filter(({ trader }) => order.infrastructure[trader] !== 1)
      .map((ledger) => computeTrader(ledger, world))
    standAll(batch, results, world, known.standings)
    await writeTraders(tx, snapshot, batch.traders, results)
    known.traders += results.length
    known.partialTraders += results.filter(({ isPartial }) => isPartial).length
    done += results.length
    onTraders(done)
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  return known
}

function standAll(
  { traders }: LedgerBatch,
  results: readonly TraderResult[],
  { moments }: World,
  standings: AllStandings,
): void {
  const absent = new Set('ids' in traders ? traders.ids : [])
  for (const result of results) {
    absent.delete(result.trader)
    stand(result.trader, result, moments, standings)
  }
  for (const trader of absent) stand(trader, null, moments, standings)
}

/** @param result null for a trader of whom the ledger holds nothing any more */
function stand(
  trader: number,
  result: TraderResult | null,
  moments: Moments,
  { now, dayBefore }: AllStandings,
): void {
  for (const [i, { period }] of moments.windows.entries()) {
    const [ofNow, ofBefore] = [now.get(period.code), dayBefore.get(period.code)]
    if (ofNow) setStanding(ofNow, trader, result?.windows[i] ?? null)
    if (ofBefore) setStanding(ofBefore, trader, result?.previous[i] ?? null)
  }
}
