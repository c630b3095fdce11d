import type { Sql, Table, Value } from '../store/database.ts'

/** The end of validity of rows that no later snapshot has replaced. */
export const FOR_EVER = Number.MAX_SAFE_INTEGER

/** A table whose rows are valid for a range of snapshots, and what tells its rows apart besides their start. */
export interface VersionedTable {
  table: Table
  identity: readonly string[]
}

/** Traders by id: those from `after` (excluded) to `last` (included), or each of a list. */
export type TraderSet = { after: number; last: number } | { ids: readonly number[] }

type Row = Record<string, Value>

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
  const before = new Map(valid.map((row) => [keyOf(row, identity), row]))
  const fresh: Row[] = []
  for (const row of rows) {
    const key = keyOf(row, identity)
    const old = before.get(key)
    if (old && isSame(old, row)) before.delete(key)
    else fresh.push(row)
  }
  // What is left was changed, or is no more.
  const ended = [...before.values()].map((row) => ({ ...row, until_snapshot: snapshot }))
  await write(tx, table, ended)
  await insertRows(tx, table, { from: snapshot, until: FOR_EVER }, fresh)
}

/** Writes rows that are valid for the snapshots from `from` up to, not including, `until`. */
export async function insertRows(
  tx: Sql,
  table: Table,
  valid: { from: number; until: number },
  rows: readonly Row[],
): Promise<void> {
  await write(
    tx,
    table,
    rows.map((row) => ({ ...row, from_snapshot: valid.from, until_snapshot: valid.until })),
  )
}

/** SQL that is true for rows of these traders, and the values that it takes. */
export function isAmong(tx: Sql, traders: TraderSet): { condition: string; values: Value[] } {
  if ('ids' in traders) return { condition: tx.isIn('trader_id', 'int'), values: [tx.list(traders.ids)] }
  return { condition: 'trader_id > ? AND trader_id <= ?', values: [traders.after, traders.last] }
}

async function write(tx: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.fromEntries(
    Object.keys(table.columns).map((name) => [name, rows.map((row) => row[name] ?? null)]),
  )
  await tx.upsert(table, columns, rows.length)
}

function keyOf(row: Row, identity: readonly string[]): string {
  return identity.map((name) => row[name]).join(' ')
}

/** The drivers read integers beyond 2^53 as the nearest double. */
function isSame(old: Row, row: Row): boolean {
  return Object.entries(row).every(([name, value]) =>
    typeof value === 'bigint' ? Number(value) === old[name] : value === old[name],
  )
}
