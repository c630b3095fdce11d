import { DAY_SECONDS, type Day } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable, wholeNumber } from '../../engine/duckdb.ts'
import { livingAt } from '../generations.ts'
import {
  DAY_KEY,
  type DayColumn,
  type DayRecord,
  isFlow,
  POSITION_DAYS,
  type PositionId,
  quotedName,
  recordList,
  recordName,
} from '../position-day.ts'
import type { Segment } from '../sealed/manifest.ts'
import { daysOfBothAges, readSealedDays } from '../sealed/sealed-days.ts'
import { dayTerms } from './days.ts'
import { type Condition, rowsWhere, sealedWhere } from './terms.ts'

const DAYS = POSITION_DAYS.name

/** A day of a position that the caller has named. */
export type LastDay<Column extends DayColumn> = Omit<DayRecord<Column>, 'trader' | 'token'>

/**
 * Some columns of each position's last day before its own day, or undefined. A position is looked up in the files only
 * where one of them may hold a later day than its row's.
 * @param at a pinned version; null: as they are
 */
export async function lastDays<Column extends DayColumn>(
  sql: Sql,
  positions: readonly (PositionId & { before: Day })[],
  columns: readonly Column[],
  at: number | null = null,
): Promise<(LastDay<Column> | undefined)[]> {
  if (positions.length === 0) return []
  const names: readonly DayColumn[] = [...new Set(['day' as const, ...columns])]
  const list = recordList(names)
  const keys = {
    trader: positions.map(({ trader }) => trader),
    token: positions.map(({ token }) => token),
    before: positions.map(({ before }) => before),
  }
  const latest = keys.before.reduce((last, day) => Math.max(last, day), 0)
  const { rows, sealed } = await daysOfBothAges(sql, { traders: keys.trader, upTo: latest - 1, at }, () =>
    sql.findEach<LastDay<'day'>>(
      { trader: 'int', token: 'int', before: 'int' },
      keys,
      positions.length,
      `SELECT ${list} FROM ${DAYS} WHERE trader_id = :trader AND token_id = :token AND day < :before AND ${livingAtNumber(at, '')} ORDER BY day DESC LIMIT 1`,
    ),
  )
  const found = [...rows]
  const isLast = isLaterThan(sealed.segments)
  const missing = positions.flatMap((position, place) =>
    isLast(position.trader, found[place]?.day) ? [] : [{ ...position, place }],
  )
  if (missing.length === 0) return found as (LastDay<Column> | undefined)[]
  const asked = listTable({
    place: missing.map(({ place }) => place),
    trader: missing.map(({ trader }) => trader),
    token: missing.map(({ token }) => token),
    before: missing.map(({ before }) => before),
  })
  const traders = [...new Set(missing.map(({ trader }) => trader))]
  const past = await readSealedDays<LastDay<'day'> & { place: number }>(
    sql,
    sealed,
    (from) =>
      `SELECT a.place, ${recordList(names, 'd.')} FROM ${from} d JOIN ${asked} a ON d.trader_id = a.trader AND d.token_id = a.token AND d.day < a.before ` +
      `WHERE ${sealedWhere(dayTerms({ traders }))} QUALIFY row_number() OVER (PARTITION BY a.place ORDER BY d.day DESC) = 1`,
  )
  for (const { place, ...row } of past) if (row.day > (found[place]?.day ?? -1)) found[place] = row
  return found as (LastDay<Column> | undefined)[]
}

/** Whether no segment may hold a later day of a trader than one that is known. */
function isLaterThan(
  segments: readonly Segment<'DAYS'>[],
): (trader: number, day: Day | undefined) => boolean {
  if (segments.length === 0) return () => true
  const newest = segments.reduce((last, { lastTime }) => Math.max(last, lastTime), -1)
  return (trader, day) => {
    if (day === undefined) return false
    const close = day * DAY_SECONDS
    return (
      close >= newest ||
      segments.every((one) => close >= one.lastTime || trader < one.firstKey || trader > one.lastKey)
    )
  }
}

export type DaySums<Column extends DayColumn> = DayRecord<Column> & {
  /** The first day that it has; `day` is the last. */
  firstDay: Day
}

