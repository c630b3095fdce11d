import { defined } from '../../checks.ts'
import type { Address, MicroUsd } from '../../ledger/quantities.ts'
import { type StrategyMatch, strategy } from '../../metrics/behaviour/strategy.ts'
import {
  type BotComponents,
  fillsPerActiveDay,
  isBot,
  sizeVariation,
} from '../../metrics/behaviour/trade-habits.ts'
import type { MarketResult } from '../../metrics/profit/attribution.ts'
import { meanTrade, winRate, winRateInterval } from '../../metrics/profit/results.ts'
import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { drawdownAfter } from '../../metrics/risk.ts'
import { type ExactTotal, ratioOf } from '../../metrics/running-sum.ts'
import { bernoulliNullPValue } from '../../metrics/skill/bernoulli-null-p-value.ts'
import { type CalibrationBin, entryPrices } from '../../metrics/skill/calibration.ts'
import {
  bootstrapInterval,
  edge,
  type Interval,
  LOW_Q,
  MINIMUM_STAKED_UNITS,
  type StakedColumns,
  type StakedUnit,
  stakedUnits,
  type Verdict,
  verdict,
} from '../../metrics/skill/edge.ts'
import type { LabelledSums, PeriodRecord, SkillRecord } from '../../store/snapshot/trader-record.ts'
import { botAssessment, ownMakerRatio } from './behaviour-sums.ts'
import type { PeriodTotals } from './trader-facts.ts'

export interface Summary extends PeriodTotals {
  readonly markets: number
  readonly activeDays: number
  readonly wins: number
  readonly losses: number
  readonly winRate: number | null
  readonly winRateInterval: Interval | null
  /** In dollars, not millionths. */
  readonly meanTrade: number | null
}

/** The risk taken for the results. */
export interface Risk {
  readonly sharpeRatio: number | null
  readonly sortinoRatio: number | null
  readonly profitFactor: number | null
  readonly maxDrawdown: MicroUsd
  readonly maxDrawdownPct: number | null
  readonly largestWin: MicroUsd | null
  readonly largestLoss: MicroUsd | null
}

/** How the trader trades. */
export interface Behaviour {
  readonly hourHistogram: readonly number[]
  readonly makerRatio: number | null
  /** Median hours. */
  readonly holdingTime: number | null
  /** Ten shares of the dollars of BUYs. */
  readonly entryPrices: readonly number[] | null
  readonly sizeVariation: number | null
  readonly fillsPerActiveDay: number | null
  readonly botProbability: number | null
  readonly botComponents: BotComponents | null
  readonly isBot: boolean
}

/** Skill or luck over the whole record, the same for every period. */
export interface Skill {
  /** Decided units with a cost. */
  readonly units: number
  readonly edge: number | null
  readonly edgeInterval: Interval | null
  readonly edgePValue: number | null
  readonly edgeQValue: number | null
  readonly verdict: Verdict
}

/** A trader's analytics of one period. Attribution has the trader's own sums: the baseline is joined when read. */
export interface TraderAnalytics {
  readonly summary: Summary
  readonly risk: Risk
  readonly behavior: Behaviour
  readonly strategy: StrategyMatch
  readonly skill: Skill
  readonly attribution: {
    readonly categories: readonly LabelledSums[]
    readonly tags: readonly LabelledSums[]
  }
  readonly calibration: readonly CalibrationBin[]
  readonly bestMarkets: readonly MarketResult[]
  readonly worstMarkets: readonly MarketResult[]
  /** Metrics that are null because a sample is too small, by their ids in the registry. */
  readonly insufficient: readonly MetricId[]
}

/** Facts of the snapshot that complete a record. */
export interface AnalyticsContext {
  readonly totals: PeriodTotals
  readonly skill: SkillRecord
  /** The trader's q-value in the family of the snapshot; null if the trader is in none. */
  readonly qValue: number | null
  /** The name of a category's label. */
  readonly nameOf: (label: number) => string
}

