import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/leaderboards.ts'
import {
  BOARD_SCORES,
  BYTES_A_SCORE,
  BYTES_A_SHOWN_ROW,
  EVER,
  packScores,
  packShownNumbers,
  SHOWN_NUMBERS,
  STANDINGS,
} from '../../store/snapshot/snapshot-columns.ts'
import type { ShownNumbers } from '../../store/snapshot/snapshot-reader.ts'
import {
  BYTES_A_ROW,
  type ChangedRows,
  FLAGS,
  newRows,
  newStandings,
  packStandings,
  type Standings,
} from '../../store/snapshot/standings.ts'
import {
  type MadeColumns,
  madeColumns,
  type PackedRows,
  type WrittenColumns,
} from '../../store/snapshot/write-columns.ts'
import { SCORED_BOARDS, type ScoreBook } from '../boards/trader-scores.ts'
import { markedValue } from '../inputs/marks.ts'
import {
  type DayBefore,
  HELD_NOW,
  type PeriodColumns,
  type Publication,
  type PublishedColumns,
  type PublisherState,
} from './publisher-state.ts'

/** Unrealized profit at the cutoff at some prices, by trader id: one pass over all positions. */
export function unrealizedAt({ positions, known }: PublisherState, prices: ArrayLike<number>): Float64Array {
  const unrealized = new Float64Array(known.length)
  const { trader, size } = positions
  const { token, shares, cost, closes } = positions.columns
  for (let slot = 0; slot < size; slot++) {
    const owner = trader[slot] ?? -1
    if (owner < 0 || (defined(closes[slot]) & HELD_NOW) === 0) continue
    const price = prices[token[slot] ?? 0] ?? -1
    const [held, paid] = [shares[slot] ?? 0, cost[slot] ?? 0]
    unrealized[owner] = (unrealized[owner] ?? 0) + markedValue(held, paid, price < 0 ? null : price) - paid
  }
  return unrealized
}

/** The standings of each period at the cutoff, in the order of `PERIODS`. */
export function standingsNow(
  state: PublisherState,
  unrealized: Float64Array,
  gaps: ReadonlySet<number>,
): Standings[] {
  const { scores, periods, cutoff } = state
  const flags = flagsOf(state, cutoff.day, scores, gaps)
  return periods.map((columns, i) => standingsOf(state, columns, unrealized, flags, scoredIn(scores, i)))
}

/** The standings of each period at the close of the day before. */
export function standingsBefore(
  state: PublisherState,
  { periods, scores }: DayBefore,
  gaps: ReadonlySet<number>,
): Standings[] {
  const flags = flagsOf(state, state.cutoff.day - 1, scores, gaps)
  return periods.map((columns, i) => standingsOf(state, columns, null, flags, scoredIn(scores, i)))
}

/** Traders with a score of a period. They are in its standings also without a trade in it. */
function scoredIn({ scores }: ScoreBook, period: number): number[] {
  const boards = SCORED_BOARDS.filter((board) => board.period === PERIODS[period])
  return boards.flatMap(({ id }) => [...(scores.get(id)?.keys() ?? [])])
}

/** The flags of each trader in standings, by id. @param gaps traders whose coverage is GAP */
function flagsOf(
  { partialFrom }: PublisherState,
  day: Day,
  { bots }: ScoreBook,
  gaps: ReadonlySet<number>,
): Uint8Array {
  const flags = new Uint8Array(partialFrom.length)
  for (let trader = 0; trader < flags.length; trader++)
    if ((partialFrom[trader] ?? 0) <= day) flags[trader] = FLAGS.partial
  for (const trader of gaps) flags[trader] = FLAGS.partial
  for (const trader of bots) flags[trader] = (flags[trader] ?? 0) | FLAGS.bot
  return flags
}

function standingsOf(
  { order }: PublisherState,
  { settled, volume, stake, fills }: PeriodColumns,
  unrealized: Float64Array | null,
  flags: Uint8Array,
  scored: readonly number[],
): Standings {
  const stands = new Uint8Array(fills.length)
  for (let trader = 0; trader < stands.length; trader++) if ((fills[trader] ?? 0) > 0) stands[trader] = 1
  for (const trader of scored) stands[trader] = 1
  let rows = 0
  for (let trader = 0; trader < stands.length; trader++) {
    if (order.hidden[trader] === 1) stands[trader] = 0
    rows += stands[trader] ?? 0
  }
  const into = newStandings(rows)
  let row = 0
  for (const trader of order.traders) {
    if (stands[trader] !== 1) continue
    into.trader[row] = trader
    into.pnl[row] = (settled[trader] ?? 0) + (unrealized?.[trader] ?? 0)
    into.volume[row] = volume[trader] ?? 0
    into.stake[row] = stake[trader] ?? 0
    into.fills[row] = fills[trader] ?? 0
    into.flags[row] = flags[trader] ?? 0
    row++
  }
  return into
}

