import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/decided-units.ts'
import type { TokenFacts } from '../inputs/marks.ts'
import {
  addFlow,
  emptyFlows,
  placeOfToken,
  type TokenFlows,
  type TokenPlace,
  type TokenRecord,
  tokenRecord,
} from './token-records.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'

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