/** A period's analytics: its record, with the totals and the family's q-value of the snapshot that is read. */
export function traderAnalytics(record: PeriodRecord, context: AnalyticsContext): TraderAnalytics {
  const { totals, skill, qValue } = context
  return {
    summary: summaryOf(record, totals),
    risk: riskOf(record, totals),
    behavior: behaviourOf(record, totals),
    strategy: strategyOf(record, context),
    skill: testedSkill(skill, qValue),
    attribution: { categories: record.categories, tags: record.tags },
    calibration: record.calibration,
    bestMarkets: record.best,
    worstMarkets: record.worst,
    insufficient: tooFew(record, skill),
  }
}

/** The parts of a record that a trader's numbers are computed from. */
export type CountedRecord = Pick<
  PeriodRecord,
  'units' | 'drawdown' | 'behaviour' | 'markets' | 'volumeByCategory'
>

/** A trader's results: the record's counts beside the totals. */
export function summaryOf({ units, behaviour, markets }: CountedRecord, totals: PeriodTotals): Summary {
  const { wins, losses } = units
  const { pnl, realized, unrealized, volume, fills, roi } = totals
  return {
    pnl,
    realized,
    unrealized,
    volume,
    fills,
    roi,
    markets,
    wins,
    losses,
    activeDays: behaviour.activeDays,
    winRate: winRate({ wins, losses }),
    winRateInterval: winRateInterval({ wins, losses }),
    meanTrade: meanTrade(volume, fills),
  }
}

/** One step finishes the drawdown: the last day closes at the period's profit. */
export function riskOf({ units, drawdown }: CountedRecord, { pnl }: PeriodTotals): Risk {
  const { capitalAtRisk } = drawdown
  const { worst, peakCapital } = drawdownAfter(drawdown.before, { pnl, capitalAtRisk })
  const { sharpeRatio, sortinoRatio, profitFactor, largestWin, largestLoss } = units
  const ratios = { sharpeRatio, sortinoRatio, profitFactor, largestWin, largestLoss }
  return { ...ratios, maxDrawdown: worst, maxDrawdownPct: ratioOf(worst, peakCapital) }
}

/** How the trader trades: the sums of the record's days, with the volume of the totals. */
export function behaviourOf({ behaviour }: CountedRecord, { volume }: PeriodTotals): Behaviour {
  const { fills, activeDays, hours, usdSquares } = behaviour
  const sizes = { fills, usdSum: volume, usdSquareSum: usdSquares }
  const bot = botAssessment(behaviour, volume)
  return {
    hourHistogram: hours,
    makerRatio: ownMakerRatio(behaviour),
    holdingTime: behaviour.holdingTime,
    entryPrices: entryPrices(behaviour.entryUsd),
    sizeVariation: sizeVariation(sizes),
    fillsPerActiveDay: fillsPerActiveDay(fills, activeDays),
    botProbability: bot?.probability ?? null,
    botComponents: bot?.components ?? null,
    isBot: isBot(bot?.probability ?? null),
  }
}

/** The trader's strategy, and the rule that fired. */
export function strategyOf(
  record: CountedRecord,
  { totals, nameOf }: Pick<AnalyticsContext, 'totals' | 'nameOf'>,
): StrategyMatch {
  const { units, behaviour, markets } = record
  return strategy({
    fills: behaviour.fills,
    activeDays: behaviour.activeDays,
    markets,
    makerRatio: ownMakerRatio(behaviour),
    decidedUnits: units.decided,
    winRate: winRate(units),
    volume: asNumber(totals.volume),
    volumeByCategory: new Map(record.volumeByCategory.map(([label, usd]) => [nameOf(label), usd])),
  })
}

/** Shares of volume may be off by 1 in 2^52 above nine billion dollars. */
function asNumber(total: ExactTotal): number {
  return Number(total)
}

/** The tests of skill of a trader's whole record. @param qValue null where the test has no p-value */
export function testedSkill({ units, edge, interval, pValue }: SkillRecord, qValue: number | null): Skill {
  return {
    units,
    edge,
    edgeInterval: interval,
    edgePValue: pValue,
    edgeQValue: qValue,
    verdict: verdict({ units, q: qValue, interval }),
  }
}

