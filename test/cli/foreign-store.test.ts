import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/migrations/open-store.ts'
import { describeEngines, type FreshStore, newPlace } from '../store/support/engines.ts'
import { dumpLedger } from '../store/support/ledger-dump.ts'
import { callPequod } from './support/call-pequod.ts'
import { databaseUrl } from './support/running-follower.ts'

describeEngines('pequod on a store of another version', (open) => {
  let store: FreshStore
  const run = (...args: string[]) => callPequod(args, { DATABASE_URL: databaseUrl(store.address) })
  beforeAll(async () => {
    store = await open('small')
  })

  test('refuses a newer one in the same sentence at every command, and leaves it unchanged', async () => {
    await store.db.run("INSERT INTO knex_migrations (name, batch) VALUES ('9999-future', 99)")
    const before = await dumpLedger(store.db)
    const commands = [
      ['accounts', 'list'],
      ['refresh'],
      ['verify'],
      ['serve'],
      ['export', 'events', '-'],
      ['ingest', 'events', '/dev/null'],
      ['keys', 'list', '--account', 'ishmael'],
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
      stdout: expect.stringContaining('this version does not know 9999-future'),
    })
    expect(await dumpLedger(store.db)).toEqual(before)
  })
})

test('pequod serve --demo refuses a demo of another checkout in one sentence that says what to do', async () => {
  const { address, remove } = await newPlace('sqlite')
  const store = await openStore(address)
  await store.db.run('ALTER TABLE alert_channels DROP COLUMN daily_limit')
  await store.close()
  const { status, stderr } = await callPequod(['serve', '--demo'], { DATABASE_URL: databaseUrl(address) })
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(
        /was made by another checkout .*no alert_channels\.daily_limit\): delete a demo's files/,
      ),
    ],
  ])
  await remove()
})
