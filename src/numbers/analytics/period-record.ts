import { type Day, MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/leaderboards.ts'
import {
  addToGroup,
  emptyGroup,
  type MarketResult,
  marketExtremes,
  type OpenGroup,
  sumsOfGroup,
} from '../../metrics/profit/attribution.ts'
import { largestResults, profitFactor, winsAndLosses } from '../../metrics/profit/results.ts'
import { addClose, drawdownAfter, NO_DRAWDOWN, sharpeRatio, sortinoRatio } from '../../metrics/risk.ts'
import { ratioOf } from '../../metrics/running-sum.ts'
import { calibration } from '../../metrics/skill/calibration.ts'
import { type DecidedUnit, decidedBy } from '../../metrics/skill/edge.ts'
import { lazily, memoize } from '../../store/snapshot/keep-newest.ts'
import type {
  DrawdownRecord,
  LabelledSums,
  PeriodRecord,
  UnitFigures,
} from '../../store/snapshot/trader-record.ts'
import type { TokenRecord } from '../windows/trader-days.ts'
import { behaviourSums } from './behaviour-sums.ts'
import type { DayClose, TraderFacts, UnitLabels } from './trader-facts.ts'

/**
 * The record of one period.
 * @param units all decided units of the facts' tokens
 * @param markets their decided markets, which all periods share
 */
export function periodRecord(
  facts: TraderFacts,
  period: PeriodDefinition,
  units: readonly DecidedUnit[],
  markets: readonly DecidedUnit[] = decidedMarkets(facts),
): PeriodRecord {
  const volumes = facts.volumeByCategory[PERIODS.indexOf(period)]
  return windowRecord(facts, { dayBefore: dayBeforeWindow(period, facts.cutoffDay), volumes }, units, markets)
}

/** The days of a record's window, which ends with the cutoff's, and the dollars traded in it by category's label. */
export interface RecordWindow {
  /** The day before the window; null for all time. */
  readonly dayBefore: Day | null
  readonly volumes: ReadonlyMap<number, MicroUsd> | undefined
}

/** The same of any window that ends with the cutoff's day. Each part is computed when it is first read. */
export function windowRecord(
  facts: TraderFacts,
  { dayBefore, volumes }: RecordWindow,
  units: readonly DecidedUnit[],
  markets: readonly DecidedUnit[] = decidedMarkets(facts),
): PeriodRecord {
  const before = dayBefore ?? Number.NEGATIVE_INFINITY
  const decided = memoize(() => units.filter(({ decidedOn }) => decidedOn > before))
  const groups = memoize(() => labelledUnits(decided(), facts.labels))
  const extremes = memoize(() => extremesOf(facts, markets, before))
  return lazily<PeriodRecord>({
    units: () => unitFigures(decided()),
    drawdown: () => drawdownBeforeCutoff(facts.closes, dayBefore, facts.cutoffDay),
    behaviour: () => behaviourSums(facts.behaviour, before),
    markets: () => tradedMarkets(facts.tokens, before),
    volumeByCategory: () => [...(volumes ?? [])].filter(([, usd]) => usd > 0).sort(([a], [b]) => a - b),
    categories: () => groups().categories,
    tags: () => groups().tags,
    calibration: () => calibration(resolvedBuys(facts.tokens, before)),
    best: () => extremes().best,
    worst: () => extremes().worst,
  })
}

/** The same record where only daily closes changed. Parts that are computed stay so. */
export function recordWithCloses(
  record: PeriodRecord,
  { closes, cutoffDay }: Pick<TraderFacts, 'closes' | 'cutoffDay'>,
  dayBefore: Day | null,
): PeriodRecord {
  const drawdown = () => drawdownBeforeCutoff(closes, dayBefore, cutoffDay)
  const own = Object.getOwnPropertyDescriptors(lazily({ drawdown }))
  return Object.create(Object.prototype, { ...Object.getOwnPropertyDescriptors(record), ...own })
}

/** The figures of the units that were decided in a window. */
export function unitFigures(units: readonly DecidedUnit[]): UnitFigures {
  let dollarUnits = 0
  for (const { cost } of units) if (cost >= MICRO) dollarUnits += 1
  return {
    decided: units.length,
    ...winsAndLosses(units),
    dollarUnits,
    sharpeRatio: sharpeRatio(units),
    sortinoRatio: sortinoRatio(units),
    profitFactor: profitFactor(units),
    ...largestResults(units),
  }
}

/** Conditions with a fill after a day. */
export function tradedMarkets(
  tokens: Iterable<Pick<TokenRecord, 'lastFill' | 'condition'>>,
  before: number,
): number {
  const traded = new Set<number>()
  for (const { lastFill, condition } of tokens)
    if (lastFill !== null && lastFill > before) traded.add(condition)
  return traded.size
}

/** All buys of one token share its outcome: they are one observation, in the period in which it was resolved. */
function* resolvedBuys(tokens: readonly TokenRecord[], before: number) {
  for (const { resolution, buyCost, buyShares } of tokens) {
    if (resolution === null || resolution.day <= before || buyShares <= 0) continue
    yield { price: Math.round((buyCost / buyShares) * MICRO), cost: buyCost, payout: resolution.payout }
  }
}

/** A condition is decided as a unit is: nothing of it is open. */
function decidedMarkets({ tokens }: Pick<TraderFacts, 'tokens'>): DecidedUnit[] {
  return decidedBy(tokens, ({ condition }) => condition)
}

function extremesOf({ conditionId }: TraderFacts, markets: readonly DecidedUnit[], before: number) {
  const results: MarketResult[] = []
  for (const { unit, pnl, decidedOn } of markets)
    if (decidedOn > before && pnl !== 0) results.push({ condition: unit, pnl })
  return marketExtremes(results, (a, b) => (conditionId(a) < conditionId(b) ? -1 : 1))
}

/** Those of a trader's facts that belong to days. */
export type DatedFacts = Pick<TraderFacts, 'closes' | 'behaviour' | 'tokens'>

/**
 * True if anything that a trader's records are computed from lies on a day from `first` to `last`: an event, a new
 * mark of something held, a result. Windows that differ by such days alone have the same records where it is false.
 */
function hasFactWithin({ closes, behaviour, tokens }: DatedFacts, first: Day, last: Day): boolean {
  if (hasDayWithin(closes, first, last) || hasDayWithin(behaviour, first, last)) return true
  for (const { closedOn, lastFill, resolution } of tokens) {
    if (closedOn !== null && closedOn >= first && closedOn <= last) return true
    if (lastFill !== null && lastFill >= first && lastFill <= last) return true
    if (resolution !== null && resolution.day >= first && resolution.day <= last) return true
  }
  return false
}

/** Ascending by day. */
function hasDayWithin(rows: readonly { readonly day: Day }[], first: Day, last: Day): boolean {
  for (let i = rows.length - 1; i >= 0; i--) {
    const day = rows[i]?.day ?? first
    if (day < first) return false
    if (day <= last) return true
  }
  return false
}

/**
 * A record for each period, in the order of `PERIODS`. If nothing happened between the starts of two periods, both have
 * the same record: most traders are new or inactive.
 * @param units all decided units of the facts' tokens
 */
export function periodRecords(facts: TraderFacts, units: readonly DecidedUnit[]): PeriodRecord[] {
  const records: PeriodRecord[] = []
  const markets = decidedMarkets(facts)
  let longer: { record: PeriodRecord; before: Day } | null = null
  for (let i = PERIODS.length - 1; i >= 0; i--) {
    const period = PERIODS[i]
    if (period === undefined) continue
    const before = dayBeforeWindow(period, facts.cutoffDay) ?? Number.NEGATIVE_INFINITY
    const isSame: boolean = longer !== null && !hasFactWithin(facts, longer.before + 1, before)
    const record: PeriodRecord =
      longer !== null && isSame ? longer.record : periodRecord(facts, period, units, markets)
    records[i] = record
    longer = { record, before }
  }
  return records
}

/** The sums of decided units by category and by tag, for each that a unit has. */
function labelledUnits(
  units: readonly DecidedUnit[],
  labels: ReadonlyMap<number, UnitLabels>,
): { categories: LabelledSums[]; tags: LabelledSums[] } {
  return {
    categories: labelledGroups(units, (unit) => {
      const category = labels.get(unit)?.category ?? null
      return category === null ? [] : [category]
    }),
    tags: labelledGroups(units, (unit) => labels.get(unit)?.tags ?? []),
  }
}

/** The sums of decided units by label, ascending, for each label that a unit has. */
export function labelledGroups(
  units: readonly DecidedUnit[],
  labelsOf: (unit: number) => readonly number[],
): LabelledSums[] {
  const groups = new Map<number, OpenGroup>()
  for (const unit of units) {
    const labels = labelsOf(unit.unit)
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i] ?? 0
      // A label counts once.
      if (labels.indexOf(label) === i) addToGroup(groupOf(groups, label), unit)
    }
  }
  const sums: LabelledSums[] = []
  for (const [label, group] of groups) sums.push({ label, ...sumsOfGroup(group) })
  return sums.sort((a, b) => a.label - b.label)
}

