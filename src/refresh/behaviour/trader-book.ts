import { type Day, dayOf, type MicroShares, type Seconds } from '../../ledger/quantities.ts'
import { addLot, closeLots, noLots, type OpenLots, openShares } from '../../metrics/open-lots.ts'
import { emptyTraderDay, type TraderDay } from './trader-day.ts'
import type { TraderDayRows } from './trader-day-rows.ts'

/** Lots are kept for the last row in each so many days. */
const KEPT_EVERY = 32

/** What a trader holds of one token: `shares` as the ledger counts them, `open` of them in lots that are open. */
export interface TokenBook {
  token: number
  shares: MicroShares
  open: MicroShares
  lots: OpenLots
}

/** One trader during a replay. */
export interface TraderBook {
  /** The row of a day, opened where there is none yet; closes the row before it. */
  rowOf(time: Seconds): TraderDay
  /** The book of a token that was not heard of before. */
  addToken(token: number, shares: MicroShares, lots?: OpenLots): TokenBook
  /** The ledger counts so many shares now. Answers how many left. */
  moveTo(book: TokenBook, shares: MicroShares, time: Seconds): MicroShares
  /** The outcome is known: every open lot closes, though the shares stay until they are paid out. */
  settle(book: TokenBook, time: Seconds): void
  /** Closes the last row. */
  end(): void
}

/**
 * An empty book.
 * @param lastDay The last day of which events will come: the lots before it are kept, for more may come on it.
 */
export function createTraderBook(trader: number, lastDay: Day, rows: TraderDayRows): TraderBook {
  const tokens: TokenBook[] = []
  let row: TraderDay | null = null

  const close = (ended: TraderDay, isKept: boolean) => {
    rows.add(ended)
    if (isKept) rows.keepLots(trader, ended.day, packedLots(tokens))
  }
  const rowOf = (time: Seconds): TraderDay => {
    const day = dayOf(time)
    if (row?.day === day) return row
    if (row) close(row, day >= lastDay || blockOf(day) !== blockOf(row.day))
    row = emptyTraderDay(trader, day)
    return row
  }
  return {
    rowOf,
    addToken(token, shares, lots = noLots()) {
      const book = { token, shares, open: openShares(lots), lots }
      tokens.push(book)
      return book
    },
    moveTo(book, shares, time) {
      const change = shares - book.shares
      // What is settled came first, and goes first.
      const closing = Math.max(0, -change - (book.shares - book.open))
      if (change > 0 || closing > 0) {
        const { heldSeconds } = rowOf(time).lists
        if (change > 0) addLot(book.lots, time, change)
        else closeLots(book.lots, time, closing, heldSeconds)
      }
      book.open += change > 0 ? change : -closing
      book.shares = shares
      return Math.max(0, -change)
    },
    settle(book, time) {
      if (book.open === 0) return
      closeLots(book.lots, time, book.open, rowOf(time).lists.heldSeconds)
      book.open = 0
    },
    end() {
      if (row) close(row, true)
    },
  }
}

/** The open lots of each token as numbers: see `TRADER_LOTS`. */
function packedLots(tokens: readonly TokenBook[]): number[] {
  const packed: number[] = []
  for (const { token, open, lots } of tokens) {
    if (open === 0) continue
    packed.push(token, lots.left.length - lots.first)
    for (let i = lots.first; i < lots.left.length; i++) packed.push(lots.times[i] ?? 0, lots.left[i] ?? 0)
  }
  return packed
}

/** The open lots by token that a row of `trader_lots` tells. */
export function lotsByToken(packed: readonly number[]): Map<number, OpenLots> {
  const tokens = new Map<number, OpenLots>()
  for (let at = 0; at < packed.length; ) {
    const end = at + 2 + 2 * (packed[at + 1] ?? 0)
    const lots = noLots()
    for (let i = at + 2; i < end; i += 2) addLot(lots, packed[i] ?? 0, packed[i + 1] ?? 0)
    tokens.set(packed[at] ?? 0, lots)
    at = end
  }
  return tokens
}

function blockOf(day: Day): number {
  return Math.floor(day / KEPT_EVERY)
}
