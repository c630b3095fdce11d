import type { Day } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table-types.ts'
import {
  type DayColumn,
  type DayRecord,
  isFlow,
  POSITION_DAYS,
  type PositionId,
  recordName,
  withKey,
} from '../position-day.ts'
import { daysOfBothAges, readSealedDays } from '../sealed/sealed-days.ts'
import { dayTerms } from './days.ts'
import { type Condition, rowsWhere, sealedWhere, type Term } from './terms.ts'

const DAYS = POSITION_DAYS.name

/** A row with the columns' own names. */
type Row = Record<string, number>

/**
 * Some columns of each position's last day before its own day, or undefined. What is sealed of a position lies before its
 * rows: only a position without such a row is looked up in the files.
 */
export async function lastDays<Column extends DayColumn>(
  sql: Sql,
  positions: readonly (PositionId & { before: Day })[],
  columns: readonly Column[],
): Promise<(DayRecord<Column> | undefined)[]> {
  if (positions.length === 0) return []
  const list = withKey(columns).join(', ')
  const keys = {
    trader: positions.map(({ trader }) => trader),
    token: positions.map(({ token }) => token),
    before: positions.map(({ before }) => before),
  }
  const latest = keys.before.reduce((last, day) => Math.max(last, day), 0)
  const { rows, sealed } = await daysOfBothAges(sql, { traders: keys.trader, upTo: latest - 1 }, () =>
    sql.findEach<Row>(
      { trader: 'int', token: 'int', before: 'int' },
      keys,
      positions.length,
      `SELECT ${list} FROM ${DAYS} WHERE trader_id = :trader AND token_id = :token AND day < :before ORDER BY day DESC LIMIT 1`,
    ),
  )
  const found = rows.map((row) => row && recordOf(columns, row))
  const missing = positions.flatMap((position, place) => (found[place] ? [] : [{ ...position, place }]))
  if (missing.length === 0 || sealed.segments.length === 0) return found
  const asked = listTable({
    place: missing.map(({ place }) => place),
    trader: missing.map(({ trader }) => trader),
    token: missing.map(({ token }) => token),
    before: missing.map(({ before }) => before),
  })
  const traders = [...new Set(missing.map(({ trader }) => trader))]
  const past = await readSealedDays<Row & { place: number }>(
    sql,
    sealed,
    (from) =>
      `SELECT a.place, ${list} FROM ${from} d JOIN ${asked} a ON d.trader_id = a.trader AND d.token_id = a.token AND d.day < a.before ` +
      `WHERE ${sealedWhere(dayTerms({ traders }))} QUALIFY row_number() OVER (PARTITION BY a.place ORDER BY d.day DESC) = 1`,
  )
  for (const row of past) found[row.place] = recordOf(columns, row)
  return found
}

function recordOf<Column extends DayColumn>(columns: readonly Column[], row: Row): DayRecord<Column> {
  const names = withKey(columns)
  return Object.fromEntries(names.map((name) => [recordName(name), row[name] ?? 0])) as DayRecord<Column>
}

/** Which positions are summed up: named ones, or those of traders, of tokens, or of these traders in these tokens. */
export type SumsAsked<Column extends DayColumn> = (
  | { positions: readonly PositionId[] }
  | { traders?: readonly number[] | undefined; tokens: readonly number[] }
  | { traders: readonly number[] }
) & {
  /** The day at whose close. */
  upTo: Day
  columns: readonly Column[]
}

/**
 * Each position that has a day up to one: what it holds at that day's close, sums of its flows up to it, and its last day.
 * In no order. Rows rely on the key of days, those of tokens on that of `positions`; sealed days on their files' order.
 */
export async function sums<Column extends DayColumn>(
  sql: Sql,
  asked: SumsAsked<Column>,
): Promise<DayRecord<Column>[]> {
  const { upTo, columns } = asked
  const positions = 'positions' in asked ? distinctOf(asked.positions) : null
  const traders = positions?.map(({ trader }) => trader) ?? ('traders' in asked ? asked.traders : undefined)
  const tokens = 'tokens' in asked ? asked.tokens : undefined
  if (traders?.length === 0 || tokens?.length === 0) return []
  const { rows, sealed } = await daysOfBothAges(sql, { traders, upTo }, () =>
    positions === null
      ? rowSums(sql, columns, { traders, tokens, upTo })
      : rowSumsOf(sql, columns, positions, upTo),
  )
  const own = positions && listTable({ trader: traders ?? [], token: positions.map(({ token }) => token) })
  const isOwn = own === null ? '' : `JOIN ${own} a ON d.trader_id = a.trader AND d.token_id = a.token `
  const distinct = traders && [...new Set(traders)]
  const past = await readSealedDays<Row>(
    sql,
    sealed,
    (from) =>
      `SELECT d.trader_id, d.token_id, MAX(d.day) AS day${othersOf(columns).map(sealedSum).join('')} FROM ${from} d ${isOwn}` +
      `WHERE ${sealedWhere(dayTerms({ traders: distinct, tokens, upTo }))} GROUP BY ALL`,
  )
  return united(columns, rows, past).map((row) => recordOf(columns, row))
}

