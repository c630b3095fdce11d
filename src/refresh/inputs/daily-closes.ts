import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { DailyClose } from '../../metrics/profit/pnl-series.ts'
import { isResolved, type Marks, markedValue, markIndex } from './marks.ts'
import type { PositionDay, TraderLedger } from './trader-ledger.ts'

/** A day's close, and the cost of the positions that are open at it. */
export interface TraderClose extends DailyClose {
  readonly capitalAtRisk: MicroUsd
}

/** Turns traders' ledgers into their daily closes, one trader at a time, in memory that it uses again. */
export type DailyCloser = (ledger: TraderLedger) => TraderClose[]

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
  days: number[]
}

/**
 * A closer for ledgers whose days lie from `first` to `last`. Its closes are those of days with an event or a new
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
    days: [],
  }
  return (ledger) => {
    for (const position of ledger.positions) addPosition(changes, position, marks)
    return takeCloses(changes)
  }
}

/** A holding's last mark so far, as an index, its unrealized profit, and its cost while it is open. */
interface Marked {
  index: number | null
  unrealized: number
  capital: number
}

/** Walks a position's days, and between them the days on which its mark changed while shares were held. */
function addPosition(changes: Changes, position: readonly PositionDay[], marks: Marks): void {
  const marked: Marked = { index: null, unrealized: 0, capital: 0 }
  let isFollowed = false
  for (let i = 0; i < position.length; i++) {
    const row = position[i]
    if (!row) continue
    marked.index = isFollowed ? nextIndex(marks, row, marked.index) : markIndex(marks, row.token, row.day)
    const unrealized = unrealizedAt(row, marked.index, marks)
    const capital = isResolved(marks, row.token, row.day) ? 0 : row.cost
    addRow(changes, row, unrealized - marked.unrealized, capital - marked.capital)
    marked.unrealized = unrealized
    marked.capital = capital
    isFollowed = row.shares !== 0
    if (isFollowed) followMarks(changes, row, marked, position[i + 1]?.day ?? changes.last + 1, marks)
  }
}

/** The last mark at a row's day, where all before that day were followed: at most one further. */
function nextIndex(marks: Marks, { token, day }: PositionDay, index: number | null): number | null {
  const next = index === null ? (marks.start[token] ?? 0) : index + 1
  return next < (marks.start[token + 1] ?? 0) && (marks.day[next] ?? 0) <= day ? next : index
}

/** Adds the changes of a holding's mark after its day and before `until`, and moves `marked` along. */
function followMarks(changes: Changes, row: PositionDay, marked: Marked, until: Day, marks: Marks): void {
  const end = marks.start[row.token + 1] ?? 0
  for (let i = marked.index === null ? (marks.start[row.token] ?? 0) : marked.index + 1; i < end; i++) {
    const day = marks.day[i] ?? 0
    if (day >= until) return
    const unrealized = unrealizedAt(row, i, marks)
    const place = placeOf(changes, day)
    changes.pnl[place] = (changes.pnl[place] ?? 0) + unrealized - marked.unrealized
    if (isResolved(marks, row.token, day)) {
      changes.capital[place] = (changes.capital[place] ?? 0) - marked.capital
      marked.capital = 0
    }
    marked.index = i
    marked.unrealized = unrealized
  }
}

function unrealizedAt({ shares, cost }: PositionDay, index: number | null, marks: Marks): number {
  if (shares === 0) return 0
  return markedValue(shares, cost, index === null ? null : (marks.price[index] ?? null)) - cost
}

function addRow(changes: Changes, row: PositionDay, unrealizedChange: number, capitalChange: number): void {
  const place = placeOf(changes, row.day)
  changes.pnl[place] = (changes.pnl[place] ?? 0) + row.realized + unrealizedChange
  changes.realized[place] = (changes.realized[place] ?? 0) + row.realized
  changes.capital[place] = (changes.capital[place] ?? 0) + capitalChange
  changes.volume[place] = (changes.volume[place] ?? 0) + row.volume
  changes.fills[place] = (changes.fills[place] ?? 0) + row.fills
}

function placeOf(changes: Changes, day: Day): number {
  const place = day - changes.first
  if (changes.changed[place] === 0) {
    changes.changed[place] = 1
    changes.days.push(day)
  }
  return place
}

/** Adds the changes up to closes, and clears them for the next trader. */
function takeCloses(changes: Changes): TraderClose[] {
  let pnl = 0
  let realizedPnl = 0
  let capitalAtRisk = 0
  const closes = changes.days
    .sort((a, b) => a - b)
    .map((day) => {
      const place = day - changes.first
      pnl += changes.pnl[place] ?? 0
      realizedPnl += changes.realized[place] ?? 0
      capitalAtRisk += changes.capital[place] ?? 0
      const close = {
        day,
        pnl,
        realizedPnl,
        capitalAtRisk,
        volume: changes.volume[place] ?? 0,
        trades: changes.fills[place] ?? 0,
      }
      clear(changes, place)
      return close
    })
  changes.days = []
  return closes
}

function clear({ pnl, realized, capital, volume, fills, changed }: Changes, place: number): void {
  pnl[place] = 0
  realized[place] = 0
  capital[place] = 0
  volume[place] = 0
  fills[place] = 0
  changed[place] = 0
}
