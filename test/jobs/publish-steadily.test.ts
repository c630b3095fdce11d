import { expect, test } from 'vitest'
import { publishSteadily } from '../../src/jobs/publish-steadily.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { isSealDue } from '../../src/store/ledger/seal-ledger.ts'
import { rememberingScreen } from '../cli/support/call-pequod.ts'
import { describeEngines } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'

const WORLD = recordsOf('small')
/** How long a busy machine may take. */
const SOON = { timeout: 60_000, interval: 100 }

describeEngines('a long unsealed past', (open) => {
  test('is sealed completely after the first snapshot, while others read', async () => {
    const store = await open()
    await ingestRecords(store.db, WORLD)
    const other = await openStore(store.address)
    const before = await exported(other)
    const { screen, said } = rememberingScreen()
    const publisher = publishSteadily({ screen, env: { DATA_LAG_SECONDS: '1' } }, store.db, {
      address: store.address,
      delayMinutes: 60,
      everyMs: 0,
      partRows: 100,
    })
    publisher.soon()
    await expect
      .poll(async () => {
        expect(await exported(other)).toEqual(before)
        return said.stderr
      }, SOON)
      .toMatch(/^Published .*\n(.*\n)*Sealed .* fills, .* movements, .* in /)
    expect(await segments(other)).toBeGreaterThan(4)
    expect(await isSealDue(other.db, 100)).toBe(false)
    await publisher.end()
    await other.close()
  })
})

describeEngines(
  'sealing a long past',
  (open) => {
    test('delays no snapshot, and ends with publishing', async () => {
      const store = await open()
      await ingestRecords(store.db, WORLD)
      const { screen } = rememberingScreen()
      const publisher = publishSteadily({ screen, env: {} }, store.db, {
        address: store.address,
        delayMinutes: 60,
        everyMs: 0,
        partRows: 10,
      })
      publisher.soon()
      await expect.poll(() => segments(store), SOON).toBeGreaterThan(0)
      const { lastTime, lastBlock } = await readLedgerState(store.db)
      const fill = WORLD.find((record) => record.kind === 'FILL')
      if (fill === undefined) throw new Error('the world has no fills')
      const time = Number(lastTime) + 1
      await ingestRecords(store.db, [{ ...fill, block: Number(lastBlock) + 1, time }])
      publisher.soon()
      await expect.poll(() => newest(store), SOON).toBe(time)
      expect(await isSealDue(store.db, 10)).toBe(true)
      await publisher.end()
      expect(await isSealDue(store.db, 10)).toBe(true)
    })
  },
  ['sqlite'],
)

type Opened = Awaited<ReturnType<typeof openStore>>

async function exported({ db }: Opened): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const record of exportEvents(db)) records.push(record)
  return records
}

async function segments({ db }: Opened): Promise<number> {
  return (await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM segments'))?.count ?? 0
}

/** The second that the newest snapshot counts up to. */
async function newest({ db }: Opened): Promise<number | undefined> {
  const row = await db.get<{ time: number }>(
    'SELECT cutoff_time AS time FROM snapshots ORDER BY id DESC LIMIT 1',
  )
  return row?.time
}
