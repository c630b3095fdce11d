import type { Column, Sql, Table, Value } from '../store/database.ts'
import { TRADER_ANALYTICS, TRADER_CLOSES, TRADER_SERIES, TRADER_STATS } from '../store/snapshot-tables.ts'

/** The end of validity of rows that no later snapshot has replaced. */
export const FOR_EVER = Number.MAX_SAFE_INTEGER

/** A table whose rows are valid for a range of snapshots, and what tells its rows apart besides their start. */
export interface VersionedTable {
  table: Table
  identity: readonly string[]
}

export const STATS: VersionedTable = { table: TRADER_STATS, identity: ['trader_id', 'period'] }
export const SERIES: VersionedTable = { table: TRADER_SERIES, identity: ['trader_id'] }
export const ANALYTICS: VersionedTable = { table: TRADER_ANALYTICS, identity: ['trader_id'] }
export const CLOSES: VersionedTable = { table: TRADER_CLOSES, identity: ['trader_id'] }

/** The names of all tables whose rows are valid for a range of snapshots. */
export const VERSIONED_TABLES: readonly string[] = [STATS, SERIES, ANALYTICS, CLOSES].map(
  ({ table }) => table.name,
)

/** Traders by id: those from `after` (excluded) to `last` (included), or each of a list. */
export type TraderSet = { after: number; last: number } | { ids: readonly number[] }

/** A row without the snapshots that it is valid for. */
export type Row = Record<string, Value>

/**
 * Makes `rows` what the newest snapshot sees of some traders. A row that says what the valid one says stays
 * that one; the others end the valid row's time at this snapshot and begin their own, so every earlier snapshot
 * reads on as before.
 */
export async function replaceRows(
  tx: Sql,
  { table, identity }: VersionedTable,
  snapshot: number,
  traders: TraderSet,
  rows: readonly Row[],
): Promise<void> {
  const { condition, values } = isAmong(tx, traders)
  const valid = await tx.all<Row>(
    `SELECT * FROM ${table.name} WHERE ${condition} AND until_snapshot = ${FOR_EVER}`,
    values,
  )
  if (valid.length === 0) {
    await insertRows(tx, table, { from: snapshot, until: FOR_EVER }, rows)
    return
  }
  const before = new Map(valid.map((row) => [keyOf(row, identity), row]))
  const fresh: Row[] = []
  for (const row of rows) {
    const key = keyOf(row, identity)
    const old = before.get(key)
    if (old && isSame(old, row)) before.delete(key)
    else fresh.push(row)
  }
  // What is left was changed, or is no more.
  await endRows(tx, table, snapshot, [...before.values()])
  await insertRows(tx, table, { from: snapshot, until: FOR_EVER }, fresh)
}

/** Ends the valid rows that `rows` replace, and begins those. */
export async function replaceValid(
  tx: Sql,
  table: Table,
  snapshot: number,
  rows: readonly Row[],
): Promise<void> {
  await endRows(tx, table, snapshot, rows)
  await insertRows(tx, table, { from: snapshot, until: FOR_EVER }, rows)
}

/** Writes rows that are valid for the snapshots from `from` up to, not including, `until`. */
export async function insertRows(
  tx: Sql,
  table: Table,
  valid: { from: number; until: number },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const columns: Record<string, Column> = {}
  for (const name of Object.keys(table.columns)) columns[name] = rows.map((row) => row[name] ?? null)
  columns.from_snapshot = rows.map(() => valid.from)
  columns.until_snapshot = rows.map(() => valid.until)
  await tx.upsert(table, columns, rows.length)
}

/** SQL that is true for rows of these traders, and the values that it takes. */
export function isAmong(tx: Sql, traders: TraderSet): { condition: string; values: Value[] } {
  if ('ids' in traders) return { condition: tx.isIn('trader_id', 'int'), values: [tx.list(traders.ids)] }
  return { condition: 'trader_id > ? AND trader_id <= ?', values: [traders.after, traders.last] }
}

/** Ends the time of valid rows: of a table with periods by period, so that a few statements end any number. */
async function endRows(tx: Sql, table: Table, snapshot: number, rows: readonly Row[]): Promise<void> {
  for (const [period, ended] of Map.groupBy(rows, (row) => row.period ?? null)) {
    const traders = tx.list(ended.map((row) => Number(row.trader_id)))
    const text =
      `UPDATE ${table.name} SET until_snapshot = ? ` +
      `WHERE ${tx.isIn('trader_id', 'int')} AND until_snapshot = ${FOR_EVER}`
    if (period === null) await tx.run(text, [snapshot, traders])
    else await tx.run(`${text} AND period = ?`, [snapshot, traders, period])
  }
}

function keyOf(row: Row, identity: readonly string[]): string {
  return identity.map((name) => row[name]).join(' ')
}

/** The drivers read integers beyond 2^53 as the nearest double. */
function isSame(old: Row, row: Row): boolean {
  for (const name in row) {
    const value = row[name]
    if ((typeof value === 'bigint' ? Number(value) : value) !== old[name]) return false
  }
  return true
}
