import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { wilsonInterval } from './wilson-interval.ts'

/** The fewest weeks with a fill that a board entry rests on. */
export const MINIMUM_WEEKS = 8

export const CONSISTENT = {
  id: 'consistent',
  title: 'Consistency',
  formula:
    'Lower end of the Wilson 95% interval of the share of active ISO weeks with a marked profit, excluding the unit with the largest profit and its fills. A week is active with at least one fill.',
  unit: 'fraction',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: MINIMUM_WEEKS, of: 'active weeks' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: "the period's profit is 0 or less, or the best unit was the only one",
  source: 'methodology §7',
} as const satisfies MetricDefinition

/** The result of one unit in one ISO week of the period. */
export interface UnitWeek {
  /** The event's number, as in decided units. */
  readonly unit: number
  /** The week's Monday. */
  readonly week: Day
  /** Change of marked profit within the week. */
  readonly pnl: MicroUsd
  /** Fills within the week; 0 if only the mark moved. */
  readonly fills: number
}

/**
 * Returns the consistency score of one trader, 0 to 1, from all (unit, week) rows of the period, in any
 * order. Eligibility depends on all rows: 8 active weeks and a profit above 0. The score excludes the best
 * unit as if it had never been traded (of equally good units the one with the lowest number). Null when not
 * eligible, and when only the best unit was traded. Exact while profits are below 2^53 micro-dollars.
 */
export function consistent(rows: readonly UnitWeek[]): number | null {
  if (sumOf(rows) <= 0 || activeWeeks(rows).length < MINIMUM_WEEKS) return null
  const best = bestUnit(rows)
  const weeks = activeWeeks(rows.filter(({ unit }) => unit !== best))
  const wins = weeks.filter((pnl) => pnl > 0).length
  return wilsonInterval(wins, weeks.length)?.[0] ?? null
}

function sumOf(rows: readonly UnitWeek[]): MicroUsd {
  let sum = 0
  for (const { pnl } of rows) sum += pnl
  return sum
}

/** The profit of each week that has a fill. */
function activeWeeks(rows: readonly UnitWeek[]): MicroUsd[] {
  const weeks = new Map<Day, { pnl: MicroUsd; fills: number }>()
  for (const { week, pnl, fills } of rows) {
    const sums = weeks.get(week)
    if (sums === undefined) weeks.set(week, { pnl, fills })
    else {
      sums.pnl += pnl
      sums.fills += fills
    }
  }
  return [...weeks.values()].filter(({ fills }) => fills > 0).map(({ pnl }) => pnl)
}

function bestUnit(rows: readonly UnitWeek[]): number | null {
  const profits = new Map<number, MicroUsd>()
  for (const { unit, pnl } of rows) profits.set(unit, (profits.get(unit) ?? 0) + pnl)
  let best: number | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const [unit, profit] of profits) {
    if (profit < most || (profit === most && best !== null && unit > best)) continue
    best = unit
    most = profit
  }
  return best
}
