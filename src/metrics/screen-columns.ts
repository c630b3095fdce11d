import type { ValueLimits } from '../value-limits.ts'
import { TABS } from './leaderboards.ts'
import { type MetricDefinition, TOTAL } from './metric-definition.ts'
import { METRICS, nullSentence, rangeOf } from './registry.ts'

/** Numbers of a screen that no profile shows under these names. */
const MORE = [
  {
    id: 'units',
    title: 'Decided units',
    formula: 'Number of decided units with a cost: the sample of the edge.',
    unit: 'count',
    ...TOTAL,
    source: 'methodology §5',
  },
  {
    id: 'longShotShare',
    title: 'Bought below 10 cents',
    formula: 'Share of the dollars of buys that was paid at a price below 0.1 before the fee.',
    unit: 'fraction',
    range: { minimum: 0, maximum: 1 },
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'the trader bought nothing',
    source: 'methodology §6',
  },
  {
    id: 'nearCertainShare',
    title: 'Bought at 90 cents or more',
    formula: 'Share of the dollars of buys that was paid at a price of 0.9 or more before the fee.',
    unit: 'fraction',
    range: { minimum: 0, maximum: 1 },
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'the trader bought nothing',
    source: 'methodology §6',
  },
  {
    id: 'openValue',
    title: 'Open value',
    formula: 'Marked value of the open positions at the cutoff. A position without a known price is at cost.',
    unit: 'USD',
    ...TOTAL,
    source: 'methodology §3',
  },
  {
    id: 'largestShare',
    title: 'Largest position',
    formula: 'Share of the open value that is in its largest position.',
    unit: 'fraction',
    range: { minimum: 0, maximum: 1 },
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'nothing of value is held',
    source: 'methodology §3',
  },
  {
    id: 'categoryShare',
    title: 'Share in the category',
    formula:
      "Share of the window's volume in all markets that is in the question's category; without one, in the category with the largest share.",
    unit: 'fraction',
    range: { minimum: 0, maximum: 1 },
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'nothing was traded in the window',
    source: 'methodology §6',
  },
  {
    id: 'firstTrade',
    title: 'First trade',
    formula: 'UTC day of the first fill, of all time.',
    unit: 'day',
    range: 'any day of the ledger',
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'there is no fill',
    source: 'methodology §4',
  },
  {
    id: 'lastTrade',
    title: 'Last trade',
    formula: 'UTC day of the last fill up to the cutoff.',
    unit: 'day',
    range: 'any day of the ledger',
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: 'there is no fill',
    source: 'methodology §4',
  },
  {
    id: 'coverage',
    title: 'Coverage',
    formula: 'OK where the ledger holds every event of the trader.',
    unit: 'label',
    range: 'OK, PARTIAL or GAP',
    minimumSample: null,
    direction: 'NEUTRAL',
    nullWhen: null,
    source: 'methodology §2',
    labels: ['OK', 'PARTIAL', 'GAP'],
  },
] as const satisfies readonly MetricDefinition[]

type Registered = (typeof METRICS)[number]
type NoColumn = { unit: 'series' } | { shape: 'LIST' }
type EndsOf<Id extends string> = Id extends `${infer Name}Interval` ? `${Name}Low` | `${Name}High` : never

export type ScreenColumnId =
  | Exclude<Registered, NoColumn | { shape: 'INTERVAL' }>['id']
  | EndsOf<Extract<Registered, { shape: 'INTERVAL' }>['id']>
  | (typeof MORE)[number]['id']

/** A number of traders by which a screen filters and sorts; a label is its place in `labels`, a flag 1 or 0. */
export interface ScreenColumn {
  readonly id: ScreenColumnId
  readonly kind: 'NUMBER' | 'FLAG' | 'LABEL' | 'DAY'
  readonly title: string
  /** Formula, unit, range and when it is null, in sentences. */
  readonly description: string
  readonly unit: MetricDefinition['unit']
  readonly range: ValueLimits | string
  readonly direction: MetricDefinition['direction']
  readonly labels: readonly string[]
  /** True for amounts that are in whole millionths. */
  readonly isMicro: boolean
  /** False if every trader has a value. */
  readonly isNullable: boolean
  /** True for the metric of a board that requires an account. */
  readonly isGated: boolean
}

const GATED: ReadonlySet<string> = new Set(
  TABS.filter(({ access }) => access !== 'PUBLIC').map(({ metric }) => metric),
)

/** Every column of a screen, in the order of the registry. */
export const SCREEN_COLUMNS: readonly ScreenColumn[] = [...METRICS, ...MORE].flatMap(columnsOf)

const BY_ID: ReadonlyMap<string, ScreenColumn> = new Map(SCREEN_COLUMNS.map((column) => [column.id, column]))

/** The column of a name. @throws RangeError for a name that no column has */
export function screenColumn(id: string): ScreenColumn {
  const column = BY_ID.get(id)
  if (column === undefined) throw new RangeError(`No column of a screen is called ${id}`)
  return column
}

function columnsOf(metric: MetricDefinition): ScreenColumn[] {
  if (metric.unit === 'series' || metric.shape === 'LIST') return []
  if (metric.shape !== 'INTERVAL') return [columnOf(metric, metric.id, metric.title)]
  const name = metric.id.replace(/Interval$/, '')
  return [
    columnOf(metric, `${name}Low`, `${metric.title}, lower end`),
    columnOf(metric, `${name}High`, `${metric.title}, upper end`),
  ]
}

function columnOf(metric: MetricDefinition, id: string, title: string): ScreenColumn {
  const { unit, range, direction, labels = [], minimumSample, nullWhen } = metric
  const kind =
    unit === 'flag' ? 'FLAG' : unit === 'label' ? 'LABEL' : unit === 'day' ? 'DAY' : ('NUMBER' as const)
  const says = kind === 'FLAG' || kind === 'LABEL' ? rangeOf(metric) : `Unit: ${unit}, ${rangeOf(metric)}`
  return {
    // The type lists the names that the registry gives rise to.
    id: id as ScreenColumnId,
    kind,
    title,
    unit,
    range,
    direction,
    labels,
    description: `${title}: ${metric.formula} ${says}.${nullSentence(metric)}`,
    isMicro: (unit === 'USD' || unit === 'shares') && metric.isDecimal !== true,
    isNullable: minimumSample !== null || nullWhen !== null,
    isGated: GATED.has(metric.id),
  }
}
