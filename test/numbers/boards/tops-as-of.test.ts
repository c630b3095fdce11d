import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import { type Day, dayOf } from '../../../src/ledger/quantities.ts'
import { LEADERBOARDS, periodNamed } from '../../../src/metrics/leaderboards.ts'
import { type BoardTop, SKILLED, topsAsOf } from '../../../src/numbers/boards/tops-as-of.ts'
import { readBeside } from '../../../src/numbers/days/read-beside.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { createPublisher } from '../../../src/numbers/publish/publisher.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'
import {
  BOARD_SCORES,
  COLUMN_PARTS,
  SHOWN_NUMBERS,
  STANDINGS,
} from '../../../src/store/snapshot/snapshot-columns.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { snapshotNamed } from '../support/shown-rows.ts'
import { play } from '../support/small-world.ts'
import { clearStore, storeWorld } from '../support/store-world.ts'
import { history } from '../support/world-arbitrary.ts'

/** The tops of every board as of these days, by the boards that full snapshots as of them hold. */
async function publishedTops(db: Database, days: readonly Day[], size: number) {
  const tops = []
  for (const day of days) {
    const { snapshot } = await refresh(db, { asOf: day, full: true })
    const reader = createReader(db)
    for (const { id } of LEADERBOARDS) {
      const order = await reader.order(await snapshotNamed(db, snapshot ?? 0), id)
      tops.push({ day, board: id, traders: [...(order?.traders ?? [])].slice(0, size) })
    }
  }
  return tops
}

/** A snapshot's columns, byte for byte, and what its analytics share. */
async function columnsOf(db: Database, snapshot: number) {
  const hex =
    db.dialect === 'sqlite' ? (name: string) => `hex(${name})` : (name: string) => `encode(${name}, 'hex')`
  const tables = [STANDINGS, BOARD_SCORES, SHOWN_NUMBERS].map(({ name, key }) => {
    const own = key.filter((column) => column !== 'snapshot_id').join(', ')
    return db.all(
      `SELECT ${own}, part, ${hex('p.bytes')} AS bytes FROM ${name} c JOIN ${COLUMN_PARTS.name} p ` +
        `ON p.columns_id = c.columns_id WHERE snapshot_id = ? ORDER BY ${own}, part`,
      [snapshot],
    )
  })
  return [
    ...(await Promise.all(tables)),
    await db.all(
      `SELECT ${hex('traders')} AS traders, ${hex('q_values')} AS q_values, baselines FROM snapshot_analytics WHERE snapshot_id = ?`,
      [snapshot],
    ),
    await db.all(
      'SELECT as_of, cutoff_time, cutoff_block, first_day, traders, partial_traders, events FROM snapshots WHERE id = ?',
      [snapshot],
    ),
  ]
}

/** Publishes the first head, and expects of its one pass what passes of their own give. @returns whether a closed day was published */
async function expectOnePass(db: Database, days: readonly Day[], size: number): Promise<boolean> {
  const asked = { days, boards: LEADERBOARDS, size }
  let taken: readonly BoardTop[] = []
  const take = async (tops: readonly BoardTop[]) => {
    taken = tops
  }
  await createPublisher(db, 60).publish({ full: true, tops: { asked, take } })
  expect(taken).toEqual(await topsOf(db, days, size))
  const closed = await db.get<{ id: number; day: Day }>(
    'SELECT id, as_of AS day FROM snapshots WHERE as_of IS NOT NULL',
  )
  if (closed === undefined) return false
  const columns = await columnsOf(db, closed.id)
  const { snapshot } = await refresh(db, { asOf: closed.day, full: true })
  expect(snapshot).not.toBe(closed.id)
  expect(columns).toEqual(await columnsOf(db, snapshot ?? 0))
  return true
}

function topsOf(db: Database, days: readonly Day[], size: number, boards = LEADERBOARDS) {
  const asked = { days, boards, size }
  return readBeside(db, days.at(-1) ?? 0, (sources) => topsAsOf(sources, asked))
}

