import { defined } from '../../checks.ts'
import { exactMoney, plural } from '../../formats.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { isLoss, isProfit } from '../../metrics/profit/win-rate.ts'
import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/decided-units.ts'
import type { SeriesPoint } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, stepOf, valueFrom } from '../kit/explanation.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { earlier, positionChange } from './change-steps.ts'
import { type PositionAt, type PositionSum, positionStep, SUMS, VALUE } from './position-steps.ts'
import { countedText, dateOf, valueText } from './step-texts.ts'

// A trader's number as a tree: its window, its positions, their days, and the events of these.

/** The numbers of a trader that can be explained: the metric of each name on the wire. */
export const EXPLAINED = {
  pnl: 'pnl',
  'realized-pnl': 'realizedPnl',
  'unrealized-pnl': 'unrealizedPnl',
  'official-pnl': 'officialPnl',
  volume: 'volume',
  'total-bought': 'totalBought',
  fees: 'fees',
  'trade-count': 'tradeCount',
  roi: 'roi',
  wins: 'wins',
  losses: 'losses',
  'win-rate': 'winRate',
  edge: 'edge',
  'max-drawdown': 'maxDrawdown',
} as const satisfies Record<string, MetricId>

export type ExplainedName = keyof typeof EXPLAINED
export type ExplainedMetric = (typeof EXPLAINED)[ExplainedName]

/** A trader's number and the days that it is of. */
export interface ExplainedNumber {
  trader: TraderProfile
  metric: ExplainedMetric
  /** The day before the window, whose close counts as its start; null for all time. */
  dayBefore: Day | null
  to: Day
  /** The day whose close the number is compared with; null for the number itself. */
  since: { day: Day; dayBefore: Day | null } | null
  category: string | null
}

/** A number with the reads of its request. */
interface Scope extends ExplainedNumber, Omit<PositionAt, 'day'> {
  positionsAt(day: Day): Promise<readonly TraderPosition[]>
}

/** The tree of a trader's number; what is not asked for is not read. */
export async function traderTree(asked: ExplainedNumber, context: RequestContext): Promise<Step> {
  const { trader, category } = asked
  const { snapshot, row } = trader
  const positionsAt = async (day: Day) =>
    (await context.loaders(snapshot).positions(day, category).load(row.id)) ?? []
  const scope = { ...asked, owner: row.id, snapshot, context, positionsAt }
  return asked.since === null ? rootOf(scope) : changeOf(scope, asked.since)
}

/** Definition of a metric that can be explained. */
export function definitionOf(metric: MetricId) {
  return defined(METRICS.find(({ id }) => id === metric))
}

/** The number less itself at an earlier close: of a sum over all time by positions, the largest change first. */
async function changeOf(scope: Scope, { day, dayBefore }: NonNullable<Scope['since']>): Promise<Step> {
  const { metric } = scope
  const { title } = definitionOf(metric)
  const sum: PositionSum | undefined =
    scope.dayBefore === null && metric in SUMS ? SUMS[metric as keyof typeof SUMS] : undefined
  const common = { name: metric, title: `Change of ${title}` }
  if (sum !== undefined) {
    const starts = new Map((await scope.positionsAt(day)).map((position) => [position.token, position]))
    const at = { ...scope, day: scope.to, since: day }
    const steps = (await scope.positionsAt(scope.to))
      .map((end) => positionChange({ end, start: starts.get(end.token) ?? null }, sum, at))
      .filter(({ value }) => value !== 0)
      .sort(
        (a, b) => Math.abs(Number(b.value)) - Math.abs(Number(a.value)) || Number(a.token) - Number(b.token),
      )
    const value = Number(valueFrom('SUM', steps))
    const text = `Since the close of ${dateOf(day)}. ${countedText(steps.length, 'position', valueText(value, sum.unit, true))}`
    return stepOf({ ...common, unit: sum.unit, value, text, steps: async () => steps })
  }
  const end = await rootOf(scope)
  const steps = [end, earlier(await rootOf({ ...scope, to: day, dayBefore }), day)]
  const value = valueFrom('SUM', steps)
  const [now, then] = steps.map((step) => valueText(step.value, step.unit))
  const text = `Now ${now} − at the close of ${dateOf(day)} ${then} = ${valueText(value, end.unit, true)}.`
  return stepOf({ ...common, unit: end.unit, value, text, steps: async () => steps })
}

