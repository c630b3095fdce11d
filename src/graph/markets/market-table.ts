import { wrongArgument } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { dayOf, MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { NumberColumns } from '../../numbers/screen/evaluate.ts'
import {
  type ListedMarket,
  type MarketList,
  NEVER,
  statusOf,
  UNKNOWN_VOLUME,
} from '../../store/markets/market-list.ts'
import { MOVE_WINDOWS } from '../../store/markets/moves.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../kit/context.ts'
import { dayOfSnapshot, type Market, marketsById, pricesOf } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { MARKET_STATUSES, MOVES } from './market-columns.ts'
import { openInterest } from './market-totals.ts'
import type { MarketTableColumn } from './market-where.ts'

/** The numbers of all markets with metadata at a snapshot, a row each, the newest in the ledger first. */
export interface MarketTable extends NumberColumns<MarketTableColumn> {
  readonly ids: Float64Array
  column(id: MarketTableColumn, rows: Uint8Array): Promise<Float64Array>
}

/** The numbers of a market's own reads. */
type ReadColumn = 'openInterest' | 'price' | 'priceChange'

/** Markets whose own reads one question makes at most, and how many are read together. */
const MOST_READ = 20_000
const READ_TOGETHER = 500
const HOUR_SECONDS = 3_600

interface Kept {
  columns: Map<MarketTableColumn, Float64Array>
  /** 1 for each row that a column of reads has. */
  read: Map<ReadColumn, Uint8Array>
}

/** Columns of lists of markets, as long as the lists are kept. */
const kept = new WeakMap<MarketList, Kept>()

/** The table of a snapshot's markets. */
export async function marketTable(snapshot: Snapshot, context: RequestContext): Promise<MarketTable> {
  const { time } = snapshot.cutoff
  const list = await context.reader.marketStore.list(snapshot, time)
  const own = kept.get(list) ?? { columns: new Map(), read: new Map() }
  kept.set(list, own)
  const listed = (id: MarketTableColumn, numberOf: (market: ListedMarket) => number) => {
    const known =
      own.columns.get(id) ?? Float64Array.from({ length: list.count }, (_, row) => numberOf(list.at(row)))
    own.columns.set(id, known)
    return known
  }
  const ids = listed('newest', ({ market }) => market)
  return {
    ids,
    async column(id, rows) {
      switch (id) {
        case 'openInterest':
        case 'price':
        case 'priceChange':
          return readColumn({ id, ids, rows, own }, snapshot, context)
        default:
          return isOfMoves(id)
            ? moveColumn(id, ids, snapshot, context)
            : listed(id, (market) => listedValue(id, market, time))
      }
    },
  }
}

/** A number that the list of markets has; NaN if unknown. */
function listedValue(
  id: Exclude<MarketTableColumn, ReadColumn | keyof typeof MOVES>,
  market: ListedMarket,
  upTo: Seconds,
): number {
  const { createdAt, endsAt, resolvedAt } = market
  const dayAt = (time: Seconds) => (time === NEVER ? Number.NaN : dayOf(time))
  switch (id) {
    case 'newest':
      return market.market
    case 'volume':
      return knownVolume(market.volume)
    case 'volume7d':
      return knownVolume(market.weekVolume)
    case 'isTraded':
      return Number(market.isTraded)
    case 'event':
      return market.event ?? Number.NaN
    case 'marketHours':
      return createdAt === NEVER || endsAt === NEVER ? Number.NaN : (endsAt - createdAt) / HOUR_SECONDS
    case 'createdAt':
      return dayAt(createdAt)
    case 'endsAt':
      return dayAt(endsAt)
    case 'resolvedAt':
      return resolvedAt <= upTo ? dayAt(resolvedAt) : Number.NaN
    case 'category': {
      const place = (MARKET_CATEGORIES as readonly (string | null)[]).indexOf(market.category)
      return place < 0 ? Number.NaN : place
    }
    case 'status':
      return MARKET_STATUSES.indexOf(statusOf(market, upTo))
  }
}

function knownVolume(volume: number): number {
  return volume === UNKNOWN_VOLUME ? Number.NaN : volume
}

interface ReadAsked {
  id: ReadColumn
  ids: Float64Array
  rows: Uint8Array
  own: Kept
}

/**
 * A number that is read of each market as its field is: of the asked rows, those that are not read yet.
 * @throws PequodError BAD_USER_INPUT for more than {@link MOST_READ}
 */
async function readColumn(
  { id, ids, rows, own }: ReadAsked,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<Float64Array> {
  const values = own.columns.get(id) ?? new Float64Array(ids.length).fill(Number.NaN)
  const read = own.read.get(id) ?? new Uint8Array(ids.length)
  own.columns.set(id, values)
  own.read.set(id, read)
  const missing: number[] = []
  for (let row = 0; row < ids.length; row++) if (rows[row] === 1 && read[row] === 0) missing.push(row)
  if (missing.length > MOST_READ)
    throw wrongArgument(
      'where',
      `must leave at most ${countText(MOST_READ)} markets where it compares ${id}, which is read of each: add conditions on status, category, volume or days`,
    )
  for (let from = 0; from < missing.length; from += READ_TOGETHER) {
    const some = missing.slice(from, from + READ_TOGETHER)
    const markets = await marketsById(
      some.map((row) => ids[row] ?? 0),
      snapshot,
      context,
    )
    for (const row of some) {
      const market = markets.get(ids[row] ?? 0)
      values[row] = (market === undefined ? null : await readValue(id, market)) ?? Number.NaN
      read[row] = 1
    }
  }
  return values
}

async function readValue(id: ReadColumn, market: Market): Promise<number | null> {
  if (id === 'openInterest') return openInterest(market, dayOfSnapshot(market.snapshot))
  const price = (await pricesOf(market))[0] ?? null
  if (id === 'price' || price === null) return price
  const before = (await market.page.pricesDayAgo()).get(market.facts.id)?.[0] ?? null
  return before === null ? null : price - before
}

function isOfMoves(id: MarketTableColumn): id is keyof typeof MOVES {
  return id in MOVES
}

/** A number of moves by row; NaN without a move. */
async function moveColumn(
  id: keyof typeof MOVES,
  ids: Float64Array,
  snapshot: Snapshot,
  { reader: { marketStore } }: RequestContext,
): Promise<Float64Array> {
  const { window, number } = MOVES[id]
  const moves = await marketStore.moves(snapshot, {
    seconds: MOVE_WINDOWS[window],
    upTo: eventEnd(snapshot),
    activeOnly: number === 'ACTIVE',
  })
  return ids.map((market) => {
    const move = moves.get(market)
    if (move === undefined) return Number.NaN
    if (number === 'ACTIVE') return move.isActive ? move.volume : Number.NaN
    const change = move.now - move.before
    if (change === 0) return Number.NaN
    if (number === 'CHANGE') return change
    return number === 'VOLUME' ? move.volume : (Math.abs(change) / MICRO) * Math.sqrt(move.volume / MICRO)
  })
}
