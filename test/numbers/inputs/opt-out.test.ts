import { beforeEach, expect, test } from 'vitest'
import type { Address } from '../../../src/ledger/quantities.ts'
import { dropSnapshotsAsOf, optIn, optOut, publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { addOptOut, optedOutAddresses } from '../../../src/store/opted-out.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { recordsOf } from '../../support/worlds.ts'
import { shownSnapshot } from '../support/shown-snapshot.ts'

describeEngines('a trader who opts out', (open) => {
  let store: FreshStore
  let trader: Address
  let id: number
  beforeEach(async () => {
    store = await open('boards')
    const reader = createReader(store.db)
    const snapshot = await reader.current()
    const best = (snapshot && (await reader.order(snapshot, 'pnl-all')))?.traders[0] ?? 0
    id = best
    trader = (await reader.tradersById([best])).get(best)?.address ?? ('0x' as Address)
  })

  test('is in no answer, and all others’ answers equal those of a ledger without them', async () => {
    expect(await optOut(store.db, trader)).toBe(true)
    const fresh = await open()
    await addOptOut(fresh.db, trader)
    await ingestRecords(fresh.db, recordsOf('boards'))
    await refresh(fresh.db)
    const shown = await shownSnapshot(store.db)
    expect(shown).toEqual(await shownSnapshot(fresh.db))
    expect(JSON.stringify(shown)).not.toContain(trader)
    const reader = createReader(store.db)
    const current = await reader.current()
    expect(await reader.tradersByAddress([trader])).toEqual(new Map())
    expect(current && (await reader.search(current, trader, 10, null)).traders).toEqual([])
    expect(await optedOutAddresses(store.db)).toEqual([trader])
  })

  test('is hidden by readers before the next snapshot', async () => {
    const before = createReader(store.db)
    const snapshot = await before.current()
    if (!snapshot) throw new Error('nothing was published')
    const order = await before.order(snapshot, 'pnl-all')
    const first = order?.traders[0] ?? 0
    await addOptOut(store.db, trader)
    const reader = createReader(store.db)
    await reader.current()
    const without = await reader.order(snapshot, 'pnl-all')
    expect(without?.rankOf(first)).toBeNull()
    expect([...(without?.traders ?? [])]).toEqual([...(order?.traders ?? [])].slice(1))
    expect(await reader.tradersByAddress([trader])).toEqual(new Map())
  })

  test('leaves the closed day published throughout, as thirty computed days do', async () => {
    const days = async () =>
      (await store.db.all<{ day: number }>('SELECT as_of AS day FROM snapshots WHERE as_of IS NOT NULL')).map(
        ({ day }) => day,
      )
    const [closed = 0] = await days()
    // The transaction of an opt-out alone, as others see it before the next snapshot.
    await store.db.transaction((tx) => dropSnapshotsAsOf(tx, 0))
    expect(await days()).toEqual([closed])
    for (let before = 3; before <= 6; before++) await publishAsOf(store.db, closed - before, 2)
    expect((await days()).sort()).toEqual([closed - 6, closed - 5, closed])
  })

  test('is excluded from every computed day, and returns unchanged after opting in', async () => {
    const before = await shownSnapshot(store.db)
    const head = await store.db.get<{ day: number }>('SELECT cutoff_time / 86400 AS day FROM snapshots')
    // The last closed day is published beside the head, again after each opt-out.
    const days = 'SELECT as_of AS day FROM snapshots WHERE as_of IS NOT NULL'
    const closed = await store.db.all<{ day: number }>(days)
    expect(closed).toHaveLength(1)
    await refresh(store.db, { asOf: Math.floor(head?.day ?? 0) - 20 })
    await optOut(store.db, trader)
    expect(await store.db.all(days)).toEqual(closed)
    const reader = createReader(store.db)
    const asOfClose = await reader.asOf(closed[0]?.day ?? 0)
    expect((await reader.order(asOfClose, 'pnl-all'))?.rankOf(id)).toBeNull()
    expect(await optOut(store.db, trader)).toBe(false)
    expect(await optIn(store.db, trader)).toBe(true)
    expect(await optIn(store.db, trader)).toBe(false)
    expect(await shownSnapshot(store.db)).toEqual(before)
  })
})