describeEngines('tops of boards as of several days', (open, engine) => {
  const isSqlite = engine === 'sqlite'
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('equal those of the snapshots as of those days, in any world', async () => {
    const { db } = store
    const asked = fc.record({
      moves: history,
      back: fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 4 }),
      size: fc.integer({ min: 1, max: 7 }),
      // Other passes are enough for boards without scores, and for those of decided units alone.
      boards: fc.constantFrom(
        LEADERBOARDS,
        LEADERBOARDS.filter(({ tab }) => !tab.isScored),
        LEADERBOARDS.filter(({ tab }) => tab.leastUnits > 0),
      ),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ moves, back, size, boards }) => {
        await clearStore(db)
        const played = play(moves)
        await storeWorld(db, played, 1)
        const [first, last] = [dayOf(played.firstTime), dayOf(played.lastTime)]
        const days = [...new Set(back.map((ago) => Math.max(first, last - ago)))].sort((a, b) => a - b)
        const published = await publishedTops(db, days, size)
        const names = new Set<string>(boards.map(({ id }) => id))
        expect(await topsOf(db, days, size, boards)).toEqual(
          published.filter(({ board }) => names.has(board)),
        )
      }),
      { numRuns: isSqlite ? 12 : 3 },
    )
  })

  test('and the last closed day come out of the first head’s pass as out of their own, in any world', async () => {
    const { db } = store
    let closed = 0
    const asked = fc.record({
      moves: history,
      back: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ moves, back }) => {
        await clearStore(db)
        const played = play(moves)
        await storeWorld(db, played, 1)
        const [first, last] = [dayOf(played.firstTime), dayOf(played.lastTime)]
        fc.pre(first < last)
        const days = [...new Set(back.map((ago) => Math.max(first, last - ago)))].sort((a, b) => a - b)
        if (await expectOnePass(db, days, 3)) closed += 1
      }),
      { numRuns: isSqlite ? 12 : 3 },
    )
    expect(closed).toBeGreaterThan(0)
  })

  test('and the last closed day come out of the first head’s pass where every board has rows', async () => {
    const { db } = await open('boards')
    await db.run('DELETE FROM snapshots')
    const last = dayOf((await readLedgerState(db)).lastTime ?? 0)
    // The closed day itself is among the days.
    const days = [-60, -9, -2, -1].map((ago) => last + ago)
    expect(await expectOnePass(db, days, 100)).toBe(true)
  })

  test('equal those of the snapshots where every board has rows', async () => {
    const { db } = await open('boards')
    const last = dayOf((await readLedgerState(db)).lastTime ?? 0)
    // A Sunday or not; after the newest event; the newest day itself, and one after it.
    const days = (isSqlite ? [-60, -40, -19, -16, -9, -2, -1, 0, 3] : [-16, -2, 0]).map((ago) => last + ago)
    const published = await publishedTops(db, days, 1_000)
    for (const size of [3, 1_000]) {
      const tops = await topsOf(db, days, size)
      expect(tops).toEqual(
        published.map(({ traders, ...top }) => ({ ...top, traders: traders.slice(0, size) })),
      )
      const unscored = LEADERBOARDS.filter(({ tab }) => !tab.isScored)
      const names = new Set<string>(unscored.map(({ id }) => id))
      expect(await topsOf(db, days, size, unscored)).toEqual(tops.filter(({ board }) => names.has(board)))
      const filled = new Set(tops.filter(({ traders }) => traders.length > 0).map(({ board }) => board))
      expect([...filled].filter((board) => board !== 'sharpe-7d')).toHaveLength(LEADERBOARDS.length - 1)
    }
  })

  test('and the skilled of each day are those whose verdict a screen as of that day says', async () => {
    const { db } = await open('boards')
    const last = dayOf((await readLedgerState(db)).lastTime ?? 0)
    const days = (isSqlite ? [-40, -23, -16, -9, -2] : [-9]).map((ago) => last + ago)
    const asked = { days: [...days, last], boards: [], size: 1, skilledOn: days }
    const tops = await readBeside(db, last, (sources) => topsAsOf(sources, asked))
    const screened: BoardTop[] = []
    for (const day of days) {
      const { snapshot } = await refresh(db, { asOf: day, full: true })
      const reader = createReader(db, {
        computeAsOf: async (_day, _caller, standings) => computeScreen(db, defined(standings)),
      })
      const table = await reader.screen(await snapshotNamed(db, snapshot ?? 0), {
        window: periodNamed('ALL'),
        category: null,
      })
      const verdicts = await table.column('verdict')
      const skilled = Array.from(table.ids).filter((_, i) => verdicts[i] === 0)
      screened.push({ day, board: SKILLED, traders: skilled })
    }
    const sorted = (all: readonly BoardTop[]) =>
      all.map((top) => ({ ...top, traders: top.traders.toSorted((a, b) => a - b) }))
    expect(sorted(tops)).toEqual(sorted(screened))
    expect(screened.some(({ traders }) => traders.length > 0)).toBe(true)
  })
})
