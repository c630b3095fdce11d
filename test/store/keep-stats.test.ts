import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERIODS, periodNamed } from '../../src/metrics/periods.ts'
import { keepStats } from '../../src/store/keep-stats.ts'
import { createTraderReader } from '../../src/store/read-traders.ts'
import {
  createSnapshotReader,
  type Snapshot,
  type SnapshotReader,
  wholePeriod,
} from '../../src/store/snapshot-reader.ts'
import { plantWorld } from '../graph/planted-world.ts'
import { newStore, publish } from '../graph/published-store.ts'

const TRADERS = 40
let store: Awaited<ReturnType<typeof newStore>>
let read: SnapshotReader['stats']
let snapshot: Snapshot

beforeAll(async () => {
  store = await newStore()
  await publish(store.db, plantWorld(TRADERS))
  read = createTraderReader(store.db).stats
  const current = await createSnapshotReader(store.db).current()
  if (current === null) throw new Error('nothing was published')
  snapshot = current
})
afterAll(() => store.remove())

describe('numbers that are kept', () => {
  it('are those of the store, whatever is asked for and however little is kept', async () => {
    const ids = fc.array(fc.integer({ min: 1, max: TRADERS + 5 }), { maxLength: 12 })
    const questions = fc.array(fc.tuple(fc.constantFrom(...PERIODS.map(wholePeriod)), ids), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(questions, fc.integer({ min: 0, max: 60 }), async (asked, most) => {
        const keeping = keepStats(read, most)
        const answers = await Promise.all(asked.map(([period, of]) => keeping(snapshot, period, of)))
        for (const [i, [period, of]] of asked.entries()) {
          const stored = sorted(await read(snapshot, period, of))
          expect(sorted(answers[i] ?? new Map())).toEqual(stored)
          expect(sorted(await keeping(snapshot, period, of))).toEqual(stored)
        }
      }),
      { numRuns: 25 },
    )
  })

  const [first, second, third] = (['DAYS_7', 'DAYS_30', 'ALL'] as const).map((name) =>
    wholePeriod(periodNamed(name)),
  )
  const countOf = async (
    ask: SnapshotReader['stats'],
    scope = first ?? wholePeriod(PERIODS[0]),
    of = snapshot,
  ) => {
    const before = store.db.statementCount
    await ask(of, scope, [1, 2, 3])
    return store.db.statementCount - before
  }

  it('are not asked of the store again, for as long as they are among the last', async () => {
    const keeping = keepStats(read, 6)
    expect([await countOf(keeping), await countOf(keeping)]).toEqual([1, 0])
    expect([await countOf(keeping, second), await countOf(keeping)]).toEqual([1, 0])
    // The third set of rows is too much: the one asked for longest ago goes.
    expect(await countOf(keeping, third)).toBe(1)
    expect([await countOf(keeping), await countOf(keeping, second)]).toEqual([0, 1])
  })

  it('are asked for anew where another store has a snapshot of the same number', async () => {
    const keeping = keepStats(read)
    await countOf(keeping)
    expect(await countOf(keeping, first, { ...snapshot, generatedAt: snapshot.generatedAt + 1 })).toBe(1)
  })
})

function sorted<T>(rows: ReadonlyMap<number, T>): [number, T][] {
  return [...rows].toSorted(([a], [b]) => a - b)
}
