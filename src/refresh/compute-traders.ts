import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../store/database.ts'
import { addToBaselines, type Baselines } from './baselines.ts'
import type { AllStandings, Basis } from './basis.ts'
import { computeTrader, type TraderResult, type World } from './compute-trader.ts'
import { type Figures, noFigures, setFigures } from './figures.ts'
import type { Moments } from './moments.ts'
import type { LedgerBatch } from './read-trader-ledgers.ts'
import { type BatchRecords, readTraderRecords } from './read-trader-records.ts'
import { emptyStandings, setStanding } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'
import { writeTraders } from './write-traders.ts'

/** What is known once every trader is computed and written. */
export interface TradersComputed {
  traders: number
  partialTraders: number
  standings: AllStandings
  figures: Figures
  baselines: Baselines
}

/** The traders to compute, and what is already known of all others. */
export interface TradersToCompute {
  batches: AsyncIterable<LedgerBatch>
  /** It is added to in place. */
  known: TradersComputed
  /** What it was taken over from; null where nobody was known. */
  basis: Basis | null
  /** True where the newest head snapshot tells what these rules tell: tests of the same bets are taken over from it. */
  hasEarlier: boolean
}

/** Where everybody must be computed: nobody is known yet. */
export function nobodyKnown({ moments }: World): TradersComputed {
  const empty = () => new Map(moments.windows.map(({ period }) => [period.code, emptyStandings()]))
  return {
    traders: 0,
    partialTraders: 0,
    standings: { now: empty(), dayBefore: empty() },
    figures: noFigures(),
    baselines: new Map(),
  }
}

/** Computes traders batch by batch and writes each batch's rows; only the boards' columns stay in memory. */
export async function computeTraders(
  tx: Sql,
  snapshot: number,
  world: World,
  order: TraderOrder,
  { batches, known, basis, hasEarlier }: TradersToCompute,
  onTraders: (done: number) => void,
): Promise<TradersComputed> {
  let done = 0
  const cutoffDay = world.moments.days.at(-1) ?? 0
  for await (const batch of batches) {
    const shown = { ...batch, ledgers: batch.ledgers.filter(({ trader }) => order.hidden[trader] !== 1) }
    const records = await readTraderRecords(tx, shown, cutoffDay, hasEarlier)
    const results = shown.ledgers.map((ledger) => {
      const { trader } = ledger
      const earlier = records.earlier.get(trader) ?? null
      return computeTrader({ ledger, records: records.recordsOf(trader), earlier }, world)
    })
    standAll(batch, results, world, known)
    addAll(known.baselines, results, basis === null ? null : records)
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

/** @param counted what the baselines hold of these traders so far; null for nothing */
function addAll(baselines: Baselines, results: readonly TraderResult[], counted: BatchRecords | null): void {
  for (const before of counted?.earlier.values() ?? []) addToBaselines(baselines, before, -1)
  for (const { analytics } of results) addToBaselines(baselines, analytics, 1)
}

function standAll(
  { traders }: LedgerBatch,
  results: readonly TraderResult[],
  { moments }: World,
  known: TradersComputed,
): void {
  const absent = new Set('ids' in traders ? traders.ids : [])
  for (const result of results) {
    absent.delete(result.trader)
    stand(result.trader, result, moments, known)
  }
  for (const trader of absent) stand(trader, null, moments, known)
}

/** @param result null for a trader of whom the ledger holds nothing any more */
function stand(
  trader: number,
  result: TraderResult | null,
  moments: Moments,
  { standings: { now, dayBefore }, figures }: TradersComputed,
): void {
  setFigures(figures, trader, result?.figures ?? null)
  for (const [i, { period }] of moments.windows.entries()) {
    const [ofNow, ofBefore] = [now.get(period.code), dayBefore.get(period.code)]
    if (ofNow) setStanding(ofNow, trader, result?.windows[i] ?? null)
    if (ofBefore) setStanding(ofBefore, trader, result?.previous[i] ?? null)
  }
}
