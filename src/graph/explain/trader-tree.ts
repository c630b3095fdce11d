import { defined } from '../../checks.ts'
import { exactMoney } from '../../formats.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { type MetricId, metricById } from '../../metrics/registry.ts'
import type { SeriesPoint } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, stepOf, valueFrom } from '../kit/explanation.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { earlier, positionChange } from './change-steps.ts'
import { type PositionAt, type PositionSum, positionStep, SUMS, VALUE } from './position-steps.ts'
import { countedText, dateOf, valueText } from './step-texts.ts'
import { isOfUnits, ratioStep, unitsTree } from './unit-trees.ts'

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
  'edge-interval': 'edgeInterval',
  'edge-p-value': 'edgePValue',
  'sharpe-ratio': 'sharpeRatio',
  'sortino-ratio': 'sortinoRatio',
  'profit-factor': 'profitFactor',
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

/** The number less itself at an earlier close: of a sum over all time by positions, the largest change first. */
async function changeOf(scope: Scope, { day, dayBefore }: NonNullable<Scope['since']>): Promise<Step> {
  const { metric } = scope
  const { title } = metricById(metric)
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
    case 'maxDrawdown':
      return drawdownOf(scope)
    default:
      return isOfUnits(metric)
        ? unitsTree(scope, metric)
        : sumOf(scope, SUMS[metric], { name: metric, title: metricById(metric).title })
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

/** The fall from a peak of daily profit to a later trough: each is the profit of the window up to that day. */
async function drawdownOf(scope: Scope): Promise<Step> {
  const { trader, context, category, dayBefore } = scope
  const points = await context.loaders(trader.snapshot).series(category).load(trader.row.id)
  const base = points.findLast(({ day }) => dayBefore !== null && day <= dayBefore)?.pnl ?? 0
  const { peak, trough, fall } = largestFall(
    points.filter(({ day }) => (dayBefore === null || day > dayBefore) && day <= scope.to),
    base,
  )
  const common = { name: 'maxDrawdown', title: metricById('maxDrawdown').title, value: fall } as const
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
