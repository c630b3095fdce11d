import { expect, test } from 'vitest'
import { checkStore } from '../../src/cli/checks/check-store.ts'
import { CommandError } from '../../src/errors.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { MIGRATION_NAMES } from '../../src/migrations/schema-state.ts'
import { FOLD_VERSION } from '../../src/store/load/fold-loaded.ts'
import { describeEngines } from '../store/support/engines.ts'

describeEngines('a store of another version', (open) => {
  test('is refused after a newer program’s migration, and left unchanged', async () => {
    const store = await open()
    await store.db.run(
      "INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9999-future', 99, NULL)",
    )
    const refused = openStore(store.address)
    await expect(refused).rejects.toThrow(CommandError)
    await expect(refused).rejects.toThrow(
      'newer version of Pequod (it has run 9999-future): update Pequod, or',
    )
    const rows = await store.db.all('SELECT name FROM knex_migrations')
    expect(rows).toHaveLength(MIGRATION_NAMES.length + 1)
    expect(await checkStore(store.address)).toContainEqual(
      expect.objectContaining({ name: 'Migrations', state: 'wrong' }),
    )
  })

  test('is refused from before the first release, with what to do', async () => {
    const store = await open()
    await store.db.run("UPDATE knex_migrations SET name = '0001-ledger-and-snapshots'")
    const remedy =
      'This store was made before the first release and cannot be read: export its events with the version that made it ' +
      '(`pequod export events`), and import them into a new store (`pequod ingest events`).'
    await expect(openStore(store.address)).rejects.toThrow(new CommandError(remedy))
    expect(await checkStore(store.address)).toContainEqual(
      expect.objectContaining({ name: 'Migrations', state: 'wrong', mend: remedy }),
    )
  })

  test('is refused after a newer program’s fold', async () => {
    const store = await open()
    await store.db.run('UPDATE ledger_state SET fold_version = ?', [FOLD_VERSION + 1])
    await expect(openStore(store.address)).rejects.toThrow(/belongs to a newer version of Pequod/)
  })
})
