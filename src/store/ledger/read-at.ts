import { LRUCache } from 'lru-cache'
import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table, Value } from '../engine/table.ts'
import { LEDGER_STATE, MARKETS, MOVEMENTS, TOKENS, VOLUME_DAYS } from '../tables.ts'
import { historyOf } from './history.ts'
import type { Condition } from './reads/terms.ts'

/** The columns and rows to read of a table. */
export interface ReadAt {
  /** Columns besides those of the key, which are always read. */
  columns: readonly string[]
  /** The pinned version at which rows are read; null reads them as they are. */
  version: number | null
  /** SQL for the WHERE; of a table whose key is several columns, on these alone. @default every row */
  where?: string
  values?: readonly Value[]
}

const ALWAYS: Condition = { text: 'TRUE', values: [] }

type Cells = Record<string, Value>

/**
 * Rows of a kept table as of a pinned version. Present rows are read first, so a row that changes in between
 * is read from its kept past. Days of positions may be sealed: {@link import('./ledger.ts').Ledger.days} reads them.
 * @param orderBy columns of numbers, ascending. @default in no order
 */
export async function readAt<Row extends object>(
  sql: Sql,
  table: Table,
  { orderBy = [], ...read }: ReadAt & { orderBy?: readonly string[] },
): Promise<Row[]> {
  const { text, values } = whereOf(read)
  const order = orderBy.length === 0 ? '' : `ORDER BY ${orderBy.join(', ')}`
  const rows = await sql.all<Cells>(
    `SELECT ${selectOf(table, read)} FROM ${table.name} WHERE ${text} ${order}`,
    values,
  )
  return (await asTheyWere(sql, table, read, { rows, orderBy })) as Row[]
}

function selectOf(table: Table, { columns }: ReadAt): string {
  return [...new Set([...table.key, ...columns])].join(', ')
}

function whereOf({ where, values = [] }: ReadAt): Condition {
  return where === undefined ? ALWAYS : { text: where, values }
}

/** The rows as they were at the version. */
async function asTheyWere(
  sql: Sql,
  table: Table,
  read: ReadAt,
  { rows, orderBy }: { rows: Cells[]; orderBy: readonly string[] },
): Promise<Cells[]> {
  if (read.version === null) return rows
  const matching = whereOf(read)
  const [id, ...more] = table.key
  const ids =
    id === undefined || more.length > 0 || read.where === undefined ? [] : rows.map((row) => row[id])
  // A row that answers the question now may have had other columns then.
  const asked =
    ids.length === 0
      ? matching
      : {
          text: `(${matching.text}) OR ${sql.isIn(`h.${id}`, 'int')}`,
          values: [...matching.values, sql.list(ids.map(Number))],
        }
  const kept = await keptRows<Cells>(sql, table, {
    select: selectOf(table, read),
    matching,
    within: asked,
    version: read.version,
  })
  const was = overlaid(rows, kept, (row) => table.key.map((name) => row[name]).join(' '))
  return kept.length === 0 ? was : was.sort(byColumns(orderBy))
}

function byColumns(columns: readonly string[]): (a: Cells, b: Cells) => number {
  return (a, b) => {
    for (const name of columns) {
      const difference = Number(a[name]) - Number(b[name])
      if (difference !== 0) return difference
    }
    return 0
  }
}

interface KeptQuery {
  /** A SELECT's list that names the key's columns. */
  select: string
  /** The rows to look for: a condition on the key, or one that holds for every row whose live row was read. */
  within: Condition
  /** The rows of these that answer the question. @default all */
  matching?: Condition
  version: number
}

/** A row that has changed since a version, as it was. */
interface Kept {
  /** 0: there was no such row. */
  present: number
  /** 0: it does not answer the question. */
  matches: number
}

