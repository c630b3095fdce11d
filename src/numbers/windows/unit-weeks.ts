import { defined } from '../../checks.ts'
import { type Day, weekStart } from '../../ledger/quantities.ts'
import { addUnitWeek, emptyWeekSums, type UnitWeek, type WeekSums } from '../../metrics/skill/consistent.ts'
import { isResolved, type Marks, markAt, markedValue } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'

const WEEK = 7

/** A position's place in the walk over its weeks. */
interface Walked {
  token: number
  unit: number
  /** The first row that is not added yet, and the row after the last. */
  next: number
  end: number
  realized: number
  /** The first day of the next week to close. */
  from: Day
  /** Marked profit at the close before that day. */
  was: number
}

/** The inputs of a walk. */
interface Walk {
  days: TraderDays
  marks: Marks
}

/**
 * Adds up the profit that each token brought its unit in each ISO week of a window, in micro-dollars, marked at the week's
 * close or at the day's; weeks in which nothing happened are omitted. Each week is walked once, however many days are asked.
 * @param before the day before the window; null for all time
 * @returns the sums at the close of a day; days ascend, and sums are valid until the next
 */
export function createUnitWeeks(
  days: TraderDays,
  marks: Marks,
  before: Day | null,
): (upTo: Day) => Readonly<WeekSums> {
  const walk = { days, marks }
  const sums = emptyWeekSums()
  let live: Walked[] = []
  eachPosition(days, (first, end) => live.push(startOf(walk, { first, end }, before)))
  /** Rows of the week that has not ended at the close of the last day. */
  let unfinished: UnitWeek[] = []
  return (upTo) => {
    for (const row of unfinished) addUnitWeek(sums, row, -1)
    const lastSunday = weekStart(upTo + 1) - 1
    live = live.filter((position) => closeWeeks(walk, position, lastSunday, sums))
    unfinished =
      upTo === lastSunday
        ? []
        : live
            .filter(({ from }) => from <= upTo)
            .flatMap((position) => nextRow(walk, { ...position }, upTo) ?? [])
    for (const row of unfinished) addUnitWeek(sums, row, 1)
    return sums
  }
}

function startOf(walk: Walk, { first, end }: { first: number; end: number }, before: Day | null): Walked {
  const { token_id: tokens, day } = walk.days.columns
  const token = defined(tokens[first])
  const from = Math.max((before ?? 0) + 1, defined(day[first]))
  const unit = walk.marks.unit[token] ?? 3 * token + 2
  const position = { token, unit, next: first, end, realized: 0, from, was: 0 }
  if (before !== null) {
    addRows(walk, position, before)
    position.was = pnlAt(walk, position, before)
  }
  return position
}

/** Adds a position's weeks up to a Sunday. @returns false if no later week can have a row */
function closeWeeks(walk: Walk, position: Walked, lastSunday: Day, sums: WeekSums): boolean {
  const { days, marks } = walk
  while (position.from <= lastSunday) {
    const sunday = weekStart(position.from) + WEEK - 1
    const row = nextRow(walk, position, sunday)
    if (row !== null) addUnitWeek(sums, row, 1)
    position.from = sunday + 1
    if (position.next < position.end) continue
    const shares = defined(days.columns.shares[position.end - 1])
    if (shares === 0 || isResolved(marks, position.token, sunday)) return false
  }
  return true
}

/** The row of the next week as of a day in it, to which the position moves; null if nothing happened. */
function nextRow(walk: Walk, position: Walked, upTo: Day): UnitWeek | null {
  const { unit, from, was } = position
  const fills = addRows(walk, position, upTo)
  position.was = pnlAt(walk, position, upTo)
  if (position.was === was && fills === 0) return null
  return { unit, week: weekStart(from), pnl: position.was - was, fills }
}

/** Adds a position's rows up to a day. @returns their fills */
function addRows({ days: { columns } }: Walk, position: Walked, upTo: Day): number {
  let fills = 0
  for (; position.next < position.end && defined(columns.day[position.next]) <= upTo; position.next++) {
    position.realized += defined(columns.realized[position.next])
    fills += defined(columns.fills[position.next])
  }
  return fills
}

/** Marked profit at the close of a day up to which all rows are added. */
function pnlAt({ days: { columns }, marks }: Walk, { token, next, realized }: Walked, day: Day): number {
  if (next === 0 || columns.token_id[next - 1] !== token) return realized
  const [shares, cost] = [defined(columns.shares[next - 1]), defined(columns.cost[next - 1])]
  return shares === 0 ? realized : realized + markedValue(shares, cost, markAt(marks, token, day)) - cost
}
