import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { DEFAULT_ROWS, dayBeforeWindow, MAX_ROWS, PERIODS } from '../../metrics/leaderboards.ts'
import type { HeadView } from '../../smart-money/write-head-views.ts'
import type { ShownNumbers } from '../../store/snapshot/snapshot-reader.ts'
import type { ChangedRows, Standings } from '../../store/snapshot/standings.ts'
import type { DrawdownRecord, SkillRecord } from '../../store/snapshot/trader-record.ts'
import type { WrittenColumns } from '../../store/snapshot/write-columns.ts'
import type { Baselines } from '../analytics/read-analytics.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { emptyScoreBook, type ScoreBook } from '../boards/trader-scores.ts'
import type { PublisherLease } from '../days/publisher-lease.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import type { Marks } from '../inputs/marks.ts'
import type { AddressOrder } from './address-order.ts'
import { type BoardFirsts, createBoardFirsts } from './board-firsts.ts'
import { type ClosedDays, createClosedDays } from './closed-days.ts'

/** Totals of every trader in a period, by trader id; micro-dollars. */
export interface PeriodColumns {
  /** Profit without the unrealized part at the cutoff. */
  settled: Float64Array
  volume: Float64Array
  stake: Float64Array
  fills: Int32Array
}

/** A trader's numbers of a period that boards show. */
export interface PeriodNumbers {
  /** Those that prices at the cutoff do not move. */
  still: Omit<ShownNumbers, 'maxDrawdown' | 'maxDrawdownPct'>
  drawdown: DrawdownRecord
  /** The last profit that was asked for, and the row at it; null before. */
  pnl: MicroUsd
  row: ShownNumbers | null
}

/** Totals and scores at the close of the day before. They change only by late events. */
export interface DayBefore {
  /** By period, in the order of `PERIODS`; `settled` is the whole profit. */
  periods: readonly PeriodColumns[]
  scores: ScoreBook
}

/** The publisher's state, updated from one snapshot to the next: everything that boards at the cutoff are computed from. */
export interface PublisherState {
  cutoff: Cutoff
  order: AddressOrder
  marks: Marks
  labels: LabelsByUnit
  /** The ledger's counter of metadata changes when marks and labels were read. */
  meanings: number
  /** Sums of all traders' decided units by label. */
  baselines: Baselines
  /** In the order of `PERIODS`. */
  periods: readonly PeriodColumns[]
  /** 1 for traders with an event, by trader id. */
  known: Uint8Array
  /** The first day of a position, by trader id. */
  firstDay: Int32Array
  /** The first day on which untracked shares left, by trader id. */
  partialFrom: Int32Array
  /** Holdings at the closes of {@link heldAt}: bit i of `closes` is set for those at the i-th. */
  positions: ReplaceableRows<keyof Holding>
  /** Decided units. */
  units: ReplaceableRows<'unit' | 'decidedOn' | 'pnl' | 'cost'>
  /** Numbers of traders whom boards have shown, in the order of `PERIODS`, by trader id: of a trader who was counted since, none. */
  shown: Map<number, readonly PeriodNumbers[]>
  firsts: BoardFirsts
  scores: ScoreBook
  dayBefore: DayBefore
  pValues: Map<number, number>
  /** Tests of skill that are not stored yet, by trader id. */
  freshSkills: Map<number, SkillRecord>
  /** Traders who have enough positions or fills for a score: their scores may change from one day to the next. */
  candidates: Set<number>
  /** Traders whose scores depend on prices by more than their profit. */
  sensitive: Set<number>
  /** Of the newest event's state. */
  closedDays: ClosedDays | null
}

/** A trader's holding of a token, as it is at one of the closes of {@link heldAt} or at several. */
export type Holding = Record<'token' | 'shares' | 'cost' | 'closes', number>

/** The closes whose holdings a state has: those before the windows, in the order of `PERIODS`, and for all time the cutoff's. */
export function heldAt(cutoffDay: Day): Day[] {
  return PERIODS.map((period) => dayBeforeWindow(period, cutoffDay) ?? cutoffDay)
}

/** The bit of the holdings at the cutoff. */
export const HELD_NOW = 1 << PERIODS.findIndex(({ days }) => days === null)

/** Later than any day. */
export const NEVER = 2 ** 31 - 1

/** A state without events. */
export function emptyState(
  of: Pick<PublisherState, 'cutoff' | 'order' | 'marks' | 'labels' | 'meanings'>,
): PublisherState {
  const size = of.order.hidden.length
  return {
    ...of,
    baselines: new Map(),
    periods: PERIODS.map(() => newColumns(size)),
    known: new Uint8Array(size),
    firstDay: new Int32Array(size).fill(NEVER),
    partialFrom: new Int32Array(size).fill(NEVER),
    positions: createReplaceableRows(['token', 'shares', 'cost', 'closes'], size),
    units: createReplaceableRows(['unit', 'decidedOn', 'pnl', 'cost'], size),
    shown: new Map(),
    // Few boards of a past day are asked for, and further rows of them are computed then.
    firsts: createBoardFirsts(of.cutoff.asOf === null ? MAX_ROWS : DEFAULT_ROWS),
    scores: emptyScoreBook(),
    dayBefore: { periods: PERIODS.map(() => newColumns(size)), scores: emptyScoreBook() },
    pValues: new Map(),
    freshSkills: new Map(),
    candidates: new Set(),
    sensitive: new Set(),
    closedDays: of.cutoff.asOf === null ? createClosedDays(of.cutoff.day) : null,
  }
}

