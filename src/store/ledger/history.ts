import { LRUCache } from 'lru-cache'
import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { ARRAY_TYPES, type Column, type Table, type Value } from '../engine/table.ts'
import {
  CONDITIONS,
  FORESIGHT_DAYS,
  INCOME_DAYS,
  LEDGER_STATE,
  MARKETS,
  MOVEMENTS,
  PRICE_DAYS,
  TOKENS,
  VOLUME_DAYS,
} from '../tables.ts'
import type { Condition } from './reads/terms.ts'

/** A table whose rows are updated in place, and kept as they were before they change. */
export interface KeptTable {
  table: Table
  /**
   * Under which version a row's content is kept: `ledger`, the one that was pinned last, for what ingest writes;
   * `snapshot`, that of the newest snapshot, for what each refresh brings up to the version that it publishes.
   */
  under: 'ledger' | 'snapshot'
}

/** When a market was made never changes: nothing of it is kept. */
const { created_at: _, ...marketColumns } = MARKETS.columns

/** Every table that can be read as of a pinned version, besides days of positions (generations.ts). */
export const KEPT_TABLES: readonly KeptTable[] = [
  ...[PRICE_DAYS, INCOME_DAYS, CONDITIONS, TOKENS, { ...MARKETS, columns: marketColumns }].map((table) => ({
    table,
    under: 'ledger' as const,
  })),
  { table: FORESIGHT_DAYS, under: 'snapshot' },
]

/** Whether a table's rows are kept. */
export function isKept({ name }: Table): boolean {
  return KEPT_TABLES.some(({ table }) => table.name === name)
}

/**
 * The history of a table. A row holds its content from the version `pin` back to the row of the next lower pin; where
 * `present` is 0 there was no such row, and the other columns are null.
 */
export function historyOf<T extends Table>({ name, key, columns }: T): History<T> {
  return {
    name: `${name}_history`,
    key: [...(key as T['key']), 'pin'],
    notNull: ['present'],
    indexes: [['pin']],
    clustered: true,
    columns: { ...columns, pin: 'int', present: 'int' },
  }
}

/** The table that holds what another's rows were. */
export type History<T extends Table> = Omit<Table, 'key' | 'notNull' | 'columns'> & {
  key: readonly [...T['key'], 'pin']
  notNull: readonly ['present']
  columns: T['columns'] & { readonly pin: 'int'; readonly present: 'int' }
}

/** Whether rows are of a day: of those beyond the last pinned day nothing is kept. */
export function hasDays({ columns }: Table): boolean {
  return 'day' in columns
}

/**
 * Keeps rows as they are, before the transaction inserts, changes or deletes them. Every writer of a kept table calls it or
 * {@link keepWhere}; a row that was kept since the last pin stays as it was then.
 */
export async function keepRows(
  tx: Sql,
  { name, key }: Table,
  keys: Readonly<Record<string, Column>>,
  count: number,
): Promise<void> {
  if (count === 0) return
  const given = key.map((column) => keys[column] ?? [])
  const isSame = key.map((column) => `t.${column} = k.${column}`).join(' AND ')
  const rows = Array.from({ length: count }, (_, row) => given.map((column) => column[row] ?? null))
  const [from, values] =
    tx.dialect === 'postgres'
      ? [
          `unnest(${key.map(() => `?::${ARRAY_TYPES.int}`).join(', ')}) AS k (${key.join(', ')})`,
          given.map((_, column) => tx.list(rows.map((row) => Number(row[column])))),
        ]
      : [
          `(SELECT ${key.map((column, i) => `value ->> ${i} AS ${column}`).join(', ')} FROM json_each(?)) k`,
          [JSON.stringify(rows)],
        ]
  const kept = keptOf(name)
  await tx.run(
    `${kept.into} FROM ${PINNED} s CROSS JOIN ${from} LEFT JOIN ${name} t ON ${isSame} ` +
      `WHERE ${kept.isRead} ON CONFLICT DO NOTHING`,
    values,
  )
}

/** Keeps the rows that a condition finds, as {@link keepRows} does. */
export async function keepWhere(tx: Sql, { name, key }: Table, { text, values }: Condition): Promise<void> {
  const kept = keptOf(name)
  const keys = `SELECT ${key.join(', ')} FROM ${name} WHERE ${text}`
  const isSame = key.map((column) => `t.${column} = k.${column}`).join(' AND ')
  await tx.run(
    `${kept.into} FROM ${PINNED} s CROSS JOIN (${keys}) k JOIN ${name} t ON ${isSame} ` +
      `WHERE ${kept.isRead} ON CONFLICT DO NOTHING`,
    values,
  )
}

const PINNED = '(SELECT pinned, pinned_day FROM ledger_state WHERE id = 1 AND pinned IS NOT NULL)'

/** An INSERT's head of rows `t` whose keys are `k`, and the condition that a pinned version reads them. */
function keptOf(name: string): { into: string; isRead: string } {
  const kept = KEPT_TABLES.find(({ table }) => table.name === name)
  if (kept === undefined) throw new TypeError(`rows of ${name} are not kept`)
  const { table, under } = kept
  const columns = Object.keys(table.columns)
  const cellOf = (column: string) => `${table.key.includes(column) ? 'k' : 't'}.${column}`
  const day = cellOf('day')
  // A refresh as of a day publishes a version while rows of later days are still those of the version before, so only
  // snapshots that read the row's day count.
  const pin =
    under === 'ledger'
      ? 's.pinned'
      : `(SELECT MAX(ledger_version) FROM snapshots WHERE COALESCE(as_of, cutoff_time / ${DAY_SECONDS}) >= ${day})`
  return {
    into:
      `INSERT INTO ${historyOf(table).name} (${columns.join(', ')}, pin, present) ` +
      `SELECT ${columns.map(cellOf).join(', ')}, ${pin}, CASE WHEN t.${table.key[0]} IS NULL THEN 0 ELSE 1 END`,
    isRead: `${pin} IS NOT NULL${hasDays(table) ? ` AND ${day} <= s.pinned_day` : ''}`,
  }
}

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
