import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { daysInThread } from '../../../src/numbers/as-of/as-of-queue.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'

const going = () => new AbortController().signal

describeEngines('computing a day in a thread', (open) => {
  let store: FreshStore
  let compute: ReturnType<typeof daysInThread>
  let first: number
  /** The last closed day, which the first publication published beside its head. */
  let closed: number[]
  beforeAll(async () => {
    store = await open('small')
    compute = daysInThread(store.address)
    first = (await createReader(store.db).current())?.firstDay ?? 0
    closed = await published()
  })
  const published = async () =>
    (
      await store.db.all<{ as_of: number }>('SELECT as_of FROM snapshots WHERE as_of IS NOT NULL ORDER BY id')
    ).map(({ as_of }) => as_of)

  test('publishes it for every reader, without blocking the requesting thread', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 5)
    await compute(first + 2, going())
    clearInterval(counting)
    expect(turns).toBeGreaterThan(3)
    expect(await published()).toEqual([first + 2, ...closed])
    const snapshot = await createReader(store.db).asOf(first + 2)
    expect(dayOf(snapshot.cutoff.time)).toBe(first + 2)
    expect(snapshot.traders).toBeGreaterThan(0)
  })

  test('fails with the reason', async () => {
    await expect(compute(first - 1, going())).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  })

  test('leaves no rows when it is aborted', async () => {
    const before = await published()
    const ending = new AbortController()
    const computing = compute(first + 4, ending.signal)
    setImmediate(() => ending.abort())
    await expect(computing).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await published()).toEqual(before)
  })

  test('drops the oldest computed days but the closed one, with all their rows', async () => {
    for (const day of [0, 1, 2, 3]) await publishAsOf(store.db, first + day, 3)
    expect(await published()).toEqual([first + 3, first + 1, first, ...closed])
    const kept = await store.db.all<{ id: number }>('SELECT id FROM snapshots WHERE id < 0')
    const ids = kept.map(({ id }) => id).sort((a, b) => a - b)
    for (const table of ['standings', 'board_scores']) {
      const rows = await store.db.all<{ id: number }>(
        `SELECT DISTINCT snapshot_id AS id FROM ${table} WHERE snapshot_id < 0 ORDER BY id`,
      )
      expect(rows.map(({ id }) => id)).toEqual(ids)
    }
  })
})
