import { expect, test } from 'vitest'
import { PAST_END } from '../../seeds/world/live-world.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import { demoTimes, startLiveDemo, undoLiveDemo } from '../../src/jobs/live-demo.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { rememberingScreen } from '../cli/support/call-pequod.ts'
import { describeEngines } from '../store/support/engines.ts'
import { WORLDS } from '../support/worlds.ts'
import { plantMembers } from '../whales/support/plant-members.ts'

const SOON = { timeout: 60_000, interval: 50 }

describeEngines('the live demo market', (open) => {
  test('publishes snapshots and alerts in demo time, and starts again from the same past', async () => {
    const store = await open('small')
    const { db } = store
    await plantMembers(db)
    await refresh(db)
    const past = await exported(store)
    const { screen, said } = rememberingScreen()
    const context = { screen, env: { WHALE_MIN_USD: '1000' } }
    expect(await undoLiveDemo(context, db)).toBe(0)

    const live = await startLiveDemo(context, db, {
      address: store.address,
      speed: 600,
      pace: 300,
      world: WORLDS.small,
      everyMs: 20,
      publishMs: 500,
    })
    const { starts } = demoTimes(60)
    const reader = createReader(db, { publicClock: { upTo: () => starts - 3_600, delay: 3_600 } })
    const shown = (await reader.current())?.cutoff.time ?? 0
    expect(shown).toBeGreaterThanOrEqual(PAST_END)
    expect(shown).toBeLessThan(PAST_END + 600)
    const newest = async (sql: string) => Number((await db.get<{ n: number }>(sql))?.n)
    await expect
      .poll(() => newest('SELECT MAX(cutoff_time) AS n FROM snapshots'), SOON)
      .toBeGreaterThanOrEqual(starts)
    await expect.poll(() => newest('SELECT MAX(time) AS n FROM alerts'), SOON).toBeGreaterThanOrEqual(starts)
    const now = live.clock()
    expect(now).toBeGreaterThan(starts)
    expect(await newest('SELECT MAX(time) AS n FROM fills')).toBeLessThanOrEqual(now)
    await live.end()
    expect(said.stderr).toBe('')
    expect(await verifyAll(db)).toMatchObject({ holds: true })

    const followed = await followedLately(db, now)
    expect(await undoLiveDemo(context, db)).toBeGreaterThan(0)
    expect(await exported(store)).toEqual(past)
    // A notice of a time after the new clock would be of the future, and a follow from then on silent until then.
    expect(await newest('SELECT COUNT(*) AS n FROM alert_messages')).toBe(0)
    expect(await newest('SELECT COUNT(*) AS n FROM alert_outbox')).toBe(0)
    expect(await newest(`SELECT since AS n FROM follows WHERE account_id = ${followed}`)).toBe(starts)
    expect(await undoLiveDemo(context, db)).toBe(0)
    await refresh(db)
    expect(await verifyAll(db)).toMatchObject({ holds: true })
  })
})

/** An account that follows a trader since a time and was sent a message. @returns its id */
async function followedLately(db: Store['db'], now: number): Promise<number> {
  const account = await createAccountStore(db).createAccount('reader', 'PRO')
  const { id } = account
  const rows = [
    ['follows', { account_id: id, topic: 'wallet:0x1', kind: 'wallet', rules: '{}', since: now }],
    [
      'alert_outbox',
      { channel_id: 'c', alert_id: 'a', trader: 't', time: now, payload: '{}', ready_ms: 0, waiting: 0 },
    ],
    [
      'alert_messages',
      {
        id: 'm',
        account_id: id,
        channel_id: 'c',
        kind: 'NOTICE',
        body: '{}',
        state: 'SENT',
        attempts: 1,
        created_ms: 0,
        due_ms: 0,
      },
    ],
  ] as const
  for (const [table, row] of rows) {
    const names = Object.keys(row)
    await db.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(row),
    )
  }
  return id
}

async function exported({ db }: Pick<Store, 'db'>): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  // Names of markets that were listed since stay.
  for await (const record of exportEvents(db)) if ('time' in record) records.push(record)
  return records
}