/** Grows the arrays for new trader ids, with some spare room. */
export function growState(state: PublisherState): PublisherState {
  const needed = state.order.hidden.length
  if (needed <= state.known.length) return state
  const size = Math.ceil(1.1 * needed)
  const grownPeriods = (all: readonly PeriodColumns[]) =>
    all.map((columns) => {
      const larger = newColumns(size)
      for (const name of ['settled', 'volume', 'stake', 'fills'] as const) larger[name].set(columns[name])
      return larger
    })
  const known = new Uint8Array(size)
  known.set(state.known)
  const [firstDay, partialFrom] = [state.firstDay, state.partialFrom].map((days) =>
    grown(days, new Int32Array(size).fill(NEVER)),
  ) as [Int32Array, Int32Array]
  const dayBefore = { ...state.dayBefore, periods: grownPeriods(state.dayBefore.periods) }
  return { ...state, periods: grownPeriods(state.periods), dayBefore, known, firstDay, partialFrom }
}

/** Columns of traders who did nothing, for ids below `size`. */
function newColumns(size: number): PeriodColumns {
  return {
    settled: new Float64Array(size),
    volume: new Float64Array(size),
    stake: new Float64Array(size),
    fills: new Int32Array(size),
  }
}

/** The columns that a snapshot was published with, and what they were made from: the next one adds what changes. */
export interface PublishedColumns {
  written: readonly WrittenColumns[]
  /** By period, as the following. */
  standings: readonly Standings[]
  shown: readonly ReadonlyMap<number, ShownNumbers>[]
}

/** Sources of one publication, all of one version of the ledger. */
export interface Publication {
  cutoff: Cutoff
  /** Null if the days of foresight were up to date. */
  lease: PublisherLease | null
  state: PublisherState
  /** The columns of the snapshot before on the same day, which only get what changed; null where all are to be written. */
  before: PublishedColumns | null
  /** Null if the day before is among the columns of the snapshot before. */
  dayBefore: DayBefore | null
  /** The columns of the snapshot before, if that was of the day before, whose close adds what changed since; null otherwise. */
  closing: PublishedColumns | null
  standings: { now: Standings[]; dayBefore: Standings[] | null }
  /** By period, the rows that changed since the snapshot before; null where they are not known. */
  changed: readonly (ChangedRows | null)[]
  /** By period, the numbers that its boards show, by trader id. */
  shown: PublishedColumns['shown']
  gaps: ReadonlySet<number>
  views: readonly HeadView[]
  /** Traders that were counted. */
  counted: number
}

/** Rows of many traders as columns of numbers; one trader's rows can be replaced in place. */
export interface ReplaceableRows<Name extends string> {
  /** Slots that were ever used: a slot without a trader is free. */
  readonly size: number
  /** The trader of each slot; −1 for none. Like the columns, another array once rows were added. */
  readonly trader: Int32Array
  readonly columns: Readonly<Record<Name, Float64Array>>
  /** Replaces a trader's rows. */
  replace(trader: number, rows: readonly Readonly<Record<Name, number>>[]): void
  /** Calls `use` with the slot of each of a trader's rows. */
  each(trader: number, use: (slot: number) => void): void
}

/** Ends the list of a trader's rows. */
const END = -1

/** Creates an empty set of rows. @param traders memory is reserved for trader ids below this */
function createReplaceableRows<Name extends string>(
  names: readonly Name[],
  traders: number,
): ReplaceableRows<Name> {
  let capacity = 1024
  let size = 0
  let free = END
  let first = new Int32Array(traders).fill(END)
  let next = new Int32Array(capacity)
  let owner = new Int32Array(capacity).fill(END)
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(capacity)])) as Record<
    Name,
    Float64Array
  >
  const grow = () => {
    capacity *= 2
    next = grown(next, new Int32Array(capacity))
    owner = grown(owner, new Int32Array(capacity).fill(END))
    for (const name of names) columns[name] = grown(columns[name], new Float64Array(capacity))
  }
  const takeSlot = () => {
    if (free !== END) {
      const slot = free
      free = next[slot] ?? END
      return slot
    }
    if (size === capacity) grow()
    return size++
  }
  const each = (trader: number, use: (slot: number) => void) => {
    for (let slot = first[trader] ?? END; slot !== END; slot = next[slot] ?? END) use(slot)
  }
  return {
    get size() {
      return size
    },
    get trader() {
      return owner
    },
    columns,
    replace(trader, rows) {
      if (trader >= first.length)
        first = grown(first, new Int32Array(Math.max(trader + 1, 2 * first.length)).fill(END))
      for (let slot = first[trader] ?? END; slot !== END; ) {
        const after = next[slot] ?? END
        owner[slot] = END
        next[slot] = free
        free = slot
        slot = after
      }
      let head = END
      for (const row of rows) {
        const slot = takeSlot()
        owner[slot] = trader
        next[slot] = head
        head = slot
        for (const name of names) columns[name][slot] = row[name]
      }
      first[trader] = head
    },
    each,
  }
}

function grown<Numbers extends Int32Array | Float64Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}
