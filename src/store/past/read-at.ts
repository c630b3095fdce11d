import type { Sql, Table, Value } from '../engine/database.ts'
import { ALWAYS, both, type Condition, keptRows, overlaid } from './kept-rows.ts'

/** What is read of a table. */
export interface ReadAt {
  /** Columns besides those of the key, which always come along. */
  columns: readonly string[]
  /** The pinned version at which rows are read; null reads them as they are. */
  version: number | null
  /** SQL for the WHERE; of a table whose key is several columns, on these alone. @default every row */
  where?: string
  values?: readonly Value[]
}

type Cells = Record<string, Value>

/**
 * Rows of a kept table as they stood at a pinned version. What is there now is read first, so a row that changes in between
 * is told by what was kept of it. Days of positions may be sealed: `scan-position-days-at.ts` reads them.
 * @param orderBy columns of numbers, ascending. @default in no order
 */
export async function readAt<Row extends object>(
  sql: Sql,
  table: Table,
  { orderBy = [], ...read }: ReadAt & { orderBy?: readonly string[] },
): Promise<Row[]> {
  const rows = await readLive(sql, table, read, ALWAYS, listed('ORDER BY', orderBy))
  return (await asTheyWere(sql, table, read, { rows, range: ALWAYS, orderBy })) as Row[]
}

/** The same, page by page in the order of the key, whose columns are numbers. */
export async function* scanAt<Row extends object>(
  sql: Sql,
  table: Table,
  { pageRows = 20_000, ...read }: ReadAt & { pageRows?: number },
): AsyncGenerator<Row[]> {
  const key = `(${table.key.join(', ')})`
  const place = `(${table.key.map(() => '?').join(', ')})`
  const placeOf = (row: Cells) => table.key.map((name) => row[name] ?? null)
  const end = `${listed('ORDER BY', table.key)} LIMIT ${pageRows}`
  for (let behind = ALWAYS; ; ) {
    const rows = await readLive(sql, table, read, behind, end)
    const last = rows.length < pageRows ? undefined : rows.at(-1)
    const upTo = last === undefined ? ALWAYS : { text: `${key} <= ${place}`, values: placeOf(last) }
    const page = await asTheyWere(sql, table, read, { rows, range: both(behind, upTo), orderBy: table.key })
    if (page.length > 0) yield page as Row[]
    if (last === undefined) return
    behind = { text: `${key} > ${place}`, values: placeOf(last) }
  }
}

function selectOf(table: Table, { columns }: ReadAt): string {
  return [...new Set([...table.key, ...columns])].join(', ')
}

function whereOf({ where, values = [] }: ReadAt): Condition {
  return where === undefined ? ALWAYS : { text: where, values }
}

async function readLive(
  sql: Sql,
  table: Table,
  read: ReadAt,
  range: Condition,
  end: string,
): Promise<Cells[]> {
  const { text, values } = both(whereOf(read), range)
  return sql.all<Cells>(`SELECT ${selectOf(table, read)} FROM ${table.name} WHERE ${text} ${end}`, values)
}

/** What is there of a range of keys, as it was at the version. */
async function asTheyWere(
  sql: Sql,
  table: Table,
  read: ReadAt,
  { rows, range, orderBy }: { rows: Cells[]; range: Condition; orderBy: readonly string[] },
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
    within: both(asked, range),
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

function listed(words: string, columns: readonly string[]): string {
  return columns.length === 0 ? '' : `${words} ${columns.join(', ')}`
}