/** The positions to sum up: named ones, or those of traders, of tokens, or of these traders in these tokens. */
export type SumsAsked<Column extends DayColumn> = (
  | { positions: readonly PositionId[] }
  | { traders?: readonly number[] | undefined; tokens: readonly number[] }
  | { traders: readonly number[] }
) & {
  /** The day at whose close. */
  upTo: Day
  /** The pinned version at which days are read. @default null: as they are */
  at?: number | null
  columns: readonly Column[]
}

/**
 * Each position that has a day up to one: what it holds at that day's close, sums of its flows up to it, and its first and last day.
 * In no order. Rows rely on the key of days, those of tokens on that of `positions`; sealed days on their files' order.
 */
export async function sums<Column extends DayColumn>(
  sql: Sql,
  asked: SumsAsked<Column>,
): Promise<DaySums<Column>[]> {
  const { upTo, columns, at = null } = asked
  const positions = 'positions' in asked ? distinctOf(asked.positions) : null
  const traders = positions?.map(({ trader }) => trader) ?? ('traders' in asked ? asked.traders : undefined)
  const tokens = 'tokens' in asked ? asked.tokens : undefined
  if (traders?.length === 0 || tokens?.length === 0) return []
  const { rows, sealed } = await daysOfBothAges(sql, { traders, upTo, at }, () =>
    positions === null
      ? rowSums(sql, columns, { traders, tokens, upTo, at })
      : rowSumsOf(sql, columns, positions, { upTo, at }),
  )
  const own = positions && listTable({ trader: traders ?? [], token: positions.map(({ token }) => token) })
  const isOwn = own === null ? '' : `JOIN ${own} a ON d.trader_id = a.trader AND d.token_id = a.token `
  const distinct = traders && [...new Set(traders)]
  if (sealed.segments.length === 0) return rows
  const past = await readSealedDays<DaySums<Column>>(
    sql,
    sealed,
    (from) =>
      `SELECT ${POSITION}, ${DAYS_OF}${othersOf(columns).map(sealedSum).join('')} FROM ${from} d ${isOwn}` +
      `WHERE ${sealedWhere(dayTerms({ traders: distinct, tokens, upTo }))} GROUP BY ALL`,
  )
  return united(columns, rows, past)
}

function distinctOf(positions: readonly PositionId[]): PositionId[] {
  return [
    ...new Map(positions.map((position) => [`${position.trader} ${position.token}`, position])).values(),
  ]
}

function sealedSum(column: DayColumn): string {
  return `, ${isFlow(column) ? `SUM(d.${column})` : `arg_max(d.${column}, d.day)`} AS ${quotedName(column)}`
}

function othersOf(columns: readonly DayColumn[]): DayColumn[] {
  const key: readonly string[] = DAY_KEY
  return columns.filter((column) => !key.includes(column))
}

const POSITION = 'd.trader_id AS trader, d.token_id AS token'
const DAYS_OF = 'MAX(d.day) AS day, MIN(d.day) AS "firstDay"'
const ONE_POSITION = 'MAX(d.trader_id) AS trader, MAX(d.token_id) AS token'

/** The close of a day at a version. */
interface RowsUpTo {
  upTo: Day
  at: number | null
}

/** {@link livingAt} without values. */
function livingAtNumber(at: number | null, prefix: string): string {
  return livingAt(at, prefix).text.replaceAll('?', String(wholeNumber(at ?? 0)))
}

/** The positions of some tokens that there are now, or had a day that ended after a version. */
function positionsAt(sql: Sql, tokens: readonly number[], at: number | null): Condition {
  const own = rowsWhere(sql, dayTerms({ tokens }))
  const now = `SELECT trader_id, token_id FROM positions WHERE ${own.text}`
  if (at === null) return { text: now, values: own.values }
  const ended = 'SELECT id FROM generations WHERE version > ?'
  return {
    text: `${now} UNION SELECT trader_id, token_id FROM ${DAYS} WHERE died IS NOT NULL AND died IN (${ended}) AND ${own.text}`,
    values: [...own.values, at, ...own.values],
  }
}

