import type { Knex } from 'knex'
import * as schema from '../migrations/0001-schema.ts'

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
