import { setImmediate } from 'node:timers/promises'
import { dayOf, type MicroPrice, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { camel, type RowOf, type Value } from '../engine/table.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import { groupTrades } from '../ingest/whole-trade-rows.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PlaceBound } from '../ledger/place.ts'
import { lastPrices } from '../markets/last-prices.ts'
import { MARKET_EVENTS, MARKETS, TOKENS, WHOLE_TRADES } from '../tables.ts'
import type { StoredTrade } from './trade-filter.ts'

/** A recorded whole trade; `signs` is null while they are not computed. */
export type RecordedTrade = RowOf<typeof WHOLE_TRADES>

/** A whole trade; `change` and `signs` are null where they are not recorded, below $1,000. */
export type WholeTrade = Omit<RecordedTrade, 'change'> & { change: number | null }

/** Whole trades along one index: those in which a column holds an id. */
export interface TapeStream {
  column: 'token_id' | 'trader_id' | 'day'
  id: number
}

export type TapePlace = Pick<RecordedTrade, 'usd' | 'time' | 'key'>

export interface TapePage {
  order: 'NEWEST' | 'LARGEST'
  /** Null: every whole trade. Relies on the index of the column and the order. */
  streams: readonly TapeStream[] | null
  since: Seconds | null
  before: Seconds | null
  /** The last place that is shown. */
  upTo: PlaceBound
  /** The list goes on behind this place. */
  after: TapePlace | null
  /** Of at least these dollars, and of at most those. */
  usd: { min: MicroUsd; max: MicroUsd }
  limit: number
}

/** Whole trades in an order: newest or largest first. One statement; what comes before the page is not read. */
export async function readTape(sql: Sql, page: TapePage): Promise<RecordedTrade[]> {
  const { order, streams, after, limit, upTo } = page
  // SQLite begins at one bound of a column, and not always at the nearer one: there is one alone.
  const isAfter = order === 'NEWEST' && after !== null && isUpTo(after, upTo)
  const most = order === 'LARGEST' && after !== null ? Math.min(after.usd, page.usd.max) : page.usd.max
  const terms: { text: string; values: Value[] }[] = [
    isAfter
      ? { text: '(time, key) < (?, ?) AND time <= ?', values: [after.time, after.key, after.time] }
      : { text: '(time, key) <= (?, ?) AND time <= ?', values: [upTo.time, upTo.key, upTo.time] },
    { text: 'usd >= ? AND usd <= ?', values: [page.usd.min, most] },
  ]
  if (page.since !== null) terms.push({ text: 'time >= ?', values: [page.since] })
  if (page.before !== null) terms.push({ text: 'time < ?', values: [page.before] })
  if (after !== null && order === 'LARGEST')
    terms.push({ text: '(usd, time, key) < (?, ?, ?)', values: [after.usd, after.time, after.key] })
  const where = terms.map(({ text }) => text).join(' AND ')
  const values = terms.flatMap((term) => term.values)
  const end = `ORDER BY ${order === 'NEWEST' ? '' : 'usd DESC, '}time DESC, key DESC LIMIT ${limit}`
  const part = (of: string, i: number) =>
    `SELECT * FROM (SELECT ${SELECTED} FROM ${WHOLE_TRADES.name} WHERE ${of}${where} ${end}) s${i}`
  if (streams === null) return sql.all<RecordedTrade>(part('', 0), values)
  if (streams.length === 0) return []
  const rows = await sql.all<RecordedTrade>(
    streams.map(({ column }, i) => part(`${column} = ? AND `, i)).join(' UNION ALL '),
    streams.flatMap(({ id }): Value[] => [id, ...values]),
  )
  return rows.sort((a, b) => compareTape(order, a, b)).slice(0, limit)
}

function isUpTo(place: TapePlace, upTo: PlaceBound): boolean {
  return place.time < upTo.time || (place.time === upTo.time && place.key <= upTo.key)
}

const SELECTED = Object.keys(WHOLE_TRADES.columns)
  .map((name) => `${name} AS "${camel(name)}"`)
  .join(', ')

/** Less than 0 where `a` comes before `b` in a list of whole trades. */
function compareTape(order: TapePage['order'], a: TapePlace, b: TapePlace): number {
  return (order === 'LARGEST' ? b.usd - a.usd : 0) || b.time - a.time || b.key - a.key
}

/** A token's market as the tape's filters read it; null where a fact is unknown. */
export interface TapeMarket extends MarketTerms {
  condition: number | null
  event: string | null
}

/** The part of a token's market that filters ask for. */
export interface MarketTerms {
  outcome: number | null
  category: string | null
  /** JSON. */
  tags: string | null
  createdAt: Seconds | null
  endsAt: Seconds | null
}

const MARKETS_OF = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 't.condition_id')
    .leftJoin(as(MARKET_EVENTS, 'e'), 'e.id', 'm.event_id')
    .select(
      't.id',
      't.outcome',
      't.condition_id as condition',
      'm.category',
      'm.tags',
      'e.source_id as event',
      'm.created_at',
      'm.ends_at',
    )
    .whereAnyOf('t.id', 'int', ids),
)

