import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cohortMembers } from '../../src/cohorts/cohort-weeks.ts'
import { ensureCohorts, weeksBeside } from '../../src/cohorts/ensure-cohorts.ts'
import { retractNews } from '../../src/jobs/news.ts'
import { dayOf, weekStart } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MONDAY, radarFills, TEST_COHORTS } from '../whales/support/radar-world.ts'

const FIRST_WEEK = dayOf(MONDAY)

describeEngines('weekly cohorts', (open, engine) => {
  const settings = { numRuns: engine === 'sqlite' ? 5 : 2, endOnFailure: true }

  test('are the tops of boards computed from the days before the week', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { db, close } = await open()
        await ingestRecords(db, fills)
        const last = weekStart(dayOf(fills.at(-1)?.time ?? MONDAY))
        await ensureCohorts(db, last, { cohorts: TEST_COHORTS })
        for (let week = weekStart(dayOf(fills[0]?.time ?? MONDAY)) + 7; week <= last; week += 7) {
          const past = await open()
          await ingestRecords(
            past.db,
            fills.filter(({ time }) => dayOf(time) < week),
          )
          for (const { id, board } of TEST_COHORTS)
            expect(await namesOf(db, await cohortMembers(db, { cohort: id, week }))).toEqual(
              await headOf(past.db, board),
            )
          await past.close()
        }
        await close()
      }),
      settings,
    )
  })

  test('are the same where a publication ranks them in its own pass', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const [beside, alone] = [await open(), await open()]
        for (const { db } of [beside, alone]) await ingestRecords(db, fills)
        const last = weekStart(dayOf(fills.at(-1)?.time ?? MONDAY))
        await ensureCohorts(alone.db, last, { cohorts: TEST_COHORTS })
        const fixed: number[] = []
        const onWeek = (week: number, count: number) => void (count > 0 && fixed.push(week))
        const tops = await weeksBeside(beside.db, { cohorts: TEST_COHORTS, onWeek })
        await refresh(beside.db, { tops })
        const weeks = Array.from({ length: fixed.length }, (_, i) => last - 7 * (fixed.length - 1 - i))
        expect(fixed).toEqual(weeks)
        expect(await weeksBeside(beside.db, { cohorts: TEST_COHORTS })).toBeNull()
        expect(await ensureCohorts(beside.db, last, { cohorts: TEST_COHORTS })).toBe(0)
        for (const week of weeks)
          for (const { id } of TEST_COHORTS)
            expect(await cohortMembers(beside.db, { cohort: id, week })).toEqual(
              await cohortMembers(alone.db, { cohort: id, week }),
            )
        for (const { close } of [beside, alone]) await close()
      }),
      settings,
    )
  })

  test('are computed once, oldest first, and late events do not change them', async () => {
    const [fills = []] = fc.sample(radarFills, { seed: 3, numRuns: 1 })
    const { db } = await open()
    await ingestRecords(db, fills.slice(1))
    const weeks: number[][] = []
    const onWeek = (week: number, fixed: number, all: number) => void weeks.push([week, fixed, all])
    const options = { cohorts: TEST_COHORTS, onWeek }
    expect(await ensureCohorts(db, FIRST_WEEK + 7, options)).toBe(1)
    const before = await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK + 7 })
    await ingestRecords(db, fills.slice(0, 1))
    expect(await ensureCohorts(db, FIRST_WEEK + 14, options)).toBe(1)
    expect(weeks).toEqual([
      [FIRST_WEEK + 7, 0, 1],
      [FIRST_WEEK + 7, 1, 1],
      [FIRST_WEEK + 14, 0, 1],
      [FIRST_WEEK + 14, 1, 1],
    ])
    expect(await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK + 7 })).toEqual(before)
    expect(await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK })).toBeNull()
    expect(await db.all('SELECT id FROM snapshots')).toHaveLength(0)
  })

  test('are computed beside other writers, and again where blocks are taken back meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, fc.nat({ max: 99 }), async (fills, from) => {
        const [store, plain] = [await open(), await open()]
        await ingestRecords(store.db, fills)
        const other = await openStore(store.address)
        const kept = fills.filter(({ block }) => (block ?? 0) < from)
        fc.pre(kept.length > 0)
        const taken: number[] = []
        // As soon as members were read, before any is written; a pass in a transaction would make this wait for ever.
        const takeBack = async () => {
          taken.push(await createLedgerWriter(other.db).undo(from, (tx) => retractNews(tx, from)))
        }
        const last = weekStart(dayOf(fills.at(-1)?.time ?? MONDAY))
        await ensureCohorts(afterFirstView(store.db, takeBack), last, { cohorts: TEST_COHORTS })
        expect(taken).toHaveLength(1)
        await ingestRecords(plain.db, kept)
        await ensureCohorts(plain.db, last, { cohorts: TEST_COHORTS })
        for (let week = weekStart(dayOf(kept[0]?.time ?? MONDAY)) + 7; week <= last; week += 7)
          for (const { id } of TEST_COHORTS)
            expect(await namesOf(store.db, await cohortMembers(store.db, { cohort: id, week }))).toEqual(
              await namesOf(plain.db, await cohortMembers(plain.db, { cohort: id, week })),
            )
        for (const { close } of [other, store, plain]) await close()
      }),
      settings,
    )
  })
})

/** The database, with work that another process does before the end of the first view which is not within another. */
function afterFirstView(db: Database, work: () => Promise<void>): Database {
  let isFirst = true
  return {
    ...db,
    async view(read) {
      if (!isFirst) return db.view(read)
      isFirst = false
      return db.view(async (sql) => {
        const seen = await read(sql)
        await work()
        return seen
      })
    },
  }
}

type Db = Parameters<typeof cohortMembers>[0]

async function namesOf(db: Db, ids: readonly number[] | null): Promise<string[]> {
  const rows = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const names = new Map(rows.map(({ id, address }) => [id, address]))
  return (ids ?? []).map((id) => names.get(id) ?? '')
}

/** The first hundred of a board of a store's newest snapshot. */
async function headOf(db: Parameters<typeof refresh>[0], board: string): Promise<string[]> {
  await refresh(db)
  const reader = createReader(db)
  const snapshot = await reader.current()
  const order = snapshot && (await reader.order(snapshot, board))
  return namesOf(db, [...(order?.traders ?? [])].slice(0, 100))
}