function groupOf(groups: Map<number, OpenGroup>, label: number): OpenGroup {
  const known = groups.get(label)
  if (known) return known
  const group = emptyGroup()
  groups.set(label, group)
  return group
}

/**
 * The drawdown up to the day before the cutoff's, from closes ascending by day; a day without one has the
 * close of the day before it. `before` is the day before the window, null for all time.
 */
function drawdownBeforeCutoff(
  closes: readonly DayClose[],
  before: Day | null,
  cutoffDay: Day,
): DrawdownRecord {
  const walk = new DrawdownWalk(before, cutoffDay)
  for (const close of closes) walk.add(close)
  return walk.record()
}

/** The same, close by close. */
export class DrawdownWalk {
  readonly #start: Day
  readonly #cutoffDay: Day
  readonly #state = { ...NO_DRAWDOWN }
  /** The profit up to the window's start. */
  #base: MicroUsd = 0
  /** The last close so far, up to the cutoff's day. */
  #capitalAtRisk: MicroUsd = 0
  #isWithin = false

  /** @param before the day before the window, null for all time */
  constructor(before: Day | null, cutoffDay: Day) {
    this.#start = before ?? Number.NEGATIVE_INFINITY
    this.#cutoffDay = cutoffDay
  }

  /** Adds the next close, which need not be kept. */
  add({ day, pnl, capitalAtRisk }: DayClose): void {
    if (day > this.#cutoffDay) return
    if (day <= this.#start) this.#base = pnl
    else {
      this.#begin()
      if (day < this.#cutoffDay) addClose(this.#state, pnl - this.#base, capitalAtRisk)
    }
    this.#capitalAtRisk = capitalAtRisk
  }

  /** The drawdown of the closes so far. */
  record(): DrawdownRecord {
    this.#begin()
    return { before: { ...this.#state }, capitalAtRisk: this.#capitalAtRisk }
  }

  /** Holdings at the window's start are at risk on its first day, with or without events. */
  #begin(): void {
    if (this.#isWithin) return
    this.#isWithin = true
    addClose(this.#state, 0, this.#capitalAtRisk)
  }
}

/** The drawdown with the cutoff's day, which is one more step. @param pnl the window's profit at the cutoff */
export function drawdownAt({ before, capitalAtRisk }: DrawdownRecord, pnl: MicroUsd) {
  const { worst, peakCapital } = drawdownAfter(before, { pnl, capitalAtRisk })
  return { maxDrawdown: worst, maxDrawdownPct: ratioOf(worst, peakCapital) }
}
