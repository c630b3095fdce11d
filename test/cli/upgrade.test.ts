import { beforeAll, expect, test } from 'vitest'
import { demoWorld } from '../../seeds/world.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { MIGRATION_NAMES } from '../../src/store/engine/migrate.ts'
import { describeEngines, type FreshStore } from '../store/engines.ts'
import { dumpLedger } from '../store/ledger-dump.ts'
import { makeOlder } from '../store/older-store.ts'
import { callPequod } from './call-pequod.ts'
import { databaseUrl } from './running-follower.ts'

/** The store as the program before smart money left it. */
const OLDER = '0013-analytics'

describeEngines('pequod on a store of another version', (open) => {
  let store: FreshStore
  const run = (...args: string[]) => callPequod(args, { DATABASE_URL: databaseUrl(store.address) })
  beforeAll(async () => {
    store = await open()
    await ingestRecords(store.db, demoWorld({ traders: 40, days: 15, markets: 12 }))
  })

  test('migrates an older one once, with a notice, and keeps its data', async () => {
    expect(await run('accounts', 'create', 'ishmael', '--tier', 'pro')).toMatchObject({ status: 0 })
    const ledger = await dumpLedger(store.db)
    const missing = await makeOlder(store, OLDER)
    expect(missing).toEqual(MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(OLDER) + 1))
    expect((await run('doctor')).stdout).toContain(`${missing.join(', ')} not run yet`)

    const first = await run('accounts', 'list')
    const name = store.address.kind === 'sqlite' ? store.address.path : 'the PostgreSQL database'
    expect(first).toEqual({
      status: 0,
      stdout: 'NAME     TIER\nishmael  pro\n',
      stderr: `Migrating the store in ${name}: ${missing.join(', ')}.\n`,
    })
    expect((await run('accounts', 'list')).stderr).toBe('')
    expect(await dumpLedger(store.db)).toEqual(ledger)
    for (const command of ['refresh', 'verify']) expect(await run(command)).toMatchObject({ status: 0 })
  })

  test('refuses a newer one in the same sentence at every command, and leaves it unchanged', async () => {
    await store.db.run("INSERT INTO knex_migrations (name, batch) VALUES ('9999-future', 99)")
    const before = await dumpLedger(store.db)
    const commands = [
      ...[['accounts', 'list'], ['refresh'], ['verify'], ['serve'], ['export', 'events', '-']],
      ...[
        ['ingest', 'events', '/dev/null'],
        ['keys', 'list', '--account', 'ishmael'],
      ],
    ]
    for (const command of commands)
      expect([command, await run(...command)]).toEqual([
        command,
        {
          status: 1,
          stdout: '',
          stderr:
            'This store belongs to a newer version of Pequod (it has run 9999-future): ' +
            'update Pequod, or restore a backup from before the update.\n',
        },
      ])
    expect(await run('doctor')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('9999-future came from a newer version of Pequod'),
    })
    expect(await dumpLedger(store.db)).toEqual(before)
  })
})
