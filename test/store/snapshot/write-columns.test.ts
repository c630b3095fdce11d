import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/store/engine/database.ts'
import {
  BOARD_SCORES,
  packScores,
  readScores,
  readStandings,
  STANDINGS,
} from '../../../src/store/snapshot/snapshot-columns.ts'
import { newStandings, type Standings } from '../../../src/store/snapshot/standings.ts'
import {
  dropUnnamedColumns,
  type MadeColumns,
  nameColumns,
  publishColumns,
} from '../../../src/store/snapshot/write-columns.ts'
import { describeEngines, type FreshStore } from '../support/engines.ts'

const SNAPSHOT = 7
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

function columnsOf(standings: Standings): MadeColumns {
  const key = { first_day: ALL_TIME.firstDay, category: ALL_TIME.category, day_before: 0 }
  return { table: STANDINGS, key, pack: () => standings.bytes }
}

function scoresOf(scores: ReadonlyMap<number, number>): MadeColumns {
  return { table: BOARD_SCORES, key: { board: 'sharpe-all', day_before: 0 }, pack: () => packScores(scores) }
}

/** Publishes for {@link SNAPSHOT}. */
function publish(db: Database, columns: readonly MadeColumns[]): Promise<void> {
  return publishColumns(db, columns, (tx, written) => nameColumns(tx, SNAPSHOT, written))
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
    expect(read && Buffer.compare(read.bytes, standings.bytes)).toBe(0)
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
})
