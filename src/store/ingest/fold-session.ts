import { applyFill } from '../../ledger/fold.ts'
import { officialFill } from '../../ledger/official.ts'
import { unreadLots } from '../../metrics/behaviour/open-lots.ts'
import { countFill } from '../../metrics/behaviour/trade-habits.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { Condition } from './conditions.ts'
import { foldMovement } from './fold-movements.ts'
import {
  addEntry,
  beforeEvent,
  closeDay,
  type Entry,
  type FoldContext,
  type FoldFill,
  type FoldState,
  type HeldState,
  isFolded,
  open,
  positionKey,
  settle,
  touch,
} from './fold-state.ts'

/** The open lots of a position as the store holds them: the lots themselves are not in memory. */
export interface StoredLots {
  open: number
  slippage: number
  /** The numbers of the lots, up to the `next`. */
  first: number
  next: number
}

/** Folds events, given in order, over positions that it holds in memory. */
export interface FoldSession<Fill extends FoldFill = FoldFill, Movement extends MovementRow = MovementRow> {
  fill(fill: Fill): void
  movement(row: Movement): void
  /**
   * Whether the position has an event of the fill's second that the store counted before the session: the fill may be of a
   * whole trade that is stored in part.
   */
  isSplit(fill: FoldFill): boolean
  /** Counts the resolution of a condition for one holder of an outcome. */
  settle(entry: Entry, condition: Condition, resolved: Place): void
  holders(token: number): readonly Entry[]
  /** Forgets every entry; called when none has changes that are not written. */
  clear(): void
  /** Entries by {@link positionKey}. */
  readonly entries: Map<number, Entry>
  /** Puts in a position's state as the store holds it. */
  load(token: number, trader: number, state: HeldState & Place, lots?: StoredLots): Entry
  /** Makes every changed entry's open day a row, and takes those rows. */
  closeDays(): void
}

/** A new session without entries. */
export function createFoldSession<
  Fill extends FoldFill = FoldFill,
  Movement extends MovementRow = MovementRow,
>(context: FoldContext<Fill, Movement>): FoldSession<Fill, Movement> {
  const state: FoldState<Fill, Movement> = { context, entries: new Map(), byToken: new Map() }
  const { entries, byToken } = state
  return {
    entries,
    load: (token, trader, held, lots) => loadEntry(state, { token, trader, held, lots }),
    fill: (fill) => foldFill(state, fill),
    movement: (row) => foldMovement(state, row),
    isSplit: (fill) => {
      const entry = entries.get(positionKey(fill.token, fill.owner))
      return entry?.time === fill.time && context.wholes !== undefined && !context.wholes.holds(fill)
    },
    settle: ({ token, trader }, condition, resolved) =>
      settle(open(state, token, trader, resolved), condition, resolved),
    holders: (token) => byToken.get(token) ?? [],
    clear() {
      entries.clear()
      byToken.clear()
    },
    closeDays() {
      for (const entry of entries.values()) closeDay(state, entry)
    },
  }
}

interface StoredPosition extends PositionId {
  held: HeldState & Place
  lots: StoredLots | undefined
}

function loadEntry<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  { token, trader, held, lots }: StoredPosition,
): Entry {
  const entry = addEntry(state, token, trader, held)
  entry.position.shares = held.shares
  entry.position.cost = held.cost
  entry.official.amount = held.officialAmount
  entry.official.avg = held.officialAvg
  if (entry.behaviour && lots) {
    entry.behaviour.open = lots.open
    entry.behaviour.slippage = lots.slippage
    entry.behaviour.lots = unreadLots(lots.first, lots.next)
    entry.stored = { first: lots.first, next: lots.next }
  }
  return entry
}

function foldFill<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  fill: Fill,
): void {
  if (!isFolded(state, fill.token, fill.owner)) return
  const entry = open(state, fill.token, fill.owner, fill)
  const before = beforeEvent(state, entry)
  const { shares } = entry.position
  applyFill(entry.position, fill)
  officialFill(entry.official, fill)
  if (entry.behaviour) countFill(entry.behaviour, fill, shares, entry.position.shares)
  state.context.wholes?.add(fill, shares, entry.position.shares)
  touch(entry, fill, true)
  if (before) state.context.onEvent?.(entry, fill, before)
}
