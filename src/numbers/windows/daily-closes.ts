import { defined } from '../../checks.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { DailyClose } from '../../metrics/profit/results.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import { isResolved, type Marks, markedValue, markIndex } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'
import type { Counts } from './windows-of.ts'

/** A day's close, and the cost of the positions that are open at it. */
export interface TraderClose extends DailyClose {
  readonly capitalAtRisk: MicroUsd
}

/** Passes a trader's daily closes to `use`, ascending, each in memory that the next one uses again. */
export type DailyCloser = (
  days: TraderDays,
  counts: Counts,
  use: (close: Readonly<TraderClose>) => void,
) => void

/** Changes by day, dense from the first day on, and the days that have any. */
interface Changes {
  first: Day
  last: Day
  pnl: Float64Array
  realized: Float64Array
  capital: Float64Array
  volume: Float64Array
  fills: Float64Array
  changed: Uint8Array
  days: Int32Array
  count: number
}

/**
 * A closer for days from `first` on; those after `last` are skipped. Its closes are those of days with an event or a new
 * mark of something held, ascending, with profit counted from the trader's first event.
 */
export function createDailyCloser(marks: Marks, first: Day, last: Day): DailyCloser {
  const size = last - first + 1
  const changes: Changes = {
    first,
    last,
    pnl: new Float64Array(size),
    realized: new Float64Array(size),
    capital: new Float64Array(size),
    volume: new Float64Array(size),
    fills: new Float64Array(size),
    changed: new Uint8Array(size),
    days: new Int32Array(size),
    count: 0,
  }
  return (days, counts, use) => {
    const add = (first: number, end: number) => {
      if (counts(defined(days.columns.token_id[first]))) addPosition(changes, days, { first, end }, marks)
    }
    eachPosition(days, add, last)
    takeCloses(changes, use)
  }
}

/** A holding's last mark so far, as an index, its unrealized profit, and its cost while it is open. */
interface Marked {
  index: number | null
  unrealized: number
  capital: number
}

/** A position's day as the closes need it. */
interface Row {
  token: number
  day: Day
  shares: number
  cost: number
}

/** Walks a position's days, and between them the days on which its mark changed while shares were held. */
function addPosition(
  changes: Changes,
  { columns }: TraderDays,
  { first, end }: { first: number; end: number },
  marks: Marks,
): void {
  const marked: Marked = { index: null, unrealized: 0, capital: 0 }
  const row: Row = { token: defined(columns.token_id[first]), day: 0, shares: 0, cost: 0 }
  let isFollowed = false
  for (let i = first; i < end; i++) {
    row.day = defined(columns.day[i])
    row.shares = defined(columns.shares[i])
    row.cost = defined(columns.cost[i])
    marked.index = isFollowed ? nextIndex(marks, row, marked.index) : markIndex(marks, row.token, row.day)
    const unrealized = unrealizedAt(row, marked.index, marks)
    const capital = isResolved(marks, row.token, row.day) ? 0 : row.cost
    const place = placeOf(changes, row.day)
    const realized = defined(columns.realized[i])
    add(changes.pnl, place, realized + unrealized - marked.unrealized)
    add(changes.realized, place, realized)
    add(changes.capital, place, capital - marked.capital)
    add(changes.volume, place, defined(columns.volume[i]))
    add(changes.fills, place, defined(columns.fills[i]))
    marked.unrealized = unrealized
    marked.capital = capital
    isFollowed = row.shares !== 0
    const until = i + 1 < end ? defined(columns.day[i + 1]) : changes.last + 1
    if (isFollowed) followMarks(changes, row, marked, until, marks)
  }
}

function add(column: Float64Array, place: number, amount: number): void {
  column[place] = defined(column[place]) + amount
}

/** The last mark at a row's day, where all before that day were followed: at most one further. */
function nextIndex(marks: Marks, { token, day }: Row, index: number | null): number | null {
  const next = index === null ? (marks.start[token] ?? 0) : index + 1
  return next < (marks.start[token + 1] ?? 0) && (marks.day[next] ?? 0) <= day ? next : index
}

/** Adds the changes of a holding's mark after its day and before `until`, and moves `marked` along. */
function followMarks(changes: Changes, row: Row, marked: Marked, until: Day, marks: Marks): void {
  const end = marks.start[row.token + 1] ?? 0
  for (let i = marked.index === null ? (marks.start[row.token] ?? 0) : marked.index + 1; i < end; i++) {
    const day = marks.day[i] ?? 0
    if (day >= until) return
    const unrealized = unrealizedAt(row, i, marks)
    const place = placeOf(changes, day)
    add(changes.pnl, place, unrealized - marked.unrealized)
    if (isResolved(marks, row.token, day)) {
      add(changes.capital, place, -marked.capital)
      marked.capital = 0
    }
    marked.index = i
    marked.unrealized = unrealized
  }
}

function unrealizedAt({ shares, cost }: Row, index: number | null, marks: Marks): number {
  if (shares === 0) return 0
  return markedValue(shares, cost, index === null ? null : (marks.price[index] ?? null)) - cost
}

function placeOf(changes: Changes, day: Day): number {
  const place = day - changes.first
  if (changes.changed[place] === 0) {
    changes.changed[place] = 1
    changes.days[changes.count++] = day
  }
  return place
}

/** Adds the changes up to closes, and clears them for the next trader. */
function takeCloses(changes: Changes, use: (close: Readonly<TraderClose>) => void): void {
  const close = { day: 0, pnl: 0, realizedPnl: 0, capitalAtRisk: 0, volume: 0, trades: 0 }
  for (const day of changes.days.subarray(0, changes.count).sort()) {
    const place = day - changes.first
    close.day = day
    close.pnl += defined(changes.pnl[place])
    close.realizedPnl += defined(changes.realized[place])
    close.capitalAtRisk += defined(changes.capital[place])
    close.volume = defined(changes.volume[place])
    close.trades = defined(changes.fills[place])
    use(close)
    clear(changes, place)
  }
  changes.count = 0
}

function clear({ pnl, realized, capital, volume, fills, changed }: Changes, place: number): void {
  pnl[place] = 0
  realized[place] = 0
  capital[place] = 0
  volume[place] = 0
  fills[place] = 0
  changed[place] = 0
}

/** Dollars traded by category's label after each of some days, null for all time; a token without a category is in none. */
export function categoryVolumes(
  days: TraderDays,
  { marks, byUnit, counts }: { marks: Marks; counts: Counts } & LabelsByUnit,
  after: readonly (Day | null)[],
): Map<number, MicroUsd>[] {
  const volumes = after.map(() => new Map<number, MicroUsd>())
  const { token_id: token, day, volume } = days.columns
  eachPosition(days, (first, end) => {
    const own = defined(token[first])
    const category = byUnit.get(marks.unit[own] ?? 0)?.category ?? null
    if (category === null || !counts(own)) return
    for (const [i, ofWindow] of volumes.entries()) {
      const start = after[i] ?? Number.NEGATIVE_INFINITY
      let sum = ofWindow.get(category) ?? 0
      for (let row = first; row < end; row++) if (defined(day[row]) > start) sum += defined(volume[row])
      ofWindow.set(category, sum)
    }
  })
  return volumes
}
