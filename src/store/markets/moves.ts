import { LRUCache } from 'lru-cache'
import {
  DAY_SECONDS,
  dayOf,
  MICRO,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { EventFilter } from '../ledger/event-filter.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PlaceBound } from '../ledger/place.ts'
import type { SnapshotName } from '../ledger/versions.ts'
import { lastPrices, priceByEither } from './last-prices.ts'
import { type MarketOutcome, readOutcomes } from './market-facts.ts'
import { tokensOfMarkets, VOLUME_ROWS, volumeUpTo } from './volume-up-to.ts'

/** The least that is traded in a window, in micro-dollars, and by how many traders, for its change of price to count. */
export const LEAST_TRADED = 1_000 * MICRO
export const LEAST_TRADERS = 5
/** Lengths of windows in seconds. */
export const MOVE_WINDOWS = { HOUR_1: 3_600, HOURS_24: DAY_SECONDS, DAYS_7: 7 * DAY_SECONDS } as const
export type MoveWindow = keyof typeof MOVE_WINDOWS
/** The whole UTC days that an active week has. */
export const ACTIVE_DAYS = 7

/** The change of a market's first outcome's price in a window that ends with a cutoff. */
export interface MarketMove {
  market: number
  outcome: MarketOutcome
  before: MicroPrice
  now: MicroPrice
  /** Of all outcomes, within the window. */
  volume: MicroUsd
  /** Whether at least {@link LEAST_TRADED} was traded on each of the last {@link ACTIVE_DAYS} whole UTC days. */
  isActive: boolean
}

export interface MovesAsked {
  /** The window's length. */
  seconds: Seconds
  /** The last place that counts. */
  upTo: PlaceBound
  /** True: only markets that are active all week, which are far fewer. @default false */
  activeOnly?: boolean
  /** The ledger's version, or null for the ledger as it is. */
  at: number | null
}

/** Fills as a market's volume counts them: see {@link VOLUME_ROWS}. */
interface Traded {
  usd: MicroUsd
  /** Fills without a known role. */
  unknown: number
  fills: number
}

interface TradedToken extends Traded {
  token: number
  trader: number
  /** The sums are those of the whole token: they count once, with its first trader. */
  nth: number
}

/** The seconds before the cutoff in which five traders are looked for first: most markets have them there. */
const LOOKED_AT_FIRST = [3_600, DAY_SECONDS]

/**
 * The moves of those of some unresolved markets that qualify, in no order. It reads days of volume first, and of the few markets that
 * they leave the fills of the window's first day; fills of later days only until five traders are found.
 */
export async function readMoves(
  sql: Sql,
  markets: readonly number[],
  { seconds, upTo, activeOnly = false, at }: MovesAsked,
): Promise<MarketMove[]> {
  const start = upTo.time - seconds
  const today = dayOf(upTo.time + 1)
  const asked = activeOnly ? [...(await activeMarkets(sql, markets, today))] : markets
  const busy = await busyMarkets(sql, asked, { from: dayOf(start + 1), to: dayOf(upTo.time) })
  const outcomes = Map.groupBy(await readOutcomes(sql, busy, at), ({ market }) => market)
  // Two reads, for the fills between the two moments may be sealed and many.
  const [then, last] = [await pricesAt(sql, outcomes, [start]), await pricesAt(sql, outcomes, [upTo.time])]
  const moved = [...outcomes].flatMap(([market, [outcome]]) => {
    const [before = null, now = null] = [then.get(market)?.[0], last.get(market)?.[0]]
    return outcome === undefined || before === null || now === null ? [] : [{ market, outcome, before, now }]
  })
  const tokens = new Map(
    moved.flatMap(({ market }) => (outcomes.get(market) ?? []).map(({ token }) => [token, market] as const)),
  )
  const volumes = await volumesIn(sql, { tokens, start, upTo })
  const active = await activeMarkets(sql, volumes.keys(), today)
  return moved.flatMap((one) => {
    const volume = volumes.get(one.market)
    return volume === undefined ? [] : { ...one, volume, isActive: active.has(one.market) }
  })
}

/** Markets with enough dollars on some days together; the days are at least as long as the window. */
async function busyMarkets(
  sql: Sql,
  markets: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await sql.all<{ market: number }>(
    `${tokensOfMarkets(sql)} SELECT k.market FROM k JOIN volume_days v ON v.token_id = k.id AND v.day >= ? AND v.day <= ? GROUP BY k.market HAVING SUM(v.usd) >= ?`,
    [sql.list(markets), from, to, LEAST_TRADED],
  )
  return rows.map(({ market }) => market)
}

/** Prices of markets' first outcomes at some moments; null before the first. */
async function pricesAt(
  sql: Sql,
  markets: ReadonlyMap<number, readonly MarketOutcome[]>,
  times: readonly Seconds[],
): Promise<Map<number, (MicroPrice | null)[]>> {
  const asked = [...markets].flatMap(([market, outcomes]) =>
    times.map((time) => {
      // The other outcome of two prices the first as well.
      const [own, other] = outcomes
        .slice(0, outcomes.length === 2 ? 2 : 1)
        .map(({ token }) => ({ token, time }))
      return { market, moments: [own, other].filter((moment) => moment !== undefined) }
    }),
  )
  const last = await lastPrices(
    sql,
    asked.flatMap(({ moments }) => moments),
  )
  let at = 0
  const prices = new Map<number, (MicroPrice | null)[]>()
  for (const { market, moments } of asked) {
    const [own, other] = last.slice(at, at + moments.length)
    prices.set(market, [...(prices.get(market) ?? []), priceByEither(own, other)])
    at += moments.length
  }
  return prices
}

/** The parts of a window at whose ends a path has prices. */
export const PATH_PARTS = 24

/** Prices of markets' first outcomes at the start of a window and at the ends of its equal parts; null before the first. */
export function readPaths(
  sql: Sql,
  markets: ReadonlyMap<number, readonly MarketOutcome[]>,
  { seconds, upTo: { time } }: Pick<MovesAsked, 'seconds' | 'upTo'>,
  parts = PATH_PARTS,
): Promise<Map<number, (MicroPrice | null)[]>> {
  const part = Math.floor(seconds / parts)
  return pricesAt(
    sql,
    markets,
    Array.from({ length: parts + 1 }, (_, i) => time - part * (parts - i)),
  )
}

/** A window, and the tokens whose fills count with their markets. */
interface Window {
  tokens: ReadonlyMap<number, number>
  start: Seconds
  upTo: PlaceBound
}

/** The volumes of the markets that have enough of it and enough traders. */
async function volumesIn(sql: Sql, window: Window): Promise<Map<number, MicroUsd>> {
  const { tokens, start, upTo } = window
  const since = start + 1
  const [first, last] = [dayOf(since), dayOf(upTo.time)]
  const before = (first + 1) * DAY_SECONDS
  const early = await tradedTokens(sql, { tokens: [...tokens.keys()], since, before, upTo })
  const whole = early.flatMap((row) => (row.nth === 1 ? { ...row, market: tokens.get(row.token) } : []))
  const markets = [...new Set(tokens.values())]
  const later = first === last ? [] : await volumesFrom(sql, markets, { from: first + 1, upTo: upTo.time })
  const volumes = new Map<number, MicroUsd>()
  for (const [market, rows] of Map.groupBy([...whole, ...later], (row) => row.market ?? 0)) {
    const [usd, unknown, fills] = [sumOf(rows, 'usd'), sumOf(rows, 'unknown'), sumOf(rows, 'fills')]
    // With the roles of some fills alone, both sides of a trade may have counted.
    const isKnown = unknown === 0 || unknown === fills
    if (isKnown && usd >= LEAST_TRADED) volumes.set(market, usd)
  }
  const enough = await withTraders(sql, [...volumes.keys()], early, window)
  return new Map([...volumes].filter(([market]) => enough.has(market)))
}

function sumOf(rows: readonly Traded[], name: keyof Traded): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Those of some markets with {@link LEAST_TRADERS} in the window. @param early the fills of its first day */
async function withTraders(
  sql: Sql,
  markets: readonly number[],
  early: readonly TradedToken[],
  { tokens, start, upTo }: Window,
): Promise<Set<number>> {
  const traders = new Map(markets.map((market) => [market, new Set<number>()]))
  const note = (rows: readonly TradedToken[]) => {
    for (const { token, trader } of rows) traders.get(tokens.get(token) ?? 0)?.add(trader)
  }
  note(early)
  const seconds = upTo.time - start
  for (const length of [...LOOKED_AT_FIRST.filter((part) => part < seconds), seconds]) {
    const left = [...tokens].flatMap(([token, market]) => {
      const found = traders.get(market)
      return found !== undefined && found.size < LEAST_TRADERS ? token : []
    })
    const since = upTo.time - length + 1
    if (left.length > 0) note(await tradedTokens(sql, { tokens: left, since, upTo }))
  }
  return new Set([...traders].flatMap(([market, { size }]) => (size < LEAST_TRADERS ? [] : market)))
}

/**
 * Sums of the fills of each token, with some of its traders: a row for each, at most five of the rows and five of the sealed
 * fills. Markets with fewer than five traders thus have all of them.
 */
async function tradedTokens(sql: Sql, filter: EventFilter): Promise<TradedToken[]> {
  const sum = (column: string) => `CAST(SUM(${column}) OVER (PARTITION BY token) AS BIGINT) AS ${column}`
  return ledgerOf(sql).queryEvents<TradedToken>(
    'FILLS',
    filter,
    (from, where) =>
      `SELECT token, trader, usd, unknown, fills, nth FROM (SELECT token, trader, ${['usd', 'unknown', 'fills'].map(sum).join(', ')}, ` +
      'ROW_NUMBER() OVER (PARTITION BY token ORDER BY trader) AS nth FROM (SELECT token_id AS token, owner_id AS trader, ' +
      'SUM(CASE WHEN role = 0 THEN 0 ELSE usd END) AS usd, SUM(CASE WHEN role IS NULL THEN 1 ELSE 0 END) AS unknown, COUNT(*) AS fills ' +
      `FROM ${from} WHERE ${where} GROUP BY token_id, owner_id) o) r WHERE nth <= ${LEAST_TRADERS}`,
  )
}

/** Volumes of markets from a day on up to a time. */
function volumesFrom(
  sql: Sql,
  markets: readonly number[],
  { from, upTo }: { from: number; upTo: Seconds },
): Promise<(Traded & { market: number })[]> {
  const sums = ['usd', 'unknown', 'fills'].map((column) => `CAST(SUM(${column}) AS BIGINT) AS ${column}`)
  return sql.all(
    `${tokensOfMarkets(sql)} SELECT market, ${sums.join(', ')} FROM (${VOLUME_ROWS}) r GROUP BY market`,
    [sql.list(markets), ...volumeUpTo(upTo, from)],
  )
}

/** Those of some markets with enough dollars on each of the whole days before a day. */
async function activeMarkets(sql: Sql, markets: Iterable<number>, before: number): Promise<Set<number>> {
  const rows = await sql.all<{ market: number; days: number }>(
    `${tokensOfMarkets(sql)} SELECT market, CAST(COUNT(*) AS BIGINT) AS days FROM (SELECT k.market, v.day FROM k JOIN volume_days v ON v.token_id = k.id AND v.day >= ? AND v.day < ? ` +
      'GROUP BY k.market, v.day HAVING SUM(v.usd) >= ? AND (SUM(v.unknown) = 0 OR SUM(v.unknown) = SUM(v.fills))) d GROUP BY market',
    [sql.list([...markets]), before - ACTIVE_DAYS, before, LEAST_TRADED],
  )
  return new Set(rows.flatMap(({ market, days }) => (days === ACTIVE_DAYS ? market : [])))
}

/** Moves of a snapshot in a window, by market. */
export type MoveReader = (
  asked: MovesAsked & {
    snapshot: SnapshotName
    /** Only these markets, none of them resolved. @default all */
    among?: readonly number[]
  },
) => Promise<ReadonlyMap<number, MarketMove>>

/** Windows whose moves of all markets are kept, each some 100 bytes a market that qualifies. */
const KEPT_MOVES = 8

/** A reader that keeps the moves of all markets of the newest snapshots. @param unresolved markets without a resolution by a time */
export function createMoveReader(
  sql: Sql,
  unresolved: (snapshot: SnapshotName, upTo: Seconds) => Promise<readonly number[]>,
): MoveReader {
  const read = async (markets: readonly number[], asked: MovesAsked) =>
    new Map((await readMoves(sql, markets, asked)).map((move) => [move.market, move]))
  const kept = new LRUCache<string, Promise<ReadonlyMap<number, MarketMove>>>({ max: KEPT_MOVES })
  return ({ snapshot, among, ...asked }) => {
    const { id, generatedAt, ledgerVersion } = snapshot
    const key = JSON.stringify([id, generatedAt, ledgerVersion, asked])
    const known = kept.get(key)
    if (known !== undefined) return known
    if (among !== undefined) return read(among, asked)
    const moves = unresolved(snapshot, asked.upTo.time).then((markets) => read(markets, asked))
    kept.set(key, moves)
    moves.catch(() => kept.delete(key))
    return moves
  }
}
