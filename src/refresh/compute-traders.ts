import { setImmediate } from 'node:timers/promises'
import { PERIODS } from '../metrics/periods.ts'
import type { Sql } from '../store/database.ts'
import type { SkillRecord } from '../store/snapshot/trader-record.ts'
import { addToBaselines, type Baselines } from './baselines.ts'
import type { AllStandings, Basis } from './basis.ts'
import { computeTrader, type TraderResult, type World } from './compute-trader.ts'
import { type Figures, noFigures, setFigures } from './figures.ts'
import type { Moments } from './moments.ts'
import type { LedgerBatch } from './read-trader-ledgers.ts'
import { readTraderRecords } from './read-trader-records.ts'
import { emptyStandings, setStanding } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'
import { readGroups, readSkills, type TraderSums, writeSums } from './trader-sums.ts'

/** What is known once every trader is computed and written. */
export interface TradersComputed {
  traders: number
  partialTraders: number
  standings: AllStandings
  figures: Figures
  baselines: Baselines
  /** Those who were computed and have a ledger. */
  seen: Set<number>
}

/** The traders to compute, and what is already known of all others. */
export interface TradersToCompute {
  batches: AsyncIterable<LedgerBatch>
  /** It is added to in place. */
  known: TradersComputed
  /** What it was taken over from; null where nobody was known. */
  basis: Basis | null
  /** True where the newest head snapshot tells what these rules tell: tests of the same bets are taken over. */
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
    seen: new Set(),
  }
}

/** Computes traders batch by batch; only the boards' columns stay in memory. A head snapshot's sums are written for the next. */
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
    const records = await readTraderRecords(tx, shown, cutoffDay)
    const skills = hasEarlier ? await readSkills(tx, batch.traders) : new Map<number, SkillRecord>()
    const sums: TraderSums[] = []
    const absent = new Set('ids' in batch.traders ? batch.traders.ids : [])
    for (const ledger of shown.ledgers) {
      const { trader } = ledger
      const earlier = skills.get(trader) ?? null
      const result = computeTrader({ ledger, records: records.recordsOf(trader), earlier }, world)
      absent.delete(trader)
      take(result, world.moments, known)
      const { skill, groups, windows } = result
      sums.push({ trader, skill, groups, bought: windows[ALL_TIME]?.bought ?? 0 })
    }
    for (const trader of absent) stand(trader, null, world.moments, known)
    // What the baselines hold of these traders so far.
    if (basis !== null)
      for (const before of (await readGroups(tx, batch.traders)).values())
        addToBaselines(known.baselines, before, -1)
    if (snapshot > 0) await writeSums(tx, batch.traders, sums)
    done += shown.ledgers.length
    onTraders(done)
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  return known
}

/** Adds a trader to what is known; the rest of the result need not be kept, which is much for many traders. */
function take(result: TraderResult, moments: Moments, known: TradersComputed): void {
  stand(result.trader, result, moments, known)
  addToBaselines(known.baselines, result.groups, 1)
  known.seen.add(result.trader)
  known.traders += 1
  if (result.isPartial) known.partialTraders += 1
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

const ALL_TIME = PERIODS.findIndex(({ days }) => days === null)
