import type { Knex } from 'knex'
import { MIGRATION_NAMES } from '../../src/store/engine/migrate.ts'
import type { Store } from '../../src/store/engine/store.ts'

/**
 * Makes a store of today one that an older program left: what every migration after `last` did is undone, the newest
 * first, and forgotten.
 * @returns the names of the migrations that it lacks now, in order
 */
export async function makeOlder({ db, knex }: Store, last: string): Promise<readonly string[]> {
  const missing = MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(last) + 1)
  for (const name of missing.toReversed()) {
    const { down }: { down(knex: Knex): Promise<void> } = await import(
      `../../src/store/migrations/${name}.ts`
    )
    await down(knex)
    await db.run('DELETE FROM knex_migrations WHERE name = ?', [name])
  }
  return missing
}