/** The columns of a name that were published before; null where there are none. */
function writtenAs(
  before: PublishedColumns | null,
  { table, key }: Pick<MadeColumns, 'table' | 'key'>,
): WrittenColumns | null {
  const isSame = (own: WrittenColumns) =>
    own.table === table && Object.entries(key).every(([name, value]) => own.key[name] === value)
  return before?.written.find(isSame) ?? null
}

/**
 * The columns of a snapshot from which its boards are read, at its cutoff or at the close of the day before.
 * @param standings by period; null for none
 * @param before for the day before, the columns of a snapshot of that day
 * @param changed by period, the rows that changed since `before`; null where these are not known. @default all of them
 */
export function buildSnapshotColumns(
  last: Day,
  standings: readonly (Standings | null)[],
  { scores, touched }: ScoreBook,
  isDayBefore: boolean,
  { before, changed }: Pick<Publication, 'before' | 'changed'> = { before: null, changed: [] },
): MadeColumns[] {
  const day_before = isDayBefore ? 1 : 0
  const ofPeriods = PERIODS.flatMap((period, i): MadeColumns[] => {
    const own = standings[i]
    if (!own) return []
    // The windows of the day before begin a day earlier, and go by the names of those that they are compared with.
    const named = { table: STANDINGS, key: keyOf(period, last, day_before) }
    const rows = changed[i] ?? null
    const packed = rows && standingRows(own, rows)
    const known = isDayBefore ? { ...named, key: keyOf(period, last - 1, 0) } : named
    return [madeColumns(named, standingRows(own), writtenAs(before, known), packed)]
  })
  const ofBoards = [...scores].map(([board, byTrader]): MadeColumns => {
    const named = { table: BOARD_SCORES, key: { board, day_before } }
    const rowsOf = (traders: ReadonlySet<number> | ReadonlyMap<number, number>): PackedRows => ({
      count: traders.size,
      bytesEach: BYTES_A_SCORE,
      pack: (from, until) => packScores(byTrader, inOrder(traders.keys()).slice(from, until)),
    })
    const known = { ...named, key: { board, day_before: 0 } }
    return madeColumns(named, rowsOf(byTrader), writtenAs(before, known), rowsOf(defined(touched.get(board))))
  })
  return [...ofPeriods, ...ofBoards]
}

/** The key of a period's standings. */
function keyOf(period: PeriodDefinition, last: Day, day_before: number) {
  return { first_day: firstDayOf(period, last), category: 0, day_before }
}

/** Rows of standings to write. @param changed null for all */
export function standingRows(standings: Standings, changed: ChangedRows | null = null): PackedRows {
  const rowsFrom = (from: number, until: number): ChangedRows =>
    changed === null
      ? newRows(from, until)
      : { rows: changed.rows.subarray(from, until), isNew: changed.isNew.subarray(from, until) }
  return {
    count: (changed?.rows ?? standings.trader).length,
    bytesEach: BYTES_A_ROW,
    pack: (from, until) => packStandings(standings, rowsFrom(from, until)),
  }
}

/** The columns of the numbers that boards show beside those that order them. @param shown by period */
export function buildShownColumns(
  last: Day,
  shown: PublishedColumns['shown'],
  before: PublishedColumns | null = null,
): MadeColumns[] {
  return PERIODS.map((period, i): MadeColumns => {
    const named = { table: SHOWN_NUMBERS, key: { first_day: firstDayOf(period, last) } }
    const [rows, known] = [defined(shown[i]), before?.shown[i]]
    const rowsOf = (traders: ReadonlySet<number> | ReadonlyMap<number, ShownNumbers>): PackedRows => ({
      count: traders.size,
      bytesEach: BYTES_A_SHOWN_ROW,
      pack: (from, until) => packShownNumbers(rows, inOrder(traders.keys()).slice(from, until)),
    })
    const changed = known ? rowsOf(changedTraders(known, rows)) : null
    return madeColumns(named, rowsOf(rows), writtenAs(before, named), changed)
  })
}

/** Traders with another row than before, or with none any more. */
function changedTraders<Row>(before: ReadonlyMap<number, Row>, now: ReadonlyMap<number, Row>): Set<number> {
  const changed = new Set<number>()
  for (const [trader, row] of now) if (before.get(trader) !== row) changed.add(trader)
  for (const trader of before.keys()) if (!now.has(trader)) changed.add(trader)
  return changed
}

function inOrder(traders: Iterable<number>): number[] {
  return [...traders].sort((a, b) => a - b)
}

function firstDayOf(period: PeriodDefinition, last: Day): Day {
  const before = dayBeforeWindow(period, last)
  return before === null ? EVER : before + 1
}