async function rootOf(scope: Scope): Promise<Step> {
  const { metric } = scope
  switch (metric) {
    case 'roi':
      return roiOf(scope)
    case 'wins':
    case 'losses':
    case 'winRate':
    case 'edge':
      return unitsOf(scope, metric)
    case 'maxDrawdown':
      return drawdownOf(scope)
    default:
      return sumOf(scope, SUMS[metric], { name: metric, title: definitionOf(metric).title })
  }
}

interface Named {
  name: string
  title: string
}

/** A sum over a window: positions at its end, less the sum at its start; so a position has one path in every window. */
async function sumOf(scope: Scope, sum: PositionSum, { name, title }: Named): Promise<Step> {
  const end = await closeOf(scope, sum, { day: scope.to, name, title })
  if (scope.dayBefore === null) return end
  const start = await closeOf(scope, sum, {
    day: scope.dayBefore,
    name: 'start',
    title: `At the close of ${dateOf(scope.dayBefore)}`,
  })
  const value = Number(end.value) - Number(start.value)
  const say = (amount: number | null) => valueText(amount, sum.unit)
  return stepOf({
    name,
    title,
    unit: sum.unit,
    value,
    text: `At the end ${say(end.value)} − at the close before ${say(start.value)} = ${say(value)}.`,
    steps: async () => [{ ...start, sign: -1 }, ...((await end.steps?.()) ?? [])],
  })
}

/** A sum over the positions at a close, the largest part first. */
async function closeOf(scope: Scope, sum: PositionSum, { day, name, title }: Named & { day: Day }) {
  const positions = (await scope.positionsAt(day))
    .filter((position) => sum.of(position) !== 0)
    .sort((a, b) => Math.abs(sum.of(b)) - Math.abs(sum.of(a)) || a.token - b.token)
  const steps = positions.map((position) => positionStep(position, sum, { ...scope, day }))
  const value = defined(valueFrom('SUM', steps) ?? undefined)
  return stepOf({
    name,
    title,
    unit: sum.unit,
    value,
    text: countedText(steps.length, 'position', valueText(value, sum.unit)),
    steps: async () => steps,
  })
}

async function roiOf(scope: Scope): Promise<Step> {
  const pnl = await sumOf(scope, SUMS.pnl, { name: 'pnl', title: 'Profit' })
  const bought = await sumOf(scope, SUMS.totalBought, { name: 'bought', title: 'Bought' })
  const start =
    scope.dayBefore === null
      ? null
      : await closeOf(scope, VALUE, {
          day: scope.dayBefore,
          name: 'held',
          title: `Value held at the close of ${dateOf(scope.dayBefore)}`,
        })
  const parts = start === null ? [bought] : [start, bought]
  const base = Number(valueFrom('SUM', parts))
  const stake = stepOf({
    name: 'base',
    title: 'Money at work',
    value: base,
    text: `${start === null ? 'Everything bought' : 'Value held at the start plus everything bought'}: ${exactMoney(base)}.`,
    steps: async () => parts,
  })
  const value = base <= 0 ? null : Number(pnl.value) / base
  const said = `Profit ${exactMoney(Number(pnl.value), true)} ÷ ${exactMoney(base)}`
  return ratioStep('roi', value, said, [pnl, stake])
}

/** A metric that is one step divided by another. @param said the division with its inputs */
function ratioStep(
  metric: ExplainedMetric,
  value: number | null,
  said: string,
  steps: readonly Step[],
): Step {
  return stepOf({
    name: metric,
    title: definitionOf(metric).title,
    kind: 'RATIO',
    unit: 'FRACTION',
    value,
    text: `${said} = ${valueText(value, 'FRACTION')}.`,
    steps: async () => steps,
  })
}

/** The units that were decided in a window, with the positions of each. */
interface Decided {
  scope: Scope
  units: readonly DecidedUnit[]
  positionsOf(unit: DecidedUnit): readonly TraderPosition[]
}

async function unitsOf(scope: Scope, metric: 'wins' | 'losses' | 'winRate' | 'edge'): Promise<Step> {
  const decided = await decidedIn(scope)
  switch (metric) {
    case 'wins':
      return countOf(decided, metric, isProfit)
    case 'losses':
      return countOf(decided, metric, isLoss)
    case 'winRate':
      return winRateOf(decided)
    case 'edge':
      return edgeOf(decided)
  }
}

