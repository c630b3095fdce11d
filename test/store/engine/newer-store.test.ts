import { expect, test } from 'vitest'
import { checkStore } from '../../../src/cli/checks/check-store.ts'
import { CommandError } from '../../../src/errors.ts'
import { MIGRATION_NAMES } from '../../../src/store/engine/migrate.ts'
import { openStore } from '../../../src/store/engine/store.ts'
import { FOLD_VERSION } from '../../../src/store/ingest/fold-again.ts'
import { down } from '../../../src/store/migrations/0014-smart-money.ts'
import { describeEngines } from '../engines.ts'

describeEngines('a store of another version', (open) => {
  test('is migrated after a notice that names what is missing', async () => {
    const store = await open()
    await down(store.knex)
    await store.db.run("DELETE FROM knex_migrations WHERE name = '0014-smart-money'")
    const told: (readonly string[])[] = []
    const again = await openStore(store.address, { onMigrate: (names) => told.push(names) })
    await again.close()
    expect([told, again.migrated]).toEqual([[['0014-smart-money']], ['0014-smart-money']])
  })

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

  test('is refused after a newer program’s fold', async () => {
    const store = await open()
    await store.db.run('UPDATE ledger_state SET fold_version = ?', [FOLD_VERSION + 1])
    await expect(openStore(store.address)).rejects.toThrow(/belongs to a newer version of Pequod/)
  })
})
