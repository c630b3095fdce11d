import type { Knex } from 'knex'
import { CommandError } from '../errors.ts'
import type { Sql } from '../store/engine/database.ts'
import { newerStore } from '../store/engine/store-failures.ts'
import * as schema from './0001-schema.ts'

/** How a store's tables compare with this version of the program. */
export interface SchemaState {
  /** Migrations that this program has and the store has not run, in order; all of them for a new store. */
  pending: string[]
  /** Migrations that the store has run and this program does not know: a newer program has opened it. */
  unknown: string[]
}

/** Reads which migrations a store has run; changes nothing, and works on a store without a single table. */
export async function readSchemaState(sql: Sql): Promise<SchemaState> {
  const done = await namesRun(sql)
  return {
    pending: MIGRATION_NAMES.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !MIGRATION_NAMES.includes(name)),
  }
}

async function namesRun(sql: Sql): Promise<string[]> {
  const catalogue =
    sql.dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE name = 'knex_migrations'"
      : "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'knex_migrations'"
  if ((await sql.get(catalogue)) === undefined) return []
  const rows = await sql.all<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')
  return rows.map(({ name }) => name)
}

/** The migrations in order. A name, once released, stays: the store remembers what it has run by it. */
const MIGRATIONS = [{ name: '0001-schema', ...schema }]

/** The migrations' names in order; the first makes a new store, the others bring an older one up to date. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name)

const source: Knex.MigrationSource<(typeof MIGRATIONS)[number]> = {
  getMigrations: async () => MIGRATIONS,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
}

/**
 * Brings the store's tables up to this version of the program.
 * @returns the names of the migrations that ran now; empty where the store was up to date
 */
export async function migrate(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.latest({ migrationSource: source })) as [number, string[]]
  return names
}

/**
 * Returns a column that this program has and a store has not, though it has run every migration: a checkout between two releases made it.
 * @returns `table.column`; null where there is none, and on PostgreSQL, where nobody tries a demo
 */
export async function lackingColumn(sql: Sql): Promise<string | null> {
  if (sql.dialect !== 'sqlite') return null
  const rows = await sql.all<{ path: string }>(
    "SELECT m.name || '.' || c.name AS path FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
  )
  const there = new Set(rows.map(({ path }) => path))
  const needed = schema.TABLES.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  )
  return needed.find((path) => !there.has(path)) ?? null
}

/** The refusal of a store that lacks a column. @param name the store's, as people know it */
export function olderStore(name: string, column: string): CommandError {
  return new CommandError(
    `${name} was made by another checkout of Pequod (it has no ${column}): delete a demo's files, for the next start makes them again, ` +
      'or export real events with that checkout (`pequod export events`) and import them into a new store.',
  )
}

/** The first migration of stores made before the first release, whose tables this program does not know. */
const UNRELEASED = '0001-ledger-and-snapshots'

/** The refusal of a store whose migrations this program does not know: of a newer program, or from before the first release. */
export function foreignStore(migrations: readonly string[]): CommandError {
  if (!migrations.includes(UNRELEASED)) return newerStore(`it has run ${migrations.join(', ')}`)
  return new CommandError(
    'This store was made before the first release and cannot be read: export its events with the version that made it ' +
      '(`pequod export events`), and import them into a new store (`pequod ingest events`).',
  )
}
