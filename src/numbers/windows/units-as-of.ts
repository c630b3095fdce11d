import { defined } from '../../checks.ts'
import { type Day, type MicroShares, weekStart } from '../../ledger/quantities.ts'
import { addTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import { addUnitWeek, emptyWeekSums, type UnitWeek, type WeekSums } from '../../metrics/skill/consistent.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/edge.ts'
import type { ConvictionRecord } from '../../metrics/skill/high-conviction.ts'
import { isResolved, type Marks, markAt, markedValue, type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'
import {
  addFlow,
  eachPosition,
  emptyFlows,
  placeOfToken,
  type TokenFlows,
  type TokenPlace,
  type TokenRecord,
  type TraderDays,
  tokenRecord,
} from './trader-days.ts'

/** A unit's positions, in the order of token, and its result so far. */
interface Unit {
  positions: Position[]
  decided: DecidedUnit | null
  hasChanged: boolean
  isListed: boolean
}

/** A position's days so far. */
interface Position {
  unit: Unit
  place: TokenPlace
  flows: TokenFlows
  /** The first row that is not added yet, and the row after the last. */
  next: number
  end: number
  /** Null before its first day. */
  record: TokenRecord | null
}

/**
 * A trader's decided units at the close of one day after another: `decidedUnits` of the trader's `tokenRecords`. Each
 * day of a position is added once, and only units with a change are grouped again.
 * @returns the units at the close of a day; days ascend
 */
export function createUnitsAsOf(days: TraderDays, facts: TokenFacts): (upTo: Day) => readonly DecidedUnit[] {
  const positions = positionsOf(days, facts)
  let pending: readonly Position[] = positions
  let decided: readonly DecidedUnit[] = []
  return (upTo) => {
    const changed = pending.filter((position) => moveTo(position, days, upTo))
    if (changed.length === 0) return decided
    pending = pending.filter(({ next, end, record }) => next < end || record?.resolution === null)
    for (const { unit } of changed) if (unit.hasChanged) decide(unit)
    decided = listed(positions)
    return decided
  }
}

function positionsOf(days: TraderDays, facts: TokenFacts): Position[] {
  const positions: Position[] = []
  const units = new Map<number, Unit>()
  eachPosition(days, (first, end) => {
    const place = placeOfToken(facts, defined(days.columns.token_id[first]))
    const unit = units.get(place.unit) ?? { positions: [], decided: null, hasChanged: false, isListed: false }
    const position = { unit, place, flows: emptyFlows(), next: first, end, record: null }
    units.set(place.unit, unit)
    unit.positions.push(position)
    positions.push(position)
  })
  return positions
}

/** Adds a position's rows up to a day. @returns true if its record has changed */
function moveTo(position: Position, days: TraderDays, upTo: Day): boolean {
  const { flows, end, place, record, unit } = position
  const before = position.next
  while (position.next < end && defined(days.columns.day[position.next]) <= upTo)
    addFlow(flows, days, position.next++)
  const isNews = record !== null && record.resolution === null && place.resolvedOn <= upTo
  if (position.next === before && !isNews) return false
  position.record = tokenRecord(flows, place, upTo)
  unit.hasChanged = true
  return true
}

function decide(unit: Unit): void {
  unit.decided = decidedUnits(unit.positions.flatMap(({ record }) => record ?? []))[0] ?? null
  unit.hasChanged = false
}

/** The decided units in the order of each one's first touched token. */
function listed(positions: readonly Position[]): DecidedUnit[] {
  const decided: DecidedUnit[] = []
  for (const { unit } of positions) unit.isListed = false
  for (const { unit, record } of positions) {
    if (unit.isListed || record === null || record.closedOn === null) continue
    unit.isListed = true
    if (unit.decided !== null) decided.push(unit.decided)
  }
  return decided
}

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

/**
 * How many of the shares that a trader bought were let go or have come to their market's resolution by a day's close, and
 * how many of those were held until then (methodology §9). Shares of a token are alike: as far as any are held, they are
 * the bought ones. Purchases after the day of the resolution do not count.
 */
export function keptShares(
  days: TraderDays,
  facts: TokenFacts,
  upTo: Day,
): Pick<ConvictionRecord, 'kept' | 'settled'> {
  const sums = { kept: emptySum(), settled: emptySum() }
  eachPosition(days, (first, end) => {
    const token = defined(days.columns.token_id[first])
    const isKnown = isResolved(facts, token, upTo)
    const resolvedOn = isKnown ? (facts.resolvedOn[token] ?? UNRESOLVED) : null
    const { bought, held } = boughtAndHeld(days, { first, end }, resolvedOn, upTo)
    const left = Math.min(bought, held)
    addTo(sums.settled, isKnown ? bought : bought - left)
    if (isKnown) addTo(sums.kept, left)
  })
  return { kept: totalOf(sums.kept), settled: totalOf(sums.settled) }
}

/** Shares bought of a token up to a day or its resolution's, and those held then. */
function boughtAndHeld(
  { columns }: TraderDays,
  { first, end }: { first: number; end: number },
  resolvedOn: Day | null,
  upTo: Day,
): { bought: MicroShares; held: MicroShares } {
  let [bought, held] = [0, 0]
  for (let row = first; row < end && defined(columns.day[row]) <= (resolvedOn ?? upTo); row++) {
    bought += defined(columns.buy_shares[row])
    const isEnd = columns.day[row] === resolvedOn
    held = isEnd ? heldToTheEnd(columns, row, held) : defined(columns.shares[row])
  }
  return { bought, held }
}

/**
 * Shares held when the outcome became known. Of that day only the close is known, and by then shares may have been paid
 * out: they count as held, and what was sold on the day counts as sold before.
 */
function heldToTheEnd(columns: TraderDays['columns'], row: number, before: MicroShares): MicroShares {
  const bought = defined(columns.buy_shares[row])
  const sold = defined(columns.traded[row]) - bought
  return Math.max(defined(columns.shares[row]), before + bought + defined(columns.split_shares[row]) - sold)
}
