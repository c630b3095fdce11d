import { expect, test } from 'vitest'
import { openPublisher } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { recordsOf } from '../../support/worlds.ts'

describeEngines('a publisher in a thread of its own', (open) => {
  test('reports why nothing is published, then publishes, and keeps its state between snapshots', async () => {
    const { db, address } = await open()
    const publisher = openPublisher({ address, delayMinutes: 60 })
    await expect(publisher.publish()).rejects.toThrow('the store holds no events')
    const records = recordsOf('boards')
    const last = records.findLastIndex((record) => record.kind === 'FILL')
    await ingestRecords(db, records.toSpliced(last, 1))
    const first = await publisher.publish()
    expect(first).toMatchObject({ snapshot: 1, unchanged: false })
    expect(first.computed).toBeGreaterThan(5)
    expect(await publisher.publish()).toMatchObject({ snapshot: 1, unchanged: true })
    await ingestRecords(db, records.slice(last, last + 1))
    const second = await publisher.publish()
    expect(second).toMatchObject({ snapshot: 2, unchanged: false })
    expect(second.computed).toBeLessThan(first.computed)
    await publisher.close()
    // It restarts, and finds the existing rows.
    expect(await publisher.publish()).toMatchObject({ snapshot: 2, unchanged: true })
    await publisher.close()
  })
})
