import type { Sql } from './database.ts'
import { MIGRATION_NAMES } from './migrate.ts'

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