/** Rows of a table that have changed since a pinned version, as they were: the content under the lowest pin from it on. */
async function keptRows<Row>(
  sql: Sql,
  table: Table,
  { select, within, matching = ALWAYS, version }: KeptQuery,
): Promise<(Row & Kept)[]> {
  const { name } = historyOf(table)
  const isSame = table.key.map((column) => `e.${column} = h.${column}`).join(' AND ')
  return sql.all<Row & Kept>(
    `SELECT ${select}, h.present, CASE WHEN ${matching.text} THEN 1 ELSE 0 END AS matches FROM ${name} h ` +
      `WHERE (${within.text}) AND h.pin >= ? ` +
      `AND NOT EXISTS (SELECT 1 FROM ${name} e WHERE ${isSame} AND e.pin >= ? AND e.pin < h.pin)`,
    [...matching.values, ...within.values, version, version],
  )
}

/** Rows as they were: what was kept in place of what is there now. In no order where anything was kept. */
function overlaid<Row extends object>(
  rows: readonly Row[],
  kept: readonly (Row & Kept)[],
  keyOf: (row: Row) => string,
): Row[] {
  if (kept.length === 0) return [...rows]
  const changed = new Set(kept.map(keyOf))
  const left = rows.filter((row) => !changed.has(keyOf(row)))
  for (const { present, matches, ...row } of kept)
    if (present === 1 && matches === 1) left.push(row as unknown as Row)
  return left
}

interface AsOfDay {
  readonly id: number
  readonly generatedAt: Seconds
  readonly ledgerVersion: number
}

/** Snapshots whose last look is remembered: as many as are kept as of a day. */
const REMEMBERED = 30

const STATE = statement((from) => from(LEDGER_STATE).select('version', 'pinned').where('id', 1))

/**
 * A question to snapshots as of a day: whether metadata has since described a market otherwise that was traded by the day's close.
 * It remembers up to where it looked, so that the next look reads only what has changed after it.
 */
export function createRedescribed(): (sql: Sql, snapshot: AsOfDay, day: Day) => Promise<boolean> {
  const looked = new LRUCache<string, { version: number; pinned: number }>({ max: REMEMBERED })
  return async (sql, { id, generatedAt, ledgerVersion }, day) => {
    const { version = 0, pinned = null } = (await STATE.get(sql)) ?? {}
    if (version === ledgerVersion) return false
    // A store that was deleted and filled again counts from 1: the time distinguishes them.
    const key = `${id} ${generatedAt} ${ledgerVersion}`
    const last = looked.get(key)
    if (last?.version === version) return false
    // A change after the last look is kept under the version that was pinned then, or a later one.
    if (await isRedescribed(sql, last?.pinned ?? ledgerVersion, day)) return true
    if (pinned !== null) looked.set(key, { version, pinned })
    return false
  }
}

/** Relies on the indexes of histories by `pin`: it costs what has changed, not what there is. */
async function isRedescribed(sql: Sql, since: number, day: Day): Promise<boolean> {
  const isAny = async (text: string, values: readonly Value[]) =>
    (await sql.get(`SELECT 1 AS found FROM ${text} LIMIT 1`, values)) !== undefined
  // A market whose shares were split has positions before its first fill.
  const isMarket = await isAny(
    `${historyOf(MARKETS).name} p WHERE p.pin >= ? AND (EXISTS (SELECT 1 FROM ${TOKENS.name} t JOIN ${VOLUME_DAYS.name} v ` +
      `ON v.token_id = t.id WHERE t.condition_id = p.condition_id AND v.day <= ?) OR ` +
      `EXISTS (SELECT 1 FROM ${MOVEMENTS.name} m WHERE m.condition_id = p.condition_id AND m.time < ?))`,
    [since, day, (day + 1) * DAY_SECONDS],
  )
  if (isMarket) return true
  return isAny(
    `${historyOf(TOKENS).name} p JOIN ${TOKENS.name} t ON t.id = p.id JOIN ${VOLUME_DAYS.name} v ON v.token_id = p.id ` +
      'WHERE p.pin >= ? AND p.present = 1 AND p.outcome_name IS DISTINCT FROM t.outcome_name AND v.day <= ?',
    [since, day],
  )
}
