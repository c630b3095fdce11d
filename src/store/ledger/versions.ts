import type { Day, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { LEDGER_STATE } from '../tables.ts'
import { GENERATIONS, unseen } from './generations.ts'
import { historyOf } from './history.ts'
import { POSITION_DAYS } from './position-day.ts'
import { type Condition, rowsWhere } from './reads/terms.ts'
import { SEALED_DAY_MASKS } from './sealed/manifest.ts'

const PIN = statement((from, { day }: { day: Day }) =>
  from(LEDGER_STATE)
    .where('id', 1)
    .update({
      readable_from: from.raw('CASE WHEN pinned IS NULL THEN version ELSE readable_from END'),
      pinned: from.raw('version'),
      pinned_day: from.raw('CASE WHEN pinned_day > ? THEN pinned_day ELSE ? END', [day, day]),
    })
    .returning(['version']),
)
const LOSE = statement((from, { version }: { version: number }) =>
  from(LEDGER_STATE).where('id', 1).update({ known_from: version }),
)
const PINNED = statement((from) => from(LEDGER_STATE).select('readable_from', 'pinned').where('id', 1))
const KEPT_SINCE = statement((from, { id, generatedAt, ledgerVersion }: SnapshotName) =>
  from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select('s.id')
    .where('s.id', id)
    .where('s.generated_at', generatedAt)
    .where('s.ledger_version', ledgerVersion)
    .whereNotNull('l.pinned')
    .whereColumn('l.readable_from', '<=', 's.ledger_version')
    .whereColumn('l.known_from', '<=', 's.ledger_version'),
)

/** The identity of a snapshot, also among those of a store that was thrown away and filled again. */
export interface SnapshotName {
  readonly id: number
  readonly generatedAt: Seconds
  readonly ledgerVersion: number
}

/**
 * Pins the ledger's version: from now on rows are kept as they are at this moment before they change, until they are
 * collected (collect.ts). Waits for those who are changing the ledger. On PostgreSQL it is
 * called in a short transaction of its own, or first of all in one that sees one state of the ledger, and by one
 * publisher at a time: what was committed before it is part of the version.
 * @param day the last day that is read at this version: of later days nothing is kept
 * @returns the version that is pinned
 */
export async function pinNow(tx: Sql, day: Day): Promise<number> {
  const row = await PIN.get(tx, { day })
  if (!row) throw new Error('the store has lost its ledger state')
  return row.version
}

/**
 * Notes that a version changes more than can be listed: versions before it are still read, but what has changed since one of
 * them is not known any more.
 */
export async function loseChanges(tx: Sql, version: number): Promise<void> {
  await LOSE.run(tx, { version })
}

/** Whether a version that was pinned can be read. */
export async function isReadable(sql: Sql, version: number): Promise<boolean> {
  const row = await PINNED.get(sql)
  return row !== undefined && row.pinned !== null && version >= row.readableFrom
}

/** Whether every change of the days up to a snapshot's is kept since it was published. Asked behind the reads of what was kept. */
export async function isKeptSince(
  sql: Sql,
  { id, generatedAt, ledgerVersion }: SnapshotName,
): Promise<boolean> {
  return (await KEPT_SINCE.get(sql, { id, generatedAt, ledgerVersion })) !== undefined
}

/**
 * Rows of a table that changed since a pinned version: some of their columns as they were then, those of the key alone for
 * new rows. A row that went and came back the same is omitted. Relies on the index of what is kept on `pin`.
 * @param version that of a snapshot that is still there
 */
export function changedSince<Row>(
  sql: Sql,
  table: Table,
  columns: readonly string[],
  version: number,
): Promise<Row[]> {
  const { name, key } = table
  const rest = Object.keys(table.columns).filter((column) => !key.includes(column))
  const isGone = `t.${key[0]} IS NULL`
  const isSame = key.map((column) => `t.${column} = h.${column}`).join(' AND ')
  const differs = [isGone, ...rest.map((column) => `t.${column} IS DISTINCT FROM h.${column}`)].join(' OR ')
  return sql.all<Row>(
    `SELECT DISTINCT ${columns.map((column) => `h.${column}`).join(', ')} FROM ${historyOf(table).name} h ` +
      `LEFT JOIN ${name} t ON ${isSame} WHERE h.pin >= ? AND CASE WHEN h.present = 0 THEN NOT ${isGone} ELSE ${differs} END`,
    [version],
  )
}

/** A search for rows that were written since a version was pinned. */
export interface WrittenSince {
  version: number
  /** Of days before this one. */
  before?: Day
  /** Of some tokens. */
  tokens?: readonly number[]
  limit: number
}

/**
 * Some columns of a table's rows that were written since a version was pinned, each once; perhaps more than what is not as it
 * was. Of rows that are new the key alone is there. Relies on the index of what is kept on `pin`.
 */
export function writtenSince<Row>(
  sql: Sql,
  table: Table,
  columns: readonly string[],
  { version, before, tokens, limit }: WrittenSince,
): Promise<Row[]> {
  const { text, values } = rowsWhere(sql, [
    { left: 'pin', operator: '>=', value: [version] },
    ...(before === undefined ? [] : [{ left: 'day', operator: '<' as const, value: [before] }]),
    ...(tokens === undefined ? [] : [{ left: 'token_id', operator: 'IN' as const, value: tokens }]),
  ])
  return sql.all<Row>(
    `SELECT DISTINCT ${columns.join(', ')} FROM ${historyOf(table).name} WHERE ${text} LIMIT ${limit}`,
    values,
  )
}

/** The traders of whose days of positions some were written or ended since: see {@link writtenSince}. Relies on the indexes of days on `born` and `died`. */
export async function tradersWrittenSince(
  sql: Sql,
  { version, before, tokens, limit }: WrittenSince,
): Promise<number[]> {
  const where = (day: string) =>
    rowsWhere(sql, [
      ...(before === undefined ? [] : [{ left: day, operator: '<' as const, value: [before] }]),
      ...(tokens === undefined ? [] : [{ left: 'token_id', operator: 'IN' as const, value: tokens }]),
    ])
  const later = `SELECT id FROM ${GENERATIONS.name} WHERE version > ?`
  const [ofDays, ofMasks] = [where('day'), where('since')]
  const days = POSITION_DAYS.name
  const rows = await sql.all<{ trader_id: number }>(
    `SELECT trader_id FROM ${days} WHERE born > 0 AND born IN (${later}) AND ${ofDays.text} ` +
      `UNION SELECT trader_id FROM ${days} WHERE died IS NOT NULL AND died IN (${later}) AND ${ofDays.text} ` +
      `UNION SELECT trader_id FROM ${SEALED_DAY_MASKS.name} WHERE generation IN (${later}) AND trader_id > 0 AND ${ofMasks.text} ` +
      `LIMIT ${limit}`,
    [version, ...ofDays.values, version, ...ofDays.values, version, ...ofMasks.values],
  )
  return rows.map((row) => row.trader_id)
}

/**
 * A SELECT of `trader_id, token_id`: positions that may not be what they were at a version. Trader 0 stands for every trader of a
 * token. Relies on the indexes of days on `born` and `died`.
 * @param ofTokens a condition on `token_id`
 * @param at null: positions that a load is writing
 */
export function positionsBeside(ofTokens: Condition, at: number | null): Condition {
  const later = unseen(at)
  const days = POSITION_DAYS.name
  const parts = [
    `${days} WHERE born > 0 AND born IN`,
    `${days} WHERE died IS NOT NULL AND died IN`,
    `${SEALED_DAY_MASKS.name} WHERE generation IN`,
  ]
  return {
    text: parts
      .map((part) => `SELECT trader_id, token_id FROM ${part} (${later.text}) AND ${ofTokens.text}`)
      .join(' UNION '),
    values: parts.flatMap(() => [...later.values, ...ofTokens.values]),
  }
}
