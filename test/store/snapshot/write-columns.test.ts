import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { standingRows } from '../../../src/numbers/publish/build-standings.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import {
  BOARD_SCORES,
  BYTES_A_SCORE,
  packScores,
  readScores,
  readStandings,
  STANDINGS,
} from '../../../src/store/snapshot/snapshot-columns.ts'
import {
  changedRows,
  newStandings,
  type Standings,
  standingsOf,
} from '../../../src/store/snapshot/standings.ts'
import {
  dropUnnamedColumns,
  type MadeColumns,
  madeColumns,
  nameColumns,
  publishColumns,
  type WrittenColumns,
} from '../../../src/store/snapshot/write-columns.ts'
import { describeEngines, type FreshStore } from '../support/engines.ts'

const SNAPSHOT = 7
const NO_ROWS = { rows: new Int32Array(), isNew: new Uint8Array() }
const ALL_TIME = { firstDay: -1, category: 0 }

/** Standings of a number of traders, all different. */
function standingsOfMany(rows: number): Standings {
  const standings = newStandings(rows)
  for (let row = 0; row < rows; row++) {
    standings.trader[row] = row + 1
    standings.pnl[row] = row * 1_000_003 - 2 ** 40
    standings.fills[row] = row % 977
    standings.flags[row] = row % 4
  }
  return standings
}

const NAMED = {
  table: STANDINGS,
  key: { first_day: ALL_TIME.firstDay, category: ALL_TIME.category, day_before: 0 },
}

function columnsOf(standings: Standings): MadeColumns {
  return { ...NAMED, rows: () => standingRows(standings) }
}

function scoresOf(scores: ReadonlyMap<number, number>): MadeColumns {
  const pack = (from: number, until: number) => packScores(scores, [...scores.keys()].slice(from, until))
  const rows = { count: scores.size, bytesEach: BYTES_A_SCORE, pack }
  return { table: BOARD_SCORES, key: { board: 'sharpe-all', day_before: 0 }, rows: () => rows }
}

/** Publishes for {@link SNAPSHOT}. */
function publish(
  db: Database,
  columns: readonly MadeColumns[],
  snapshot = SNAPSHOT,
): Promise<readonly WrittenColumns[] | null> {
  return publishColumns(db, columns, async (tx, written) => {
    await nameColumns(tx, snapshot, written)
    return written
  })
}

/** The same store, in which another process drops unnamed columns after each of the first transactions. */
function dropping(db: Database, times: number): Database {
  let left = times
  return {
    ...db,
    statementCount: db.statementCount,
    async transaction(work) {
      const result = await db.transaction(work)
      if (left-- > 0) await dropUnnamedColumns(db)
      return result
    },
  }
}

