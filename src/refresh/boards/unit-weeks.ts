import { type Day, weekStart } from '../../ledger/quantities.ts'
import type { UnitWeek } from '../../metrics/skill/consistent.ts'
import { isResolved, type Marks, markAt, markedValue } from '../inputs/marks.ts'
import type { HeldDay, LedgerOf } from '../inputs/trader-ledger.ts'

const WEEK = 7

/**
 * What each token brought its unit in each ISO week of a window, in micro-dollars, marked at the week's close or at the
 * cutoff's; weeks in which nothing happened are left out.
 * @param before the day before the window; null for all time
 */
export function unitWeeks(
  ledger: LedgerOf<HeldDay>,
  marks: Marks,
  before: Day | null,
  upTo: Day,
): UnitWeek[] {
  return ledger.positions.flatMap((position) => positionWeeks(position, marks, before, upTo))
}

function positionWeeks(
  position: readonly HeldDay[],
  marks: Marks,
  before: Day | null,
  upTo: Day,
): UnitWeek[] {
  const weeks: UnitWeek[] = []
  const first = position[0]
  if (first === undefined) return weeks
  const unit = marks.unit[first.token] ?? 3 * first.token + 2
  const walk = createWalk(position, marks)
  let was = before === null ? 0 : walk(before).pnl
  for (let day = Math.max((before ?? 0) + 1, first.day); day <= upTo; day = weekStart(day) + WEEK) {
    const { pnl, fills, isOver } = walk(Math.min(weekStart(day) + WEEK - 1, upTo))
    if (pnl !== was || fills > 0) weeks.push({ unit, week: weekStart(day), pnl: pnl - was, fills })
    was = pnl
    if (isOver) break
  }
  return weeks
}

/** Answers, for days that ascend: profit at the close, fills since the day before, and whether nothing can follow. */
function createWalk(position: readonly HeldDay[], marks: Marks) {
  let next = 0
  let realized = 0
  let held: HeldDay | undefined
  return (day: Day) => {
    let fills = 0
    for (let row = position[next]; row && row.day <= day; row = position[++next]) {
      realized += row.realized
      fills += row.fills
      held = row
    }
    const isOpen = held !== undefined && held.shares !== 0
    const unrealized = held && isOpen ? unrealizedOn(held, marks, day) : 0
    const isSettled = held === undefined || !isOpen || isResolved(marks, held.token, day)
    return { pnl: realized + unrealized, fills, isOver: next === position.length && isSettled }
  }
}

function unrealizedOn({ token, shares, cost }: HeldDay, marks: Marks, day: Day): number {
  return markedValue(shares, cost, markAt(marks, token, day)) - cost
}
