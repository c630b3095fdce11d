import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
import { NEWEST_KEPT } from '../snapshot/snapshot-tables.ts'
import { LEDGER_STATE } from '../tables.ts'
import type { Condition } from './reads/terms.ts'

/**
 * Rows of days are written under a generation and ended by one. `version` is the ledger's version that named it, from which on
 * readers see what it wrote and ended; null while nobody reads it. A generation that is not here was named before every
 * version that can be read. The newest row always stays, so that no id comes again.
 */
export const GENERATIONS = {
  name: 'generations',
  key: ['id'],
  columns: { id: 'int', version: 'int' },
} as const satisfies Table

/**
 * The version of the oldest of the newest heads that can be read. A version that is pinned may not be published yet, and another
 * one pinned after it: from this one on every version counts.
 */
const EVERY_FROM =
  'COALESCE((SELECT MIN(ledger_version) FROM snapshots h WHERE h.as_of IS NULL AND h.ledger_version >= l.readable_from ' +
  `AND h.id > (SELECT MAX(id) FROM snapshots) - ${NEWEST_KEPT}), l.readable_from)`
/** The first of these versions, or null. */
const PINNABLE = `(SELECT ${EVERY_FROM} FROM ledger_state l WHERE l.id = 1 AND l.pinned IS NOT NULL)`
/** Versions that can be read, each with the last day that is read of it, after FROM. */
const RESERVED =
  '(SELECT s.ledger_version AS version, COALESCE(s.as_of, s.cutoff_time / 86400) AS day FROM snapshots s ' +
  'JOIN ledger_state l ON l.id = 1 AND l.pinned IS NOT NULL AND s.ledger_version >= l.readable_from ' +
  `UNION ALL SELECT ${EVERY_FROM}, l.pinned_day FROM ledger_state l WHERE l.id = 1 AND l.pinned IS NOT NULL)`

/** The ids of generations that a reader does not see, as a SELECT. */
export function unseen(at: number | null): Condition {
  const text = `SELECT id FROM ${GENERATIONS.name} WHERE version IS NULL`
  return at === null ? { text, values: [] } : { text: `${text} OR version > ?`, values: [at] }
}

/** Rows of days as they are at a version; null: as they are now. */
export function livingAt(at: number | null, prefix = ''): Condition {
  const { text, values } = unseen(at)
  return {
    text: `${prefix}born NOT IN (${text}) AND (${prefix}died IS NULL OR ${prefix}died IN (${text}))`,
    values: [...values, ...values],
  }
}

/** Rows as they are now. */
export const LIVING = livingAt(null).text

/** True where a generation is unnamed, or a version that can be read up to a day precedes it. */
function isNeeded(generation: string, day: string): string {
  return (
    `EXISTS (SELECT 1 FROM ${GENERATIONS.name} g WHERE g.id = ${generation} AND (g.version IS NULL ` +
    `OR EXISTS (SELECT 1 FROM ${RESERVED} r WHERE r.version < g.version AND r.day >= ${day})))`
  )
}

/**
 * True of an ended row that no version which can be read shows: the last such version before its end precedes its beginning.
 * @param row the name of the row's table
 */
export function isUnseen(row: string): string {
  const lastBefore = `(SELECT MAX(r.version) FROM ${RESERVED} r WHERE r.version < g.version AND r.day >= ${row}.day)`
  const birth = `COALESCE((SELECT b.version FROM ${GENERATIONS.name} b WHERE b.id = ${row}.born), 0)`
  return (
    `${row}.died IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${GENERATIONS.name} g WHERE g.id = ${row}.died ` +
    `AND (g.version IS NULL OR g.version > ${PINNABLE} OR ${lastBefore} >= ${birth}))`
  )
}

/**
 * True of a row of a history whose content no version that can be read shows: the last such version up to its pin reads the row
 * under an earlier pin, or there is none.
 * @param history the history's name
 * @param key the columns of its table's key
 */
export function isUnread(history: string, key: readonly string[], hasDay: boolean): string {
  const lastUpTo =
    `(SELECT MAX(r.version) FROM ${RESERVED} r WHERE r.version <= ${history}.pin` +
    `${hasDay ? ` AND r.day >= ${history}.day` : ''})`
  const isSame = key.map((column) => `e.${column} = ${history}.${column}`).join(' AND ')
  const isEarlier = `EXISTS (SELECT 1 FROM ${history} e WHERE ${isSame} AND e.pin >= ${lastUpTo} AND e.pin < ${history}.pin)`
  return `${history}.pin < COALESCE(${PINNABLE}, ${Number.MAX_SAFE_INTEGER}) AND (${lastUpTo} IS NULL OR ${isEarlier})`
}