describeEngines('columns of a snapshot', (open) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })
  afterEach(async () => {
    for (const table of ['standings', 'board_scores', 'column_parts'])
      await store.db.run(`DELETE FROM ${table}`)
  })
  const partCount = async () =>
    Number((await store.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM column_parts'))?.n)

  test('that were written outside a transaction are read back unchanged', async () => {
    const standings = standingsOfMany(600_000)
    await publish(store.db, [columnsOf(standings), scoresOf(new Map())])
    expect(await partCount()).toBe(3)
    const read = await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)
    expect(read && changedRows(standings, read)).toEqual(NO_ROWS)
    expect(await readScores(store.db, { id: SNAPSHOT }, 'sharpe-all', false)).toEqual(new Map())
  })

  test.each([1, 2, 20])(
    'that are dropped %i times before a snapshot names them are written again',
    async (times) => {
      const scores = new Map([
        [3, 1.5],
        [1, -0.25],
      ])
      await publish(dropping(store.db, times), [columnsOf(standingsOfMany(10)), scoresOf(scores)])
      await dropUnnamedColumns(store.db)
      const read = await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)
      expect(read).toEqual(standingsOfMany(10))
      expect(await readScores(store.db, { id: SNAPSHOT }, 'sharpe-all', false)).toEqual(scores)
      expect(await partCount()).toBe(2)
    },
  )

  test('of a writer killed before naming them are dropped, and nothing else', async () => {
    await publish(store.db, [columnsOf(standingsOfMany(3))])
    const killed = new Error('killed')
    const columns = [columnsOf(standingsOfMany(4)), scoresOf(new Map([[1, 1]]))]
    await expect(publishColumns(store.db, columns, () => Promise.reject(killed))).rejects.toBe(killed)
    expect(await partCount()).toBe(3)
    await dropUnnamedColumns(store.db)
    expect(await partCount()).toBe(1)
    expect(await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)).toEqual(standingsOfMany(3))
  })

  test('that two snapshots name stay until both are dropped', async () => {
    await publishColumns(store.db, [columnsOf(standingsOfMany(3))], async (tx, written) => {
      await nameColumns(tx, SNAPSHOT, written)
      await nameColumns(tx, SNAPSHOT + 1, written)
    })
    for (const [snapshot, left] of [
      [SNAPSHOT, 1],
      [SNAPSHOT + 1, 0],
    ] as const) {
      await store.db.run('DELETE FROM standings WHERE snapshot_id = ?', [snapshot])
      await dropUnnamedColumns(store.db)
      expect(await partCount()).toBe(left)
    }
  })

  test('that snapshots go on adding to are read back as each of them was', async () => {
    const snapshots = fc.array(fc.dictionary(fc.integer({ min: 1, max: 40 }).map(String), fc.integer()), {
      minLength: 2,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(snapshots, async (all) => {
        const rows = new Map<number, number>()
        const published: Standings[] = []
        let after: WrittenColumns | null = null
        for (const changes of all) {
          for (const [trader, pnl] of Object.entries(changes)) rows.set(Number(trader), pnl)
          const standings = standingsOf(
            [...rows]
              .sort(([a], [b]) => a - b)
              .map(([trader, pnl]) => ({
                trader,
                pnl,
                volume: -pnl,
                stake: trader,
                fills: 1,
                flags: trader % 4,
              })),
          )
          const last = published.at(-1)
          const changed = last === undefined ? null : changedRows(last, standings)
          const packed = changed && standingRows(standings, changed)
          const made = madeColumns(NAMED, standingRows(standings), after, packed)
          const written = await publish(store.db, [made], published.length)
          after = written?.[0] ?? null
          published.push(standings)
          await dropUnnamedColumns(store.db)
        }
        for (const [id, standings] of published.entries())
          expect(await readStandings(store.db, { id }, ALL_TIME, false)).toEqual(standings)
        await store.db.run('DELETE FROM standings')
        await dropUnnamedColumns(store.db)
        expect(await partCount()).toBe(0)
      }),
      { numRuns: 20 },
    )
  })

  test('that are added to by a writer killed before naming them are read as before', async () => {
    const [first] = (await publish(store.db, [columnsOf(standingsOfMany(3))])) ?? []
    const killed = new Error('killed')
    const added = standingRows(standingsOfMany(5), {
      rows: Int32Array.from([3, 4]),
      isNew: Uint8Array.from([1, 1]),
    })
    const columns = [{ ...NAMED, after: first ?? null, rows: () => added }]
    await expect(publishColumns(store.db, columns, () => Promise.reject(killed))).rejects.toBe(killed)
    expect(await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)).toEqual(standingsOfMany(3))
    expect(await partCount()).toBe(2)
    await dropUnnamedColumns(store.db)
    expect(await partCount()).toBe(1)
    await publish(store.db, columns, SNAPSHOT + 1)
    expect(await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)).toEqual(standingsOfMany(3))
    expect(await readStandings(store.db, { id: SNAPSHOT + 1 }, ALL_TIME, false)).toEqual(standingsOfMany(5))
  })

  test('that were dropped meanwhile are not added to', async () => {
    const [first] = (await publish(store.db, [columnsOf(standingsOfMany(3))])) ?? []
    await store.db.run('DELETE FROM standings')
    await dropUnnamedColumns(store.db)
    const none = { count: 0, bytesEach: 1, pack: () => Buffer.alloc(0) }
    expect(await publish(store.db, [{ ...NAMED, after: first ?? null, rows: () => none }])).toBeNull()
    expect(await readStandings(store.db, { id: SNAPSHOT }, ALL_TIME, false)).toBeNull()
  })
})
