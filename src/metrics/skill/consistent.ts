import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { wilsonInterval } from './edge.ts'

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

/** Rows added up, for one score after another. */
export interface WeekSums {
  pnl: MicroUsd
  /** By unit, with its rows. */
  units: Map<number, UnitSum>
  weeks: Map<Day, WeekSum>
}

/** A unit's rows added up. Sums name their unit or week, since an iteration over entries makes a list of each. */
interface UnitSum {
  unit: number
  pnl: MicroUsd
  rows: UnitWeek[]
}

interface WeekSum {
  week: Day
  pnl: MicroUsd
  fills: number
}

/** Returns the sums of no rows. */
export function emptyWeekSums(): WeekSums {
  return { pnl: 0, units: new Map(), weeks: new Map() }
}

/** Adds a row, or takes back one that was added before. */
export function addUnitWeek(sums: WeekSums, row: UnitWeek, sign: 1 | -1): void {
  sums.pnl += sign * row.pnl
  const unit = sums.units.get(row.unit)
  if (unit === undefined) sums.units.set(row.unit, { unit: row.unit, pnl: row.pnl, rows: [row] })
  else {
    unit.pnl += sign * row.pnl
    if (sign === 1) unit.rows.push(row)
    else unit.rows.splice(unit.rows.lastIndexOf(row), 1)
  }
  addToWeek(sums.weeks, row, sign)
}

function addToWeek(weeks: WeekSums['weeks'], { week, pnl, fills }: UnitWeek, sign: 1 | -1): void {
  const sum = weeks.get(week)
  if (sum === undefined) weeks.set(week, { week, pnl, fills })
  else {
    sum.pnl += sign * pnl
    sum.fills += sign * fills
  }
}

/**
 * Returns the consistency score of one trader, 0 to 1, from the sums of all (unit, week) rows of the period.
 * Eligibility depends on all rows: 8 active weeks and a profit above 0. The score excludes the best
 * unit as if it had never been traded (of equally good units the one with the lowest number). Null when not
 * eligible, and when only the best unit was traded. Exact while profits are below 2^53 micro-dollars.
 */
export function consistentOf({ pnl, units, weeks }: Readonly<WeekSums>): number | null {
  if (pnl <= 0 || activeWeeks(weeks) < MINIMUM_WEEKS) return null
  const ofBest = new Map<Day, WeekSum>()
  for (const row of units.get(bestUnit(units))?.rows ?? []) addToWeek(ofBest, row, 1)
  let [wins, active] = [0, 0]
  for (const all of weeks.values()) {
    const best = ofBest.get(all.week)
    if (all.fills - (best?.fills ?? 0) <= 0) continue
    active += 1
    if (all.pnl - (best?.pnl ?? 0) > 0) wins += 1
  }
  return wilsonInterval(wins, active)?.[0] ?? null
}

function activeWeeks(weeks: WeekSums['weeks']): number {
  let count = 0
  for (const { fills } of weeks.values()) if (fills > 0) count += 1
  return count
}

/** A unit whose rows were all taken back has no profit, so that it is not the best of a trader with one. */
function bestUnit(units: WeekSums['units']): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (const { unit, pnl } of units.values()) {
    if (pnl < most || (pnl === most && unit > best)) continue
    best = unit
    most = pnl
  }
  return best
}