/** Living rows that every version which can be read shows alike. */
export const SETTLED = `died IS NULL AND NOT ${isNeeded('position_days.born', 'position_days.day')}`

const CURRENT = statement((from) =>
  from(GENERATIONS)
    .select('id', 'version')
    .whereNotNull('version')
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)
const STATE = statement((from) => from(LEDGER_STATE).select('version', 'pinned').where('id', 1))
const LAST_ID = statement((from) => from(GENERATIONS).max('id as last'))
const ADD = statement((from, given: { id: number; version: number | null }) =>
  from(GENERATIONS).insert({ id: given.id, version: given.version }),
)
const NAME = statement((from, { id, version }: { id: number; version: number }) =>
  from(GENERATIONS).where('id', id).update({ version }),
)
const FORGET = statement((from, { id }: { id: number }) => from(GENERATIONS).where('id', id).delete())
const UNNAMED = statement((from) => from(GENERATIONS).select('id').whereNull('version').orderBy('id'))

/**
 * The generation of what a transaction writes that makes the ledger's next version. Nobody pinned a version since the one that
 * it continues, so its rows may be updated in place. The caller holds the ledger's state.
 */
export async function currentGeneration(tx: Sql): Promise<number> {
  const { version = 0, pinned = null } = (await STATE.get(tx)) ?? {}
  const current = await CURRENT.get(tx)
  if (pinned === null || (current?.version ?? 0) > pinned) return current?.id ?? 0
  return openGeneration(tx, version + 1)
}

/** Begins a generation. @param version null: nobody reads it until it is named */
export async function openGeneration(tx: Sql, version: number | null = null): Promise<number> {
  const id = ((await LAST_ID.get(tx))?.last ?? 0) + 1
  await ADD.run(tx, { id, version })
  return id
}

/** Shows what a generation wrote and ended, from a version on. */
export async function nameGeneration(tx: Sql, id: number, version: number): Promise<void> {
  await NAME.run(tx, { id, version })
}

/** Forgets an unnamed generation without rows. */
export async function forgetGeneration(tx: Sql, id: number): Promise<void> {
  await FORGET.run(tx, { id })
}

/** Generations that nobody reads: one that is being written, or that a killed writer left. */
export async function unnamedGenerations(sql: Sql): Promise<number[]> {
  return (await UNNAMED.all(sql)).map(({ id }) => id)
}

/** The generations that a reader does not see. */
export async function unseenGenerations(sql: Sql, at: number | null): Promise<ReadonlySet<number>> {
  const { text, values } = unseen(at)
  return new Set((await sql.all<{ id: number }>(text, values)).map(({ id }) => id))
}

/** Forgets generations that every version which can be read sees, and that no row names as its end. */
export async function forgetSeen(tx: Sql): Promise<void> {
  await tx.run(
    `DELETE FROM ${GENERATIONS.name} WHERE version IS NOT NULL AND id < (SELECT MAX(id) FROM ${GENERATIONS.name}) ` +
      `AND NOT EXISTS (SELECT 1 FROM ${RESERVED} r WHERE r.version < ${GENERATIONS.name}.version) ` +
      `AND NOT EXISTS (SELECT 1 FROM position_days d WHERE d.died IS NOT NULL AND d.died = ${GENERATIONS.name}.id)`,
  )
}

/** A version that can be read. */
export interface Reserved {
  version: number
  /** The last day that is read of it. */
  day: Day
  /** Whether every later version counts, too. */
  isFirst: boolean
}

/** The versions that can be read. */
export async function reservedVersions(sql: Sql): Promise<Reserved[]> {
  const first = await sql.get<{ version: number | null }>(`SELECT ${PINNABLE} AS version`)
  const rows = await sql.all<{ version: number; day: Day }>(`SELECT version, day FROM ${RESERVED} r`)
  return rows.map((row) => ({ ...row, isFirst: row.version === first?.version }))
}

/** Of some generations, each with a day, whether one is needed: see {@link isNeeded}. */
export async function areNeeded(
  sql: Sql,
  generations: readonly { generation: number; day: Day }[],
): Promise<boolean[]> {
  const named = await sql.all<{ id: number; version: number | null }>(
    `SELECT id, version FROM ${GENERATIONS.name}`,
  )
  const reserved = await reservedVersions(sql)
  const versions = new Map(named.map(({ id, version }) => [id, version]))
  return generations.map(({ generation, day }) => {
    const version = versions.get(generation)
    if (version === undefined) return false
    return version === null || reserved.some((one) => one.version < version && one.day >= day)
  })
}
