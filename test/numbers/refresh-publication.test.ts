import { afterAll, beforeEach, expect, test } from 'vitest'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { createPublisher } from '../../src/numbers/publish/publisher.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { shownRows, snapshotNamed } from './support/shown-rows.ts'
import { FIRST_DAY, play } from './support/small-world.ts'
import { clearStore, storeWorld } from './support/store-world.ts'
import type { Move } from './support/world-arbitrary.ts'

const TRADERS = [1, 2, 3, 4, 5]

/** Every trader buys the same token at a price, `rounds` times, a day apart. */
function buys(rounds: number, price: number): Move[] {
  return Array.from({ length: rounds }, () =>
    TRADERS.map(
      (trader): Move => ({
        kind: 'FILL',
        trader: trader - 1,
        token: 0,
        buy: true,
        shares: 200_000_000,
        price,
        fee: 0,
        hours: trader === 1 ? 24 : 0,
      }),
    ),
  ).flat()
}

async function count(db: Database, from: string): Promise<number> {
  return Number((await db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`))?.n)
}

describeEngines('publishing a snapshot', (open, engine) => {
  let store: FreshStore
  let second: Store | null = null
  beforeEach(async () => {
    store ??= await open()
    await clearStore(store.db)
  })
  afterAll(() => second?.close())

  test('an empty ledger has nothing to compute', async () => {
    await expect(refresh(store.db)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Nothing to compute: the store holds no events. Import some with `pequod ingest`.',
    })
  })

  test('a day before the first event is refused', async () => {
    await storeWorld(store.db, play(buys(1, 500_000)), 1)
    await expect(refresh(store.db, { asOf: FIRST_DAY })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Nothing to compute: the ledger begins on 2024-10-05, after 2024-10-04.',
    })
  })

  test('an unchanged ledger returns the existing snapshot', async () => {
    await storeWorld(store.db, play(buys(2, 500_000)), 1)
    const first = await refresh(store.db)
    expect(first).toMatchObject({ snapshot: 1, traders: 5, boards: LEADERBOARDS.length, unchanged: false })
    expect(await refresh(store.db)).toMatchObject({
      snapshot: 1,
      traders: 5,
      boards: LEADERBOARDS.length,
      unchanged: true,
      phases: [],
    })
    const asOf = await refresh(store.db, { asOf: FIRST_DAY + 1 })
    expect(asOf).toMatchObject({ snapshot: -1, traders: 5, boards: LEADERBOARDS.length, unchanged: false })
    expect(await refresh(store.db, { asOf: FIRST_DAY + 1 })).toMatchObject({ snapshot: -1, unchanged: true })
    expect(await count(store.db, 'snapshots')).toBe(2)
  })

  test('an answer as of a day is replaced when the ledger has changed', async () => {
    await storeWorld(store.db, play(buys(2, 500_000)), 1)
    await refresh(store.db, { asOf: FIRST_DAY + 1 })
    await storeWorld(store.db, play(buys(2, 400_000)), 2)
    expect(await refresh(store.db, { asOf: FIRST_DAY + 1 })).toMatchObject({ snapshot: -2, unchanged: false })
    expect(await store.db.all('SELECT id, as_of FROM snapshots')).toEqual([{ id: -2, as_of: FIRST_DAY + 1 }])
    expect(await count(store.db, 'standings WHERE snapshot_id <> -2')).toBe(0)
    expect(await count(store.db, 'board_scores WHERE snapshot_id <> -2')).toBe(0)
  })

  test('the three newest head snapshots stay readable, with the first one’s day before', async () => {
    const moves = buys(2, 500_000)
    const publisher = createPublisher(store.db, 0)
    for (let version = 1; version <= 5; version++) {
      moves.push({ kind: 'INCOME', trader: 0, amount: 1_000_000, hours: 0 })
      await storeWorld(store.db, play(moves), version)
      expect((await publisher.publish()).snapshot).toBe(version)
    }
    const snapshots = await store.db.all<{ id: number }>('SELECT id FROM snapshots ORDER BY id')
    expect(snapshots).toEqual([{ id: 3 }, { id: 4 }, { id: 5 }])
    const reader = createReader(store.db)
    for (const { id } of snapshots)
      for (const { id: board } of LEADERBOARDS) {
        const order = await reader.order(await snapshotNamed(store.db, id), board)
        expect(order?.previous, `${id} ${board}`).toHaveLength(order?.count ?? -1)
      }
    expect(await count(store.db, 'standings WHERE day_before = 0')).toBe(3 * 4)
  })

  test('traders changed since the cutoff stay recorded', async () => {
    await storeWorld(store.db, play(buys(1, 500_000)), 4)
    await store.db.run('UPDATE touched_traders SET version = 5 WHERE trader_id = 2')
    await refresh(store.db)
    expect(await store.db.all('SELECT trader_id FROM touched_traders')).toEqual([{ trader_id: 2 }])
  })

  test('totals beyond 2^53 are the nearest double', async () => {
    const played = play(buys(3, 500_000))
    for (const row of played.days) row.volume = Number.MAX_SAFE_INTEGER
    await storeWorld(store.db, played, 1)
    await refresh(store.db)
    const { stats } = await shownRows(store.db, 1)
    expect(stats.find((row) => row.trader_id === 1 && row.period === 0)?.volume).toBe(
      Number(3n * BigInt(Number.MAX_SAFE_INTEGER)),
    )
    const order = await createReader(store.db).order(await snapshotNamed(store.db, 1), 'volume-all', {
      where: {
        key: 'large',
        fits: async ({ volume }) =>
          Uint8Array.from(volume, (one) => Number(one >= Number(3n * BigInt(Number.MAX_SAFE_INTEGER)))),
      },
    })
    expect(order?.traders).toContain(1)
  })

  test('two simultaneous refreshes publish one snapshot', async () => {
    await storeWorld(store.db, play(buys(2, 500_000)), 1)
    // Two SQLite handles of one process would wait for each other in vain: there a process has one.
    if (engine === 'postgres') second ??= await openStore(store.address)
    const results = await Promise.all([refresh(store.db), refresh(second?.db ?? store.db)])
    expect(results.map(({ snapshot }) => snapshot)).toEqual([1, 1])
    expect(results.map(({ unchanged }) => unchanged).sort()).toEqual([false, true])
  })

  test('a refresh that fails leaves no rows', async () => {
    await storeWorld(store.db, play(buys(2, 500_000)), 1)
    await refresh(store.db)
    const tables = async () => [
      await store.db.all('SELECT * FROM standings ORDER BY snapshot_id, first_day, day_before'),
      await store.db.all('SELECT trader_id, version FROM touched_traders ORDER BY trader_id'),
    ]
    await storeWorld(store.db, play(buys(3, 400_000)), 2)
    const before = await tables()
    const stop = new Error('stopped by the test')
    const onPhase = ({ name }: { name: string }) => {
      if (name === 'boards') throw stop
    }
    await expect(refresh(store.db, { onPhase })).rejects.toBe(stop)
    expect(await tables()).toEqual(before)
    expect(await count(store.db, 'snapshots')).toBe(1)
    expect((await refresh(store.db)).snapshot).toBe(2)
  })

  test('a reader on another connection never sees half a snapshot', async () => {
    second ??= await openStore(store.address)
    const reader = second.db
    await storeWorld(store.db, play(buys(1, 500_000)), 1)
    await refresh(store.db)
    let done = false
    let looks = 0
    const watch = async () => {
      while (!done) {
        await expectWhole(reader)
        looks += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const watching = watch()
    for (let rounds = 2; rounds <= 12; rounds++) {
      const before = looks
      await storeWorld(store.db, play(buys(rounds, 500_000 + rounds)), rounds)
      await refresh(store.db)
      // A look may take longer than a publication, and three snapshots are kept.
      while (rounds % 2 === 0 && looks === before) await new Promise((resolve) => setImmediate(resolve))
    }
    done = true
    await watching
    expect(looks).toBeGreaterThan(0)
  })
})

/** In this world every trader has a fill a day: boards, stats and series of one snapshot agree on how many. */
async function expectWhole(reader: Database): Promise<void> {
  const newest = await reader.get<{ id: number; events: number }>(
    'SELECT id, events FROM snapshots WHERE as_of IS NULL ORDER BY id DESC LIMIT 1',
  )
  const { id, events } = newest ?? { id: 0, events: 0 }
  const rounds = events / TRADERS.length
  const { stats, series } = await shownRows(reader, id)
  const allTime = stats.filter(({ period }) => period === 0)
  expect(allTime.map(({ fills }) => fills)).toEqual(TRADERS.map(() => rounds))
  expect(series.map(({ points }) => points.length)).toEqual(TRADERS.map(() => rounds))
  const boards = await createReader(reader).boards(await snapshotNamed(reader, id))
  const everybody = boards.filter(({ board }) => board.startsWith('volume-'))
  expect(everybody.map(({ entryCount }) => entryCount)).toEqual(everybody.map(() => TRADERS.length))
}