/** The markets of some tokens, by the token. */
export async function tapeMarkets(sql: Sql, ids: readonly number[]): Promise<Map<number, TapeMarket>> {
  const rows = await MARKETS_OF.all(sql, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

const TOKEN_PAGE = 20_000
const MARKETS_AFTER = statement((from, { after }: { after: number }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 't.condition_id')
    .select('t.id', 't.outcome', 'm.category', 'm.tags', 'm.created_at', 'm.ends_at')
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(TOKEN_PAGE),
)

/** Ascending ids of all tokens whose market is accepted: every token is looked at, page by page along its key. */
export async function tokensWhere(sql: Sql, accepts: (market: MarketTerms) => boolean): Promise<number[]> {
  const found: number[] = []
  const read = ({ id }: { id: number }) => MARKETS_AFTER.all(sql, { after: id })
  for await (const rows of pagesBehind(TOKEN_PAGE, { id: -1 }, read)) {
    for (const row of rows) if (accepts(row)) found.push(row.id)
    await setImmediate()
  }
  return found
}

const TOKENS_OF_EVENTS = statement((from, { events }: { events: readonly string[] }) =>
  from(as(TOKENS, 't'))
    .join(as(MARKETS, 'm'), 'm.condition_id', 't.condition_id')
    .join(as(MARKET_EVENTS, 'e'), 'e.id', 'm.event_id')
    .select('t.id')
    .whereAnyOf('e.source_id', 'text', events),
)

/** The tokens of the markets of some events. */
export async function tokensOfEvents(sql: Sql, events: readonly string[]): Promise<number[]> {
  return (await TOKENS_OF_EVENTS.all(sql, { events })).map(({ id }) => id)
}

const CHANGES = statement((from, { keys }: { keys: readonly number[] }) =>
  from(WHOLE_TRADES).select('key', 'change', 'signs').whereAnyOf('key', 'int', keys),
)
const PART_TERMS =
  "key, time, owner_id AS trader, token_id AS token, CASE side WHEN 0 THEN 'BUY' ELSE 'SELL' END AS side, role, shares, usd"

interface Part {
  key: number
  time: Seconds
  trader: number
  token: number
  side: 'BUY' | 'SELL'
  role: number | null
  shares: number
  usd: number
}

/** The whole trade of each of some fills, by the fill's key. A few statements, regardless of their number. */
export async function wholesOfFills(
  sql: Sql,
  fills: readonly StoredTrade[],
): Promise<Map<number, WholeTrade>> {
  const distinct = (column: 'owner' | 'token' | 'time') => [...new Set(fills.map((fill) => fill[column]))]
  const filter = { owners: distinct('owner'), tokens: distinct('token'), times: distinct('time') }
  const parts = await ledgerOf(sql).events<Part>('FILLS', filter, { select: PART_TERMS })
  const asked = new Set(fills.map(({ key }) => key))
  const groups = (
    await groupTrades(
      sql,
      parts.sort((a, b) => a.key - b.key),
    )
  ).filter((group) => group.some(({ key }) => asked.has(key)))
  const changes = await CHANGES.all(sql, { keys: groups.flatMap(([first]) => first?.key ?? []) })
  const recorded = new Map(changes.map((row) => [row.key, row]))
  const wholes = new Map<number, WholeTrade>()
  for (const group of groups) {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) continue
    const { key, time, token, trader, side, role } = first
    const whole: WholeTrade = {
      key,
      lastKey: last.key,
      time,
      day: dayOf(time),
      tokenId: token,
      traderId: trader,
      side: side === 'BUY' ? 0 : 1,
      role: group.every((part) => part.role === role) ? role : null,
      shares: group.reduce((sum, part) => sum + part.shares, 0),
      usd: group.reduce((sum, part) => sum + part.usd, 0),
      fills: group.length,
      change: recorded.get(key)?.change ?? null,
      signs: recorded.get(key)?.signs ?? null,
    }
    for (const part of group) wholes.set(part.key, whole)
  }
  return wholes
}

/** The outcome's price before a whole trade's transaction, and after its last fill; null while the outcome has no price. */
export interface TradePrices {
  before: MicroPrice | null
  after: MicroPrice | null
}

type Traded = Pick<WholeTrade, 'key' | 'lastKey' | 'time' | 'tokenId'>

/**
 * Returns the prices around whole trades, by their keys: an outcome's price is that of its last fill of a share or more. A few
 * statements, regardless of their number.
 */
export async function pricesAround(sql: Sql, wholes: readonly Traded[]): Promise<Map<number, TradePrices>> {
  const tokens = [...new Set(wholes.map(({ tokenId }) => tokenId))]
  const times = [...new Set(wholes.map(({ time }) => time))]
  const fills = await ledgerOf(sql).fills(['key', 'time', 'token_id', 'shares', 'usd'], { tokens, times })
  const moments = Map.groupBy(
    fills.sort((a, b) => a.key - b.key),
    ({ token_id, time }) => `${token_id} ${time}`,
  )
  const several = [...moments.values()].flatMap((some) => (some.length > 1 ? some.map(({ key }) => key) : []))
  const hashes = several.length === 0 ? new Map() : await ledgerOf(sql).fillHashes(several)
  const earlier = await lastPrices(
    sql,
    wholes.map(({ tokenId, time }) => ({ token: tokenId, time: time - 1 })),
  )
  return new Map(
    wholes.map((whole, i) => {
      const { key, lastKey, tokenId, time } = whole
      const moment = moments.get(`${tokenId} ${time}`) ?? []
      const tx: Uint8Array | null = hashes.get(key)?.tx ?? null
      const isOfIt = (other: number) =>
        other === key || (tx !== null && Buffer.compare(tx, hashes.get(other)?.tx ?? Buffer.alloc(0)) === 0)
      const begins = moment.find((fill) => isOfIt(fill.key))?.key ?? key
      const last = (among: typeof moment) => among.findLast((fill) => fillPrice(fill) !== null)
      const [lastBefore, lastAfter] = [
        last(moment.filter((fill) => fill.key < begins)),
        last(moment.filter((fill) => fill.key <= lastKey)),
      ]
      const before = lastBefore ? fillPrice(lastBefore) : (earlier[i]?.price ?? null)
      return [key, { before, after: lastAfter ? fillPrice(lastAfter) : before }]
    }),
  )
}
