import { defined } from '../../checks.ts'
import { type Day, weekStart } from '../../ledger/quantities.ts'
import type { UnitWeek } from '../../metrics/skill/consistent.ts'
import { isResolved, type Marks, markAt, markedValue } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'

const WEEK = 7

/**
 * Profit that each token brought its unit in each ISO week of a window, in micro-dollars, marked at the week's close or at the
 * cutoff's; weeks in which nothing happened are omitted.
 * @param before the day before the window; null for all time
 */
export function unitWeeks(days: TraderDays, marks: Marks, before: Day | null, upTo: Day): UnitWeek[] {
  const weeks: UnitWeek[] = []
  eachPosition(days, (first, end) => addPositionWeeks(weeks, days, { first, end }, { marks, before, upTo }))
  return weeks
}

interface Place {
  marks: Marks
  before: Day | null
  upTo: Day
}

function addPositionWeeks(
  weeks: UnitWeek[],
  days: TraderDays,
  rows: { first: number; end: number },
  { marks, before, upTo }: Place,
): void {
  const token = defined(days.columns.token_id[rows.first])
  const unit = marks.unit[token] ?? 3 * token + 2
  const walk = createWalk(days, rows, marks)
  let was = before === null ? 0 : walk(before).pnl
  const firstDay = Math.max((before ?? 0) + 1, defined(days.columns.day[rows.first]))
  for (let day = firstDay; day <= upTo; day = weekStart(day) + WEEK) {
    const { pnl, fills, isOver } = walk(Math.min(weekStart(day) + WEEK - 1, upTo))
    if (pnl !== was || fills > 0) weeks.push({ unit, week: weekStart(day), pnl: pnl - was, fills })
    was = pnl
    if (isOver) break
  }
}

/** Answers, for days that ascend: profit at the close, fills since the day before, and whether nothing can follow. */
function createWalk({ columns }: TraderDays, { first, end }: { first: number; end: number }, marks: Marks) {
  const token = defined(columns.token_id[first])
  let next = first
  let realized = 0
  return (day: Day) => {
    let fills = 0
    for (; next < end && defined(columns.day[next]) <= day; next++) {
      realized += defined(columns.realized[next])
      fills += defined(columns.fills[next])
    }
    const shares = next === first ? 0 : defined(columns.shares[next - 1])
    const unrealized = shares === 0 ? 0 : unrealizedOf(shares, defined(columns.cost[next - 1]), day)
    const isSettled = shares === 0 || isResolved(marks, token, day)
    return { pnl: realized + unrealized, fills, isOver: next === end && isSettled }
  }
  function unrealizedOf(shares: number, cost: number, day: Day): number {
    return markedValue(shares, cost, markAt(marks, token, day)) - cost
  }
}
