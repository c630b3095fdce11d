import type { Knex } from 'knex'
import * as ledgerAndSnapshots from './migrations/0001-ledger-and-snapshots.ts'

/** The migrations in order. A name, once released, stays: the store remembers what it has run by it. */
const MIGRATIONS = [{ name: '0001-ledger-and-snapshots', ...ledgerAndSnapshots }]

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