/** The store's half. Each position's own days are read along the key. */
function rowSums<Column extends DayColumn>(
  sql: Sql,
  columns: readonly Column[],
  {
    traders,
    tokens,
    upTo,
    at,
  }: RowsUpTo & { traders: readonly number[] | undefined; tokens: readonly number[] | undefined },
): Promise<DaySums<Column>[]> {
  const terms = dayTerms({ traders, tokens, upTo }).map((term) => ({ ...term, left: `d.${term.left}` }))
  const among = rowsWhere(sql, terms)
  // Tokens alone have no index among days: `positions` knows everybody who has one.
  const holders = traders === undefined && tokens !== undefined ? positionsAt(sql, tokens, at) : null
  const source =
    holders === null
      ? `${DAYS} d`
      : `(${holders.text}) p JOIN ${DAYS} d ON d.trader_id = p.trader_id AND d.token_id = p.token_id`
  return sql.all<DaySums<Column>>(sumsText(columns, source, among.text, { at }), [
    ...(holders?.values ?? []),
    ...among.values,
  ])
}

/** The same of named positions; those without a day are omitted. */
async function rowSumsOf<Column extends DayColumn>(
  sql: Sql,
  columns: readonly Column[],
  positions: readonly PositionId[],
  { upTo, at }: RowsUpTo,
): Promise<DaySums<Column>[]> {
  const rows = await sql.findEach<DaySums<Column>>(
    { trader: 'int', token: 'int', close: 'int' },
    {
      trader: positions.map(({ trader }) => trader),
      token: positions.map(({ token }) => token),
      close: positions.map(() => upTo),
    },
    positions.length,
    sumsText(columns, `${DAYS} d`, 'd.trader_id = :trader AND d.token_id = :token AND d.day <= :close', {
      at,
      isOne: true,
    }),
  )
  return rows.filter((row) => row !== undefined && row.day !== null) as DaySums<Column>[]
}

/** @param isOne the rows are one position's, or none: then they need no groups */
function sumsText(
  columns: readonly DayColumn[],
  source: string,
  where: string,
  { at, isOne = false }: { at: number | null; isOne?: boolean },
): string {
  const isLiving = (row: string) => livingAtNumber(at, `${row}.`)
  const flows = columns.filter(isFlow)
  const held = othersOf(columns).filter((name) => !isFlow(name))
  const sums = flows.map((name) => `, CAST(SUM(d.${name}) AS BIGINT) AS ${quotedName(name)}`)
  const sum =
    `SELECT ${isOne ? ONE_POSITION : POSITION}, ${DAYS_OF}${sums.join('')} FROM ${source} WHERE ${where} AND ${isLiving('d')}` +
    (isOne ? '' : ' GROUP BY d.trader_id, d.token_id')
  if (held.length === 0) return sum
  return (
    `SELECT s.*, ${recordList(held, 'e.')} FROM (${sum}) s ` +
    `JOIN ${DAYS} e ON e.trader_id = s.trader AND e.token_id = s.token AND e.day = s.day AND ${isLiving('e')}`
  )
}

/** Both parts of each position as one: flows add up, and what is held is that of the later day. */
function united<Column extends DayColumn>(
  columns: readonly Column[],
  rows: readonly DaySums<Column>[],
  past: readonly DaySums<Column>[],
): DaySums<Column>[] {
  const nameOf = ({ trader, token }: PositionId) => `${trader} ${token}`
  const flows = columns.filter(isFlow).map(recordName)
  const all = new Map(past.map((row) => [nameOf(row), row]))
  for (const row of rows) {
    const other = all.get(nameOf(row))
    all.set(nameOf(row), other === undefined ? row : added(flows, row, other))
  }
  return [...all.values()]
}

function added<Column extends DayColumn>(
  flows: readonly string[],
  one: DaySums<Column>,
  other: DaySums<Column>,
): DaySums<Column> {
  const [last, first] = one.day > other.day ? [one, other] : [other, one]
  const sum: Record<string, number> = { ...last, firstDay: Math.min(one.firstDay, other.firstDay) }
  const more: Readonly<Record<string, number>> = first
  for (const name of flows) sum[name] = (sum[name] ?? 0) + (more[name] ?? 0)
  return sum as DaySums<Column>
}