async function decidedIn(scope: Scope): Promise<Decided> {
  const { dayBefore, to } = scope
  const positions = await scope.positionsAt(to)
  const byUnit = Map.groupBy(positions, ({ unit }) => unit)
  const units = decidedUnits(
    positions.map(({ unit, isOpen, isTouched, realized, bought, closedOn }) => ({
      unit,
      open: isOpen,
      realized,
      cost: bought,
      shares: 0,
      closedOn: isTouched ? (closedOn ?? to) : null,
    })),
  ).filter(({ decidedOn }) => decidedOn <= to && (dayBefore === null || decidedOn > dayBefore))
  return { scope, units, positionsOf: ({ unit }) => byUnit.get(unit) ?? [] }
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

/** The number of units with a profit, or of those with a loss, the largest first. */
function countOf(decided: Decided, name: 'wins' | 'losses', holds: (pnl: MicroUsd) => boolean): Step {
  const units = bySize(
    ({ pnl }) => pnl,
    decided.units.filter(({ pnl }) => holds(pnl)),
  )
  const { title, formula } = definitionOf(name)
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

/** Profit of the units that cost something, divided by their cost. */
function edgeOf(decided: Decided): Step {
  const paid = decided.units.filter(({ cost }) => cost > 0)
  const sumStep = (name: string, title: string, sum: PositionSum, of: (unit: DecidedUnit) => number) => {
    const steps = bySize(of, paid).map((unit) => unitStep(decided, unit, sum))
    const value = Number(valueFrom('SUM', steps))
    const text = countedText(steps.length, 'decided unit', exactMoney(value))
    return stepOf({ name, title, value, text, steps: async () => steps })
  }
  const profit = sumStep('profit', 'Profit of decided units', SUMS.realizedPnl, ({ pnl }) => pnl)
  const cost = sumStep('cost', 'Cost of decided units', SUMS.totalBought, (unit) => unit.cost)
  const value = Number(cost.value) === 0 ? null : Number(profit.value) / Number(cost.value)
  const said = `${exactMoney(Number(profit.value), true)} ÷ ${exactMoney(Number(cost.value))}`
  return ratioStep('edge', value, said, [profit, cost])
}

/** The fall from a peak of daily profit to a later trough: each is the profit of the window up to that day. */
async function drawdownOf(scope: Scope): Promise<Step> {
  const { trader, context, category, dayBefore } = scope
  const points = await context.loaders(trader.snapshot).series(category).load(trader.row.id)
  const base = points.findLast(({ day }) => dayBefore !== null && day <= dayBefore)?.pnl ?? 0
  const { peak, trough, fall } = largestFall(
    points.filter(({ day }) => (dayBefore === null || day > dayBefore) && day <= scope.to),
    base,
  )
  const common = { name: 'maxDrawdown', title: definitionOf('maxDrawdown').title, value: fall } as const
  if (trough === null)
    return stepOf({ ...common, kind: 'FACT', text: 'Daily profit never fell below an earlier peak: $0.' })
  const at = (point: SeriesPoint | null, name: string) =>
    point === null
      ? stepOf({ name, kind: 'FACT', title: 'Start of the period', value: 0, text: 'The start, at $0.' })
      : sumOf({ ...scope, to: point.day }, SUMS.pnl, { name, title: `Profit up to ${dateOf(point.day)}` })
  const [high, low] = [await at(peak, 'peak'), await at(trough, 'trough')]
  return stepOf({
    ...common,
    text: `Peak ${exactMoney(Number(high.value))} − trough ${exactMoney(Number(low.value))} = ${exactMoney(fall)}.`,
    steps: async () => [high, { ...low, sign: -1 }],
  })
}

/** The first of the largest falls; a null peak is the start. */
function largestFall(points: readonly SeriesPoint[], base: MicroUsd) {
  let peak: SeriesPoint | null = null
  const found: { peak: SeriesPoint | null; trough: SeriesPoint | null; fall: MicroUsd } = {
    peak: null,
    trough: null,
    fall: 0,
  }
  for (const point of points) {
    const high = peak === null ? base : peak.pnl
    if (high - point.pnl > found.fall) Object.assign(found, { peak, trough: point, fall: high - point.pnl })
    if (point.pnl > high) peak = point
  }
  return found
}
