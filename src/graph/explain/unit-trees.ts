import { exactMoney, exactShares, plural } from '../../formats.ts'
import { type Day, MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import { isLoss, isProfit } from '../../metrics/profit/results.ts'
import { type MetricId, metricById, nullSentence } from '../../metrics/registry.ts'
import {
  type DecidedUnit,
  decidedUnits,
  MINIMUM_RETURNS,
  type SkillTest,
  seedOf,
} from '../../metrics/skill/edge.ts'
import type { SkillRecord, TraderPosition } from '../../store/snapshot/trader-record.ts'
import { type Step, type StepKind, stepOf, valueFrom } from '../kit/explanation.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type PositionAt, type PositionSum, positionStep, SUMS } from './position-steps.ts'
import { countedText, dateOf, unitOfMetric, valueText } from './step-texts.ts'

// Numbers that count decided units, each with its whole life: rates, ratios, and tests by draws.

/** A trader's positions with the days that a number is of. */
interface UnitScope extends Omit<PositionAt, 'day'> {
  trader: TraderProfile
  /** The day before the window; null for all time. */
  dayBefore: Day | null
  to: Day
  positionsAt(day: Day): Promise<readonly TraderPosition[]>
}

/** The units that were decided in a window, with the positions of each. */
interface Decided {
  scope: UnitScope
  units: readonly DecidedUnit[]
  positionsOf(unit: DecidedUnit): readonly TraderPosition[]
}

const TREES = {
  wins: (decided: Decided) => countOf(decided, 'wins', isProfit),
  losses: (decided: Decided) => countOf(decided, 'losses', isLoss),
  winRate: winRateOf,
  edge: edgeOf,
  profitFactor: profitFactorOf,
  sharpeRatio: (decided: Decided) => returnsOf(decided, 'sharpeRatio'),
  sortinoRatio: (decided: Decided) => returnsOf(decided, 'sortinoRatio'),
  edgeInterval: intervalOf,
  edgePValue: pValueOf,
} as const satisfies Partial<Record<MetricId, (decided: Decided) => Step | Promise<Step>>>

/** True for a metric that counts decided units. */
export function isOfUnits(metric: MetricId): metric is keyof typeof TREES {
  return metric in TREES
}

/** True for the numbers of the tests of skill, which are of the whole record. */
export function isDrawn(metric: MetricId): boolean {
  return metric === 'edgeInterval' || metric === 'edgePValue'
}

/** The tree of a number of the units that were decided in a window. */
export async function unitsTree(scope: UnitScope, metric: keyof typeof TREES): Promise<Step> {
  const { dayBefore, to } = scope
  const positions = await scope.positionsAt(to)
  const byUnit = Map.groupBy(positions, ({ unit }) => unit)
  const units = decidedUnits(
    positions.map(({ unit, isOpen, isTouched, realized, bought, boughtShares, closedOn }) => ({
      unit,
      open: isOpen,
      realized,
      cost: bought,
      shares: boughtShares,
      closedOn: isTouched ? (closedOn ?? to) : null,
    })),
  ).filter(({ decidedOn }) => decidedOn <= to && (dayBefore === null || decidedOn > dayBefore))
  return TREES[metric]({ scope, units, positionsOf: ({ unit }) => byUnit.get(unit) ?? [] })
}

/** A metric that is one step divided by another. @param said the division with its inputs */
export function ratioStep(
  metric: MetricId,
  value: number | null,
  said: string,
  steps: readonly Step[],
): Step {
  const { title } = metricById(metric)
  const unit = unitOfMetric(metric)
  const text = `${said} = ${valueText(value, unit)}.`
  return stepOf({ name: metric, title, kind: 'RATIO', unit, value, text, steps: async () => steps })
}

/** A unit with its whole life's part of a sum. */
function unitStep({ scope, positionsOf }: Decided, unit: DecidedUnit, sum: PositionSum): Step {
  const own = positionsOf(unit)
  const steps = own
    .filter((position) => sum.of(position) !== 0)
    .map((position) => positionStep(position, sum, { ...scope, day: scope.to }))
  const value = Number(valueFrom('SUM', steps))
  return stepOf({
    name: `unit-${unit.unit}`,
    token: own[0]?.token ?? null,
    day: unit.decidedOn,
    value,
    text: `Decided on ${dateOf(unit.decidedOn)}, with its whole life: ${valueText(value, sum.unit)}.`,
    steps: async () => steps,
  })
}

function bySize(of: (unit: DecidedUnit) => number, units: readonly DecidedUnit[]): DecidedUnit[] {
  return [...units].sort((a, b) => Math.abs(of(b)) - Math.abs(of(a)) || a.unit - b.unit)
}

const profitOf = ({ pnl }: DecidedUnit) => pnl

/** The units that cost something. */
function paidUnits({ units }: Decided): DecidedUnit[] {
  return units.filter(({ cost }) => cost > 0)
}

/** The number of units with a profit, or of those with a loss, the largest first. */
function countOf(decided: Decided, name: 'wins' | 'losses', holds: (pnl: MicroUsd) => boolean): Step {
  const units = bySize(
    profitOf,
    decided.units.filter(({ pnl }) => holds(pnl)),
  )
  const { title, formula } = metricById(name)
  return stepOf({
    name,
    title,
    kind: 'COUNT',
    unit: 'COUNT',
    value: units.length,
    text: `${formula} ${plural(units.length, 'unit')}.`,
    steps: async () => units.map((unit) => unitStep(decided, unit, SUMS.realizedPnl)),
  })
}

function winRateOf(decided: Decided): Step {
  const wins = countOf(decided, 'wins', isProfit)
  const losses = countOf(decided, 'losses', isLoss)
  const both = Number(wins.value) + Number(losses.value)
  const all = stepOf({
    name: 'decided',
    title: 'Wins and losses',
    unit: 'COUNT',
    value: both,
    text: `${wins.value} + ${losses.value} = ${both}.`,
    steps: async () => [wins, losses],
  })
  const value = both === 0 ? null : Number(wins.value) / both
  return ratioStep('winRate', value, `${wins.value} ÷ (${wins.value} + ${losses.value})`, [wins, all])
}

interface UnitSum {
  name: string
  title: string
  units: readonly DecidedUnit[]
  sum: PositionSum
  of: (unit: DecidedUnit) => number
  /** −1 where the sum is shown without its minus. @default 1 */
  sign?: 1 | -1
}

/** A sum over units, the largest part first. */
function sumOfUnits(decided: Decided, { name, title, units, sum, of, sign = 1 }: UnitSum): Step {
  const steps = bySize(of, units).map((unit) => ({ ...unitStep(decided, unit, sum), sign }))
  const value = Number(valueFrom('SUM', steps))
  const text = countedText(steps.length, 'decided unit', exactMoney(value))
  return stepOf({ name, title, value, text, steps: async () => steps })
}

const COST = { name: 'cost', sum: SUMS.totalBought, of: ({ cost }: DecidedUnit) => cost } as const
const PROFIT = { name: 'profit', sum: SUMS.realizedPnl, of: profitOf } as const

/** Profit of the units that cost something, divided by their cost. */
function edgeOf(decided: Decided): Step {
  const units = paidUnits(decided)
  const profit = sumOfUnits(decided, { ...PROFIT, title: 'Profit of decided units', units })
  const cost = sumOfUnits(decided, { ...COST, title: 'Cost of decided units', units })
  const value = Number(cost.value) === 0 ? null : Number(profit.value) / Number(cost.value)
  const said = `${exactMoney(Number(profit.value), true)} ÷ ${exactMoney(Number(cost.value))}`
  return ratioStep('edge', value, said, [profit, cost])
}

/** The profits of units divided by the losses of others. */
function profitFactorOf(decided: Decided): Step {
  const gains = decided.units.filter(({ pnl }) => isProfit(pnl))
  const losses = decided.units.filter(({ pnl }) => isLoss(pnl))
  const steps = [
    sumOfUnits(decided, { ...PROFIT, title: 'Profits', units: gains }),
    sumOfUnits(decided, { ...PROFIT, name: 'losses', title: 'Losses', units: losses, sign: -1 }),
  ]
  const said = steps.map(({ value }) => exactMoney(Number(value))).join(' ÷ ')
  return ratioStep('profitFactor', valueFrom('RATIO', steps), said, steps)
}

/** Kinds of the second step of a ratio of mean to deviation, and its words. */
const DEVIATIONS = {
  sharpeRatio: { kind: 'DEVIATION', title: 'Standard deviation of the returns' },
  sortinoRatio: { kind: 'DOWNSIDE', title: 'Downside deviation of the returns, to 0' },
} as const satisfies Record<string, { kind: StepKind; title: string }>

/** The mean return of units that cost a dollar or more, divided by its deviation. */
function returnsOf(decided: Decided, metric: keyof typeof DEVIATIONS): Step {
  const units = decided.units.filter(({ cost }) => cost >= MICRO)
  const returns = bySize(({ pnl, cost }) => pnl / cost, units).map((unit) => returnStep(decided, unit))
  const { kind, title } = DEVIATIONS[metric]
  const isVaried =
    kind === 'DEVIATION'
      ? returns.some(({ value }) => value !== returns[0]?.value)
      : units.some(({ pnl }) => isLoss(pnl))
  if (units.length < MINIMUM_RETURNS || !isVaried) return unknownStep(metric)
  const over = (name: string, kind: StepKind, title: string) => {
    const value = valueFrom(kind, returns)
    const text = `Of ${plural(returns.length, 'return')}: ${valueText(value, 'FRACTION')}.`
    return stepOf({ name, title, kind, unit: 'FRACTION', value, text, steps: async () => returns })
  }
  const steps = [over('mean', 'MEAN', 'Mean return'), over('deviation', kind, title)]
  const said = steps.map(({ value }) => valueText(value, 'FRACTION')).join(' ÷ ')
  return ratioStep(metric, valueFrom('RATIO', steps), said, steps)
}

/** A unit's step, and its profit and cost as two. */
function profitAndCost(decided: Decided, unit: DecidedUnit): { own: Step; steps: readonly Step[] } {
  const own = unitStep(decided, unit, SUMS.realizedPnl)
  const cost = unitStep(decided, unit, SUMS.totalBought)
  return {
    own,
    steps: [
      { ...own, name: 'profit', token: null, title: 'Profit' },
      { ...cost, name: 'cost', token: null, title: 'Cost' },
    ],
  }
}

/** A unit's profit divided by its cost. */
function returnStep(decided: Decided, unit: DecidedUnit): Step {
  const { own, steps } = profitAndCost(decided, unit)
  const value = valueFrom('RATIO', steps)
  const said = `${exactMoney(unit.pnl, true)} ÷ ${exactMoney(unit.cost)} = ${valueText(value, 'FRACTION')}`
  const text = `Decided on ${dateOf(unit.decidedOn)}: ${said}.`
  return stepOf({ ...own, kind: 'RATIO', unit: 'FRACTION', value, text, steps: async () => steps })
}

/** The tests of skill of the record: what the units and the seed give again. */
async function drawnOf({ scope: { trader, context } }: Decided): Promise<SkillRecord | null> {
  const { snapshot, row } = trader
  return (await context.loaders(snapshot).facts.analytics(snapshot, [row.id])).get(row.id)?.skill ?? null
}

/** The interval of draws: its upper end less its lower one. */
async function intervalOf(decided: Decided): Promise<Step> {
  const metric = 'edgeInterval'
  const ends = (await drawnOf(decided))?.interval ?? null
  if (ends === null) return unknownStep(metric)
  const [low, high] = ends
  const end = (name: string, title: string, value: number) =>
    drawStep(decided, { name, title, value, metric, test: 'bootstrap' })
  const lower: Step = { ...end('low', 'Lower end', low), sign: -1 }
  const steps = [end('high', 'Upper end', high), lower]
  const words = ends.map((own) => valueText(own, 'FRACTION')).join(' to ')
  const value = valueFrom('SUM', steps)
  const text = `${words}: ${valueText(value, 'FRACTION')} wide.`
  const { title } = metricById(metric)
  return stepOf({ name: metric, title, unit: 'FRACTION', value, words, text, steps: async () => steps })
}

async function pValueOf(decided: Decided): Promise<Step> {
  const metric = 'edgePValue'
  const value = (await drawnOf(decided))?.pValue ?? null
  if (value === null) return unknownStep(metric)
  return drawStep(decided, { name: metric, title: metricById(metric).title, value, metric, test: 'null' })
}

/** A metric without a value here, and when it has none. */
function unknownStep(metric: MetricId): Step {
  const definition = metricById(metric)
  const text = `${definition.formula}${nullSentence(definition)}`
  const { title } = definition
  return stepOf({ name: metric, title, kind: 'FACT', unit: unitOfMetric(metric), value: null, text })
}

interface Drawn {
  name: string
  title: string
  value: number
  metric: MetricId
  test: SkillTest
}

/** A number that was drawn, with everything that its draw read: the seed, and each unit's profit, cost and shares. */
function drawStep(decided: Decided, { name, title, value, metric, test }: Drawn): Step {
  const units = bySize(profitOf, paidUnits(decided))
  const seed = seedOf(test, decided.scope.trader.row.address)
  return stepOf({
    name,
    title,
    kind: 'DRAW',
    unit: 'FRACTION',
    value,
    text: `${metricById(metric).formula} Seed ${seed}, sfc32 as in the methodology; ${plural(units.length, 'unit')}, drawn in the order of profit, cost and shares.`,
    steps: async () => units.map((unit) => inputStep(decided, unit)),
  })
}

function inputStep(decided: Decided, unit: DecidedUnit): Step {
  const { own, steps: both } = profitAndCost(decided, unit)
  const shares = exactShares(unit.shares)
  const paidFor = stepOf({
    name: 'shares',
    title: 'Shares paid for',
    kind: 'FACT',
    unit: 'SHARES',
    value: unit.shares,
    text: `Of buys and splits: ${shares}.`,
  })
  const text = `Decided on ${dateOf(unit.decidedOn)}: profit ${exactMoney(unit.pnl, true)}, cost ${exactMoney(unit.cost)}, ${shares}.`
  return stepOf({ ...own, kind: 'INPUTS', text, steps: async () => [...both, paidFor] })
}
