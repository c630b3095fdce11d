import { exactSum } from '../../ledger/exact-sum.ts'
import {
  type Day,
  dayOf,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../../ledger/quantities.ts'
import { addLot, closeLots, noLots, type OpenLots, openShares } from '../../metrics/behaviour/open-lots.ts'
import type { NumberPacker } from '../../store/engine/pack-numbers.ts'
import { emptyTraderDay, resetTraderDay, type TraderDay } from './trader-day.ts'
import type { TraderDayRows } from './trader-day-rows.ts'

/** Lots are kept for the last row in each so many days. */
const KEPT_EVERY = 32
/** The day of a row that was not opened yet. */
const NO_DAY = -1

/**
 * What a trader holds of one token: `shares` as the ledger counts them, `open` of them in lots that are open, and the
 * slippage that their cost carries in a copier's replay: 0 if none are open.
 */
export interface TokenBook extends KeptBook {
  shares: MicroShares
  open: MicroShares
}

/** What of a token's book is kept after a day. */
export interface KeptBook {
  slippage: MicroUsd
  lots: OpenLots
}

/** One trader during a replay. */
export interface TraderBook {
  readonly trader: number
  /** The row of a day, opened where there is none yet; closes the row before it. */
  rowOf(time: Seconds): TraderDay
  /** The book of a token, an empty one where it has none yet. */
  tokenOf(token: number): TokenBook
  /** The same; undefined where the token has none. */
  heldOf(token: number): TokenBook | undefined
  /** Opens a token's book with lots that were open before. */
  addLots(token: number, kept: KeptBook): void
  /** The ledger counts so many shares now; those that left took their part of the slippage along. Answers how many left. */
  moveTo(book: TokenBook, shares: MicroShares, time: Seconds): MicroShares
  /** The cost of the shares carries so much slippage now: `moved` of it came with them, or left where it is negative. */
  carry(book: TokenBook, slippage: MicroUsd, moved: MicroUsd, time: Seconds): void
  /** The outcome is known: every open lot closes, though the shares stay until they are paid out. */
  settle(book: TokenBook, time: Seconds): void
  /** Closes the last row. */
  end(): void
}

/** Options of a trader's book. */
export interface TraderBookOptions {
  /** The last day of which events will come: the lots before it are kept, for more may come on it. */
  lastDay: Day
  rows: TraderDayRows
  /** Called with each token whose book is opened. */
  onToken(token: number): void
}

/** An empty book. */
export function createTraderBook(trader: number, { lastDay, rows, onToken }: TraderBookOptions): TraderBook {
  const tokens = new Map<number, TokenBook>()
  const row = emptyTraderDay(trader, NO_DAY)

  const close = (isKept: boolean) => {
    rows.add(row)
    if (isKept) rows.keepLots(trader, row.day, (packer) => packLots(tokens, packer))
  }
  const rowOf = (time: Seconds): TraderDay => {
    const day = dayOf(time)
    if (row.day === day) return row
    if (row.day !== NO_DAY) close(day >= lastDay || blockOf(day) !== blockOf(row.day))
    resetTraderDay(row, day)
    return row
  }
  const open = (token: number, book: TokenBook): TokenBook => {
    tokens.set(token, book)
    onToken(token)
    return book
  }
  return {
    trader,
    rowOf,
    tokenOf: (token) => tokens.get(token) ?? open(token, { shares: 0, open: 0, slippage: 0, lots: noLots() }),
    heldOf: (token) => tokens.get(token),
    addLots(token, { slippage, lots }) {
      const shares = openShares(lots)
      open(token, { shares, open: shares, slippage, lots })
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
      if (change < 0 && book.slippage > 0) {
        // Every change of what is kept makes a row.
        rowOf(time)
        book.slippage -= shares === 0 ? book.slippage : mulDivFloor(book.slippage, -change, book.shares)
      }
      book.open += change > 0 ? change : -closing
      book.shares = shares
      return Math.max(0, -change)
    },
    carry(book, slippage, moved, time) {
      if (moved === 0 && slippage === book.slippage) return
      // First: it may close the day before, whose lots carry what they carried then.
      const row = rowOf(time)
      book.slippage = slippage
      row.movedSlippage = exactSum(row.movedSlippage, moved, 'slippage')
    },
    settle(book, time) {
      if (book.open === 0) return
      closeLots(book.lots, time, book.open, rowOf(time).lists.heldSeconds)
      book.slippage = 0
      book.open = 0
    },
    end() {
      if (row.day !== NO_DAY) close(true)
    },
  }
}

/** The open lots of each token as numbers: see `TRADER_LOTS`. */
function packLots(tokens: ReadonlyMap<number, TokenBook>, packer: NumberPacker): void {
  for (const [token, { open, slippage, lots }] of tokens) {
    if (open === 0) continue
    packer.add(token)
    packer.add(slippage)
    packer.add(lots.left.length - lots.first)
    for (let i = lots.first; i < lots.left.length; i++) {
      packer.add(lots.times[i] ?? 0)
      packer.add(lots.left[i] ?? 0)
    }
  }
}

/** The books by token of a row of `trader_lots`. */
export function booksByToken(packed: readonly number[]): Map<number, KeptBook> {
  const tokens = new Map<number, KeptBook>()
  for (let at = 0; at < packed.length; ) {
    const end = at + 3 + 2 * (packed[at + 2] ?? 0)
    const lots = noLots()
    for (let i = at + 3; i < end; i += 2) addLot(lots, packed[i] ?? 0, packed[i + 1] ?? 0)
    tokens.set(packed[at] ?? 0, { slippage: packed[at + 1] ?? 0, lots })
    at = end
  }
  return tokens
}

function blockOf(day: Day): number {
  return Math.floor(day / KEPT_EVERY)
}
