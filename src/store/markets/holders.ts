import { DAY_SECONDS, type Day, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { wholeNumber } from '../engine/duckdb.ts'
import type { Table, Value } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { positionsBeside } from '../ledger/versions.ts'
import { HIDDEN_IDS } from '../opted-out.ts'

/** How many hold a token, and how much: sums over `positions`, kept by its triggers. No row holds 0. */
export const TOKEN_HOLDINGS = {
  name: 'token_holdings',
  key: ['token_id'],
  notNull: 'all',
  clustered: true,
  columns: { token_id: 'int', holders: 'int', shares: 'int' },
} as const satisfies Table

/** A position with shares, at a day's close. */
export interface HeldRow extends PositionId {
  shares: MicroShares
  cost: MicroUsd
}

/** A place among the positions of a token: by shares or cost, the largest first, then by the trader's number, the newest first. */
export interface HeldPlace {
  own: number
  trader: number
}

export interface HeldPart {
  token: number
  /** The order. `shares` uses an index; `cost` scans all of the token's positions. */
  by: 'shares' | 'cost'
  /** Only those after this place. */
  behind: HeldPlace
  /** Only those before this place. */
  ahead: HeldPlace
}

export interface HoldersAsked {
  tokens: readonly number[]
  /** Includes the day. */
  upTo: Day
  /** The ledger's version. @default null: as it is now */
  at?: number | null
  /** The rows of a page of each part. @default none: only the counts */
  parts?: readonly HeldPart[]
  /** Rows of each part. */
  limit?: number
  /** True: the rows are the last of each part. */
  isBackward?: boolean
}

export interface Holders {
  /** Rows of the parts, and every position that has changed since; in no order, without who opted out. */
  rows: HeldRow[]
  /** Shares held of each token, opted-out holders included; a token without holders is omitted. */
  supplies: ReadonlyMap<number, MicroShares>
  /** Positions with shares, without opted-out holders. */
  count: number
}

/** Positions that have changed since a day's close or a version, above which holders are read with the whole book. */
const MOST_CHANGED = 1_000

const COLUMNS = 'token_id AS token, trader_id AS trader, shares, cost'
const EDGE = Number.MAX_SAFE_INTEGER

/** The places before and after all others. */
export const FIRST_PLACE: HeldPlace = { own: EDGE, trader: EDGE }
export const LAST_PLACE: HeldPlace = { own: -EDGE, trader: 0 }

interface Row extends HeldRow {
  /**
   * The row's kind: one of a page, one that has changed since (`CHANGED_HIDDEN` for an opted-out trader), another
   * opted-out trader's, or sums of a token, with its number of holders as the trader.
   */
  what: 'PAGE' | 'CHANGED' | 'CHANGED_HIDDEN' | 'HIDDEN' | 'SUMS'
}

/** SQL that is true of a position that has not changed since the version, beside `changed`. */
const IS_SETTLED =
  'NOT EXISTS (SELECT 1 FROM changed c WHERE c.trader_id = p.trader_id AND c.token_id = p.token_id)'

/**
 * Holders of some tokens at a day's close, as of now or of a version: current positions, and those that have changed since as of
 * then. One statement, so that all is of one moment, along the indexes of `positions` by shares and by last time and of days by
 * generation; changed ones add a read of their last days.
 * @returns null if reading the whole book is cheaper, after many changes
 */
export async function readHolders(sql: Sql, asked: HoldersAsked): Promise<Holders | null> {
  const { upTo, at = null } = asked
  const rows = await readRows(sql, asked)
  const changed = ofKinds(rows, 'CHANGED', 'CHANGED_HIDDEN')
  if (changed.length > MOST_CHANGED || changed.some(isEverybody)) return null
  const before = await heldAt(sql, changed, { upTo, at })
  const shown = before.filter(({ what, shares }) => what === 'CHANGED' && shares > 0)
  const holders = ofKinds(rows, 'SUMS').reduce((sum, { trader }) => sum + trader, 0)
  const others = [...changed, ...ofKinds(rows, 'HIDDEN')].filter(({ shares }) => shares > 0)
  return {
    rows: [...ofKinds(rows, 'PAGE'), ...shown],
    supplies: suppliesOf(ofKinds(rows, 'SUMS'), changed, before),
    count: holders - others.length + shown.length,
  }
}

async function readRows(sql: Sql, asked: HoldersAsked): Promise<Row[]> {
  const { tokens, upTo, at = null, parts = [] } = asked
  const close = (upTo + 1) * DAY_SECONDS - 1
  const list = sql.list(tokens)
  const isAsked = sql.isIn('token_id', 'int')
  const changedSince = positionsBeside({ text: isAsked, values: [list] }, at)
  const kind = `CASE WHEN trader_id IN ${HIDDEN_IDS} THEN 'CHANGED_HIDDEN' ELSE 'CHANGED' END`
  const texts = [
    // With the plus SQLite looks up the few who opted out, and not everybody along the time.
    `SELECT 'SUMS' AS what, token_id AS token, holders AS trader, shares, 0 AS cost FROM ${TOKEN_HOLDINGS.name} WHERE ${isAsked}`,
    `SELECT 'HIDDEN', ${COLUMNS} FROM positions p WHERE ${isAsked} AND trader_id IN ${HIDDEN_IDS} AND +last_time <= ? AND ${IS_SETTLED}`,
    `SELECT * FROM (SELECT ${kind}, ${COLUMNS} FROM positions p WHERE ${isAsked} AND last_time > ? AND ${IS_SETTLED} LIMIT ${MOST_CHANGED + 1}) c`,
    `SELECT ${kind.replaceAll('trader_id', 'n.trader_id')}, n.token_id, n.trader_id, COALESCE(p.shares, 0), COALESCE(p.cost, 0) FROM changed n ` +
      'LEFT JOIN positions p ON p.token_id = n.token_id AND p.trader_id = n.trader_id',
    ...parts.map((part, i) => partSql(part, asked, i)),
  ]
  const ofParts = parts.flatMap(({ token, behind, ahead }): Value[] => [
    token,
    close,
    behind.own,
    behind.trader,
    ahead.own,
    ahead.trader,
  ])
  return sql.all<Row>(
    `WITH changed AS (${changedSince.text} LIMIT ${MOST_CHANGED + 1}) ${texts.join(' UNION ALL ')}`,
    [...changedSince.values, list, list, close, list, close, ...ofParts],
  )
}

function ofKinds(rows: readonly Row[], ...kinds: readonly Row['what'][]): Row[] {
  return rows.filter(({ what }) => kinds.includes(what))
}

/** The sums of tokens with changed positions as they were before. */
function suppliesOf(
  sums: readonly Row[],
  changed: readonly Row[],
  before: readonly Row[],
): Map<number, MicroShares> {
  const supplies = new Map(sums.map(({ token, shares }) => [token, shares]))
  const add = ({ token, shares }: HeldRow, sign: 1 | -1) =>
    supplies.set(token, (supplies.get(token) ?? 0) + sign * shares)
  for (const row of changed) add(row, -1)
  for (const row of before) add(row, 1)
  return supplies
}

/** True of a change of every trader of a token. */
function isEverybody({ trader }: { trader: number | null }): boolean {
  return trader === 0
}

function partSql({ by }: HeldPart, { limit = 0, isBackward = false }: HoldersAsked, i: number): string {
  const order = isBackward ? 'ASC' : 'DESC'
  return (
    `SELECT * FROM (SELECT 'PAGE', ${COLUMNS} FROM positions p WHERE token_id = ? AND shares > 0 AND last_time <= ? ` +
    `AND (${by}, trader_id) < (?, ?) AND (${by}, trader_id) > (?, ?) AND trader_id NOT IN ${HIDDEN_IDS} AND ${IS_SETTLED} ` +
    `ORDER BY ${by} ${order}, trader_id ${order} LIMIT ${wholeNumber(limit)}) p${i}`
  )
}

type Close = Pick<HoldersAsked, 'upTo'> & { at: number | null }

/** Positions as of a day's close; those that did not exist yet are omitted. */
async function heldAt(sql: Sql, positions: readonly Row[], { upTo, at }: Close): Promise<Row[]> {
  const asked = positions.map(({ trader, token }) => ({ trader, token, before: upTo + 1 }))
  const found = await ledgerOf(sql).lastDays(asked, ['shares', 'cost'], at)
  return positions.flatMap((position, i) => {
    const { shares, cost } = found[i] ?? {}
    return shares === undefined || cost === undefined ? [] : [{ ...position, shares, cost }]
  })
}

/**
 * The number of traders who ever had an event in each of some markets up to a day's close, by market: a scan of every
 * position in it, along the key of `positions`. A position that has changed since, or may never have held shares,
 * counts if it has a day up to then.
 * @returns null if reading the whole book is cheaper, with many look-ups
 */
export async function countTraders(
  sql: Sql,
  markets: readonly number[],
  close: Close,
): Promise<Map<number, number> | null> {
  const rows = await readCounts(sql, markets, close)
  const counts = new Map<number, number>()
  const uncertain: MarketTrader[] = []
  for (const { market, trader, count } of rows)
    if (trader === null) counts.set(market, count)
    else uncertain.push({ market, trader })
  if (uncertain.length > MOST_CHANGED || uncertain.some(isEverybody)) return null
  for (const market of uncertain.length === 0 ? [] : await marketsWithDays(sql, uncertain, close))
    counts.set(market, (counts.get(market) ?? 0) + 1)
  return counts
}

interface MarketTrader {
  market: number
  trader: number
}

/** Each market's number of traders who certainly count, with null as the trader, and those who may count. */
function readCounts(sql: Sql, markets: readonly number[], { upTo, at }: Close) {
  const close = (upTo + 1) * DAY_SECONDS - 1
  const list = sql.list(markets)
  const isAsked = sql.isIn('condition_id', 'int')
  const changedSince = positionsBeside(
    {
      text: `token_id IN (SELECT id FROM tokens WHERE ${isAsked} AND outcome IS NOT NULL)`,
      values: [list],
    },
    at,
  )
  const isCertain =
    `CASE WHEN p.last_time <= ? AND ${IS_SETTLED} ` +
    'AND (p.shares <> 0 OR p.cost <> 0 OR p.official_amount <> 0 OR p.official_avg <> 0) THEN 1 ELSE 0 END'
  const known =
    `SELECT t.condition_id AS market, p.trader_id AS trader, ${isCertain} AS certain FROM tokens t JOIN positions p ON p.token_id = t.id ` +
    `WHERE ${isAsked.replace('condition_id', 't.condition_id')} AND t.outcome IS NOT NULL ` +
    'UNION ALL SELECT t.condition_id, c.trader_id, 0 FROM changed c JOIN tokens t ON t.id = c.token_id'
  return sql.all<{ market: number; trader: number | null; count: number }>(
    `WITH changed AS (${changedSince.text} LIMIT ${MOST_CHANGED + 1}), ` +
      `h AS (SELECT market, trader, MAX(certain) AS certain FROM (${known}) k GROUP BY market, trader) ` +
      'SELECT market, NULL AS trader, COUNT(*) AS count FROM h WHERE certain = 1 GROUP BY market ' +
      `UNION ALL SELECT * FROM (SELECT market, trader, 0 FROM h WHERE certain = 0 LIMIT ${MOST_CHANGED + 1}) u`,
    [...changedSince.values, close, list],
  )
}

/** The market of each trader who has a day in it. */
async function marketsWithDays(
  sql: Sql,
  traders: readonly MarketTrader[],
  { upTo, at }: Close,
): Promise<number[]> {
  const tokens = await sql.all<{ market: number; token: number }>(
    `SELECT condition_id AS market, id AS token FROM tokens WHERE ${sql.isIn('condition_id', 'int')} AND outcome IS NOT NULL`,
    [sql.list([...new Set(traders.map(({ market }) => market))])],
  )
  const tokensOf = Map.groupBy(tokens, ({ market }) => market)
  const asked = traders.flatMap(({ market, trader }, place) =>
    (tokensOf.get(market) ?? []).map(({ token }) => ({ place, trader, token, before: upTo + 1 })),
  )
  const found = await ledgerOf(sql).lastDays(asked, [], at)
  const seen = new Set(asked.flatMap(({ place }, i) => (found[i] ? [place] : [])))
  return traders.filter((_, place) => seen.has(place)).map(({ market }) => market)
}

/** True if some tokens have more positions than a number of them: an index of `positions` is read up to there. */
export async function hasMorePositions(sql: Sql, tokens: readonly number[], than: number): Promise<boolean> {
  const found = await sql.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM positions WHERE ${sql.isIn('token_id', 'int')} LIMIT ${wholeNumber(than + 1)}) p`,
    [sql.list(tokens)],
  )
  return Number(found?.count) > than
}

/** The realized profit of some positions up to a day's close, 0 for one without a day. */
export async function realizedOf(
  sql: Sql,
  positions: readonly PositionId[],
  { upTo, at }: Close,
): Promise<MicroUsd[]> {
  const nameOf = ({ trader, token }: PositionId) => `${trader} ${token}`
  const rows = await ledgerOf(sql).sum({ positions, upTo, at, columns: ['realized'] })
  const realized = new Map(rows.map((row) => [nameOf(row), row.realized]))
  return positions.map((position) => realized.get(nameOf(position)) ?? 0)
}
