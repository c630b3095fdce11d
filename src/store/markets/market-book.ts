import { LRUCache } from 'lru-cache'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { isKeptSince, type SnapshotName, tradersWrittenSince } from '../ledger/versions.ts'
import { hiddenTraders } from '../opted-out.ts'

/** A trader's holding of a token at a day's close, and its flows up to then. */
export interface BookRow {
  trader: number
  token: number
  shares: MicroShares
  cost: MicroUsd
  realized: MicroUsd
  bought: MicroUsd
  volume: MicroUsd
  fees: MicroUsd
  fills: number
  /** Fills that bought. */
  buys: number
  /** Dollars that came in for shares. */
  sold: MicroUsd
  /** The days of the first and the last event. */
  firstDay: Day
  day: Day
}

/** Everybody who ever had something of some tokens, as of a day's close. */
export interface Book {
  /** By token, those with the lower traders' numbers first; a position that holds nothing any more is there too. */
  byToken: ReadonlyMap<number, readonly BookRow[]>
  /** Opted-out traders among them: their holdings count only in sums. */
  hidden: ReadonlySet<number>
}

export interface BookAsked {
  tokens: readonly number[]
  /** Includes the day. */
  upTo: Day
  /** Only positions of these. @default everybody's */
  traders?: readonly number[]
  /** The version at which it is read. @default null: as it is */
  at?: number | null
}

const COLUMNS = ['shares', 'cost', 'realized', 'bought', 'volume', 'fees', 'fills', 'buys', 'sold'] as const

/** The book of some tokens. */
export async function readBook(sql: Sql, { tokens, upTo, traders, at = null }: BookAsked): Promise<Book> {
  const hidden = await hiddenTraders(sql)
  const rows = await ledgerOf(sql).sum({ tokens, traders, upTo, at, columns: COLUMNS })
  return { byToken: Map.groupBy(rows.sort(byTrader), ({ token }) => token), hidden }
}

/** Puts rows in the order of their traders' numbers. */
export function byTrader(a: BookRow, b: BookRow): number {
  return a.trader - b.trader
}

/** Positions of all books that are kept, each some 150 bytes. */
const KEPT_POSITIONS = 1_000_000
/** With more changed traders, the whole book is read again. */
const MOST_CHANGED = 5_000

interface KeptBook {
  book: Book
  /** It has every change up to this snapshot. */
  of: SnapshotName
}

/** Reads a book of a snapshot: as of now, with at least every change up to the snapshot, or as of its version. */
export type BookReader = (asked: BookAsked, of: SnapshotName) => Promise<Book>

/**
 * Caches the most recently used books. For a newer snapshot only changed positions are read again, if the log of
 * changes reaches back; else the whole book.
 * @param isBound books are as of each snapshot's version: their rows never change, and traders who opt out do
 */
export function createBookReader(sql: Sql, isBound: boolean): BookReader {
  const kept = new LRUCache<string, KeptBook>({
    maxSize: KEPT_POSITIONS,
    sizeCalculation: ({ book }) => [...book.byToken.values()].reduce((sum, rows) => sum + rows.length, 1),
  })
  const underway = new Map<string, Promise<Book>>()

  const bring = async (name: string, asked: BookAsked, of: SnapshotName) => {
    const known = isBound ? undefined : kept.get(name)
    const book = (known && (await broughtUp(sql, asked, known))) ?? (await readBook(sql, asked))
    kept.set(name, { book, of })
    return book
  }
  return async ({ tokens, upTo }, of) => {
    const asked = { tokens, upTo, at: isBound ? of.ledgerVersion : null }
    const name = JSON.stringify(asked)
    const known = kept.get(name)
    if (known && (isBound || has(known.of, of))) {
      // Lists are kept by their book, so that it stays the same object while nobody opts out.
      known.book = withHidden(known.book, await hiddenTraders(sql))
      return known.book
    }
    const question = JSON.stringify([name, of.id, of.generatedAt])
    const asking = underway.get(question)
    if (asking) return asking
    const book = bring(name, asked, of).finally(() => underway.delete(question))
    underway.set(question, book)
    return book
  }
}

function withHidden(book: Book, hidden: ReadonlySet<number>): Book {
  const isSame = hidden.size === book.hidden.size && [...hidden].every((trader) => book.hidden.has(trader))
  return isSame ? book : { ...book, hidden }
}

function has(known: SnapshotName, asked: SnapshotName): boolean {
  return known.ledgerVersion >= asked.ledgerVersion && known.generatedAt >= asked.generatedAt
}

/** The book with what has changed since; null where that is not known, or too much. */
async function broughtUp(sql: Sql, asked: BookAsked, { book, of }: KeptBook): Promise<Book | null> {
  const { tokens, upTo } = asked
  const since = { version: of.ledgerVersion, before: upTo + 1, tokens, limit: MOST_CHANGED + 1 }
  const changed = await tradersWrittenSince(sql, since)
  if (changed.length > MOST_CHANGED || !(await isKeptSince(sql, of))) return null
  const traders = new Set(changed)
  const fresh = await readBook(sql, { tokens, upTo, traders: [...traders] })
  if (traders.size === 0) return { ...book, hidden: fresh.hidden }
  const rowsOf = (token: number) => {
    const others = (book.byToken.get(token) ?? []).filter(({ trader }) => !traders.has(trader))
    return [...others, ...(fresh.byToken.get(token) ?? [])].sort(byTrader)
  }
  return { byToken: new Map(tokens.map((token) => [token, rowsOf(token)])), hidden: fresh.hidden }
}
