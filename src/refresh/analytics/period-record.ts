import type { MicroUsd } from '../../ledger/quantities.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { type CalibrationBin, calibration } from '../../metrics/calibration.ts'
import { type DecidedUnit, decidedBy } from '../../metrics/decided-units.ts'
import { type LargestResults, largestResults } from '../../metrics/largest-results.ts'
import { type MarketResult, marketExtremes } from '../../metrics/market-extremes.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import { profitFactor } from '../../metrics/profit-factor.ts'
import { sharpeRatio } from '../../metrics/sharpe-ratio.ts'
import { sortinoRatio } from '../../metrics/sortino-ratio.ts'
import { type WinsAndLosses, winsAndLosses } from '../../metrics/win-rate.ts'
import { type BehaviourSums, behaviourSums } from './behaviour-sums.ts'
import { type DrawdownRecord, drawdownBeforeCutoff } from './drawdown-before-cutoff.ts'
import { type LabelledSums, labelledGroups } from './labelled-groups.ts'
import type { TokenRecord, TraderFacts } from './trader-facts.ts'

/** What the units decided in a period tell. */
export interface UnitFigures extends WinsAndLosses, LargestResults {
  /** All that were decided, those without a profit or a loss included. */
  readonly decided: number
  /** Those that cost at least a dollar. */
  readonly dollarUnits: number
  readonly sharpeRatio: number | null
  readonly sortinoRatio: number | null
  readonly profitFactor: number | null
}

/**
 * A trader's period without what hangs on today's marks: it stays as it is while only prices move, and with the period's
 * totals it gives the analytics.
 */
export interface PeriodRecord {
  readonly units: UnitFigures
  readonly drawdown: DrawdownRecord
  readonly behaviour: BehaviourSums
  /** Distinct conditions with a fill. */
  readonly markets: number
  /** Dollars traded by category's label, ascending by label. */
  readonly volumeByCategory: readonly (readonly [label: number, usd: MicroUsd])[]
  readonly categories: readonly LabelledSums[]
  readonly tags: readonly LabelledSums[]
  readonly calibration: readonly CalibrationBin[]
  readonly best: readonly MarketResult[]
  readonly worst: readonly MarketResult[]
}

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
  const dayBefore = dayBeforeWindow(period, facts.cutoffDay)
  const before = dayBefore ?? Number.NEGATIVE_INFINITY
  const decided = units.filter(({ decidedOn }) => decidedOn > before)
  const volumes = facts.volumeByCategory[PERIODS.indexOf(period)] ?? new Map<number, MicroUsd>()
  const labelsOf = (unit: number) => facts.labels.get(unit)
  return {
    units: unitFigures(decided),
    drawdown: drawdownBeforeCutoff(facts.closes, dayBefore, facts.cutoffDay),
    behaviour: behaviourSums(facts.behaviour, before),
    markets: tradedMarkets(facts.tokens, before),
    volumeByCategory: [...volumes].filter(([, usd]) => usd > 0).sort(([a], [b]) => a - b),
    categories: labelledGroups(decided, (unit) => categoryOf(labelsOf(unit)?.category)),
    tags: labelledGroups(decided, (unit) => labelsOf(unit)?.tags ?? []),
    calibration: calibration(resolvedBuys(facts.tokens, before)),
    ...extremesOf(facts, markets, before),
  }
}

function unitFigures(units: readonly DecidedUnit[]): UnitFigures {
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

function categoryOf(category: number | null | undefined): number[] {
  return category === null || category === undefined ? [] : [category]
}

function tradedMarkets(tokens: readonly TokenRecord[], before: number): number {
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
export function decidedMarkets({ tokens }: Pick<TraderFacts, 'tokens'>): DecidedUnit[] {
  return decidedBy(tokens, ({ condition }) => condition)
}

function extremesOf({ conditionId }: TraderFacts, markets: readonly DecidedUnit[], before: number) {
  const results: MarketResult[] = []
  for (const { unit, pnl, decidedOn } of markets)
    if (decidedOn > before && pnl !== 0) results.push({ condition: unit, pnl })
  return marketExtremes(results, (a, b) => (conditionId(a) < conditionId(b) ? -1 : 1))
}