function distinctOf(positions: readonly PositionId[]): PositionId[] {
  return [
    ...new Map(positions.map((position) => [`${position.trader} ${position.token}`, position])).values(),
  ]
}

function sealedSum(column: DayColumn): string {
  return `, ${isFlow(column) ? `SUM(d.${column})` : `arg_max(d.${column}, d.day)`} AS ${column}`
}

function othersOf(columns: readonly DayColumn[]): DayColumn[] {
  const key: readonly string[] = POSITION_DAYS.key
  return columns.filter((column) => !key.includes(column))
}

/** The store's half. Each position's own days are read along the key. */
function rowSums(
  sql: Sql,
  columns: readonly DayColumn[],
  {
    traders,
    tokens,
    upTo,
  }: { traders: readonly number[] | undefined; tokens: readonly number[] | undefined; upTo: Day },
): Promise<Row[]> {
  const prefixed = (alias: string, terms: readonly Term[]): Condition =>
    rowsWhere(
      sql,
      terms.map((term) => ({ ...term, left: `${alias}.${term.left}` })),
    )
  // Tokens have no index among days: `positions` knows who ever had one.
  const among = prefixed(tokens === undefined ? 'd' : 'p', dayTerms({ traders, tokens }))
  const source =
    tokens === undefined
      ? `${DAYS} d`
      : `positions p JOIN ${DAYS} d ON d.trader_id = p.trader_id AND d.token_id = p.token_id`
  const until = prefixed('d', dayTerms({ upTo }))
  return sql.all<Row>(sumsText(columns, source, `${among.text} AND ${until.text}`), [
    ...among.values,
    ...until.values,
  ])
}

/** The same of named positions; those without a day are left out. */
async function rowSumsOf(
  sql: Sql,
  columns: readonly DayColumn[],
  positions: readonly PositionId[],
  upTo: Day,
): Promise<Row[]> {
  const rows = await sql.findEach<Row>(
    { trader: 'int', token: 'int', close: 'int' },
    {
      trader: positions.map(({ trader }) => trader),
      token: positions.map(({ token }) => token),
      close: positions.map(() => upTo),
    },
    positions.length,
    sumsText(columns, `${DAYS} d`, 'd.trader_id = :trader AND d.token_id = :token AND d.day <= :close'),
  )
  return rows.filter((row) => row !== undefined)
}

function sumsText(columns: readonly DayColumn[], source: string, where: string): string {
  const flows = columns.filter(isFlow).map((name) => `, CAST(SUM(d.${name}) AS BIGINT) AS ${name}`)
  const held = othersOf(columns).filter((name) => !isFlow(name))
  const sum =
    `SELECT d.trader_id, d.token_id, MAX(d.day) AS day${flows.join('')} FROM ${source} WHERE ${where} ` +
    'GROUP BY d.trader_id, d.token_id'
  if (held.length === 0) return sum
  const others: Value[] = columns.filter(isFlow).map((name) => `, s.${name}`)
  return (
    `SELECT s.trader_id, s.token_id, s.day${others.join('')}${held.map((name) => `, e.${name}`).join('')} FROM (${sum}) s ` +
    `JOIN ${DAYS} e ON e.trader_id = s.trader_id AND e.token_id = s.token_id AND e.day = s.day`
  )
}

/** Both parts of each position as one: what is sealed of it is earlier than its rows. */
function united(columns: readonly DayColumn[], rows: readonly Row[], past: readonly Row[]): Row[] {
  if (past.length === 0) return [...rows]
  const nameOf = (row: Row) => `${row.trader_id} ${row.token_id}`
  const flows = columns.filter(isFlow)
  const all = new Map(past.map((row) => [nameOf(row), row]))
  for (const row of rows) {
    const before = all.get(nameOf(row))
    const sum = { ...row }
    if (before !== undefined) for (const name of flows) sum[name] = (row[name] ?? 0) + (before[name] ?? 0)
    all.set(nameOf(row), sum)
  }
  return [...all.values()]
}
