import { applyResolve } from '../../ledger/fold.ts'
import { emptyOfficialPosition, type OfficialPosition, resetOfficialFlow } from '../../ledger/official.ts'
import { emptyPosition, type Position, resetFlows } from '../../ledger/position.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import {
  emptyBehaviour,
  type PositionBehaviour,
  resetBehaviour,
  settleLots,
} from '../../metrics/behaviour/trade-habits.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'
import type { Condition, Conditions } from './conditions.ts'

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

/** A position's holding at the close of an event or a day, from which a fold continues. */
export interface HeldState {
  shares: number
  cost: number
  /** Shares by the official rule, which closes other positions than ours (ledger/official.ts). */
  officialAmount: number
  officialAvg: number
}

export interface FoldFill extends Place {
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  role: 'MAKER' | 'TAKER' | null
  shares: number
  usd: number
  fee: number
  feeIn: 'USD' | 'SHARES'
}

/** The facts that a session reads, and the receivers of its results. */
export interface FoldContext<Fill extends FoldFill = FoldFill, Movement extends MovementRow = MovementRow> {
  conditions: Pick<Conditions, 'get' | 'negRisk' | 'questionsAt' | 'feeBipsOf'>
  isInfrastructure(trader: number): boolean
  /** Takes days that are over. @default nobody */
  days?: { add(entry: Entry): void }
  /** Takes each fill with the shares held before and after it. @default nobody */
  wholes?: {
    add(fill: FoldFill, before: number, after: number): void
    /** Whether a fill of the same position and second was added. */
    holds(fill: FoldFill): boolean
  }
  /** Runs after each event on a position, with what this was before it. */
  onEvent?: (entry: Entry, event: Fill | Movement, before: Position) => void
  /** Only these positions are folded; others are left alone. @default all */
  inScope?: (token: number, trader: number) => boolean
}

/** The positions that a fold holds in memory. */
export interface FoldState<Fill extends FoldFill, Movement extends MovementRow> {
  context: FoldContext<Fill, Movement>
  /** By {@link positionKey}. */
  entries: Map<number, Entry>
  byToken: Map<number, Entry[]>
}

/** Whether events of a position are folded. */
export function isFolded<Fill extends FoldFill, Movement extends MovementRow>(
  { context }: FoldState<Fill, Movement>,
  token: number,
  trader: number,
): boolean {
  return context.inScope?.(token, trader) ?? true
}

/** Adds a position that holds nothing. */
export function addEntry<Fill extends FoldFill, Movement extends MovementRow>(
  { context, entries, byToken }: FoldState<Fill, Movement>,
  token: number,
  trader: number,
  { time, key, item }: Place,
): Entry {
  const entry: Entry = {
    token,
    trader,
    position: emptyPosition(),
    official: emptyOfficialPosition(),
    day: dayOf(time),
    dayChanged: false,
    changed: false,
    behaviour: context.days ? emptyBehaviour() : null,
    stored: { first: 0, next: 0 },
    time,
    key,
    item,
  }
  entries.set(positionKey(token, trader), entry)
  const holders = byToken.get(token)
  if (holders) holders.push(entry)
  else byToken.set(token, [entry])
  return entry
}

/** Makes the open day of an entry a row, where it has anything. */
export function closeDay<Fill extends FoldFill, Movement extends MovementRow>(
  { context }: FoldState<Fill, Movement>,
  entry: Entry,
): void {
  if (entry.dayChanged) context.days?.add(entry)
  entry.dayChanged = false
  resetFlows(entry.position)
  resetOfficialFlow(entry.official)
  if (entry.behaviour) resetBehaviour(entry.behaviour)
}

/** Before the first event of a position. */
const START: Place = { time: 0, key: 0, item: 0 }

/** Before an event: a day that is over becomes a row. */
export function open<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  token: number,
  trader: number,
  place: Place,
): Entry {
  const day = dayOf(place.time)
  const known = state.entries.get(positionKey(token, trader))
  if (known === undefined) {
    const fresh = addEntry(state, token, trader, START)
    fresh.day = day
    return fresh
  }
  if (day !== known.day) closeDay(state, known)
  known.day = day
  return known
}

/** An opened position as it is, where somebody asks for it after the event. */
export function beforeEvent<Fill extends FoldFill, Movement extends MovementRow>(
  { context }: FoldState<Fill, Movement>,
  entry: Entry,
): Position | undefined {
  return context.onEvent && { ...entry.position }
}

/**
 * After an event: the position has counted everything up to here. An event without effect (a redemption of nothing)
 * makes no row of its day, but a fill from before it is late all the same.
 */
export function touch(entry: Entry, { time, key, item }: Place, effect: boolean): void {
  entry.time = time
  entry.key = key
  entry.item = item
  entry.changed = true
  if (effect) entry.dayChanged = true
}

/** Counts a resolution for an opened holder of an outcome. */
export function settle(entry: Entry, condition: Condition, resolved: Place): void {
  const price = condition.pricesAt(resolved)?.[condition.tokens.indexOf(entry.token)] ?? 0
  applyResolve([entry.position], [price])
  if (entry.behaviour) settleLots(entry.behaviour, resolved.time)
  touch(entry, resolved, true)
}
