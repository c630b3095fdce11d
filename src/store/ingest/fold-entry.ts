import type { OfficialPosition } from '../../ledger/official.ts'
import type { Position } from '../../ledger/position.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { PositionBehaviour } from '../../metrics/behaviour/position-behaviour.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'

/** A position during a fold: its state, the place of its last event, and whether it must be written. */
export interface Entry extends Place {
  token: number
  trader: number
  position: Position
  /** The same position under the official rule, which may hold what ours has closed, and the other way round. */
  official: OfficialPosition
  /** The position's part of behaviour; null in a fold that writes no days. */
  behaviour: PositionBehaviour | null
  /** The numbers of the open lots that the store has, up to the `next`. */
  stored: { first: number; next: number }
  /** The day that the position's flows belong to. */
  day: Day
  /** The open day has something that no stored day holds yet. */
  dayChanged: boolean
  /** The row of `positions` is behind. */
  changed: boolean
}

const TRADER_LIMIT = 2 ** 26

/** One number for a position: tokens and traders are ids below 2^26. */
export function positionKey(token: number, trader: number): number {
  return token * TRADER_LIMIT + trader
}

/** The token and the trader of a {@link positionKey}; keys sort by token, then trader, as `positions` does. */
export function positionOf(key: number): { token: number; trader: number } {
  const trader = key % TRADER_LIMIT
  return { token: (key - trader) / TRADER_LIMIT, trader }
}

/** True for an event that comes before what the position has already counted. */
export function isLate(event: Place, entry: Place): boolean {
  return comparePlaces(event, entry) < 0
}