/** Counts each kind of minimum sample. */
function tooFew({ units, behaviour }: PeriodRecord, skill: SkillRecord): MetricId[] {
  return insufficient({
    fills: behaviour.fills,
    buys: behaviour.buys,
    'fills whose role is known': behaviour.knownRoleFills,
    'closed lots': behaviour.lots,
    'decided units with a profit or a loss': units.wins + units.losses,
    'decided units with a profit': units.wins,
    'decided units with a loss': units.losses,
    'decided units that cost at least $1': units.dollarUnits,
    'decided units with a cost': skill.units,
  })
}

type Sampled = Extract<(typeof METRICS)[number], { minimumSample: { of: string } }>

/** The unit in which a metric's minimum sample is counted. */
type SampleKind = Sampled['minimumSample']['of']

/** A trader's count of each kind; kinds that are not counted are absent. */
type SampleCounts = Partial<Record<SampleKind, number>>

/** Ids of the metrics that are null because the minimum sample is not reached, in the registry's order. */
function insufficient(counts: SampleCounts): MetricId[] {
  return METRICS.flatMap(({ id, minimumSample }) => {
    const count = minimumSample === null ? undefined : counts[minimumSample.of]
    return minimumSample !== null && count !== undefined && count < minimumSample.count ? [id] : []
  })
}

/**
 * The edge and its tests over decided units, in any order. `earlier` is the trader's last record: if its units were
 * the same, its tests are reused, because a refresh spends its time on them.
 */
export function skillRecord(
  units: readonly StakedUnit[],
  address: Address,
  earlier: SkillRecord | null,
): SkillRecord {
  return recordOf(units, earlier, (staked) => ({
    interval: bootstrapInterval(staked, address),
    pValue: bernoulliNullPValue(staked, address),
  }))
}

/**
 * The same, for the verdict SKILLED alone. Redraws stop where the p-value is certain to be {@link LOW_Q} or more, and it is then any
 * such value with no interval: a q-value is never below its p-value, and q-values below {@link LOW_Q} depend only on p-values
 * below it. `earlier` is an answer of this function.
 */
export function skilledRecord(
  units: readonly StakedUnit[],
  address: Address,
  earlier: SkillRecord | null,
): SkillRecord {
  return recordOf(units, earlier, (staked) => {
    const pValue = bernoulliNullPValue(staked, address, LOW_Q)
    const isLow = pValue !== null && pValue < LOW_Q
    return { interval: isLow ? bootstrapInterval(staked, address) : null, pValue }
  })
}

function recordOf(
  units: readonly StakedUnit[],
  earlier: SkillRecord | null,
  test: (staked: StakedColumns) => Pick<SkillRecord, 'interval' | 'pValue'>,
): SkillRecord {
  const staked = stakedUnits(units)
  const count = staked.pnl.length
  const plain = { units: count, edge: edge(units) }
  if (count < MINIMUM_STAKED_UNITS) return { ...plain, interval: null, pValue: null, print: null }
  const print = printOf(staked)
  if (earlier?.print === print) return earlier
  return { ...plain, ...test(staked), print }
}

function printOf({ pnl, cost, shares }: StakedColumns): string {
  const print = emptyFingerprint()
  for (let i = 0; i < pnl.length; i++) {
    mixInto(print, defined(pnl[i]))
    mixInto(print, defined(cost[i]))
    mixInto(print, defined(shares[i]))
  }
  return [print.a, print.b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

/** A 64-bit hash of a list of numbers: different lists collide once in 2^64. */
interface Fingerprint {
  a: number
  b: number
}

function emptyFingerprint(): Fingerprint {
  return { a: 0x243f6a88, b: 0x13198a2e }
}

/** Adds an integer to the list, in place. */
function mixInto(print: Fingerprint, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  print.a = mix(mix(print.a, value, 0x9e3779b1), high, 0x9e3779b1)
  print.b = mix(mix(print.b, value, 0x85ebca77), high, 0x85ebca77)
}

/** For any one value, unlike states stay unlike: a multiplication by an odd number and a shift both can be undone. */
function mix(state: number, value: number, by: number): number {
  const product = Math.imul(state ^ value, by)
  return product ^ (product >>> 15)
}
