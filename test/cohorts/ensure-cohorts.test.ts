import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ensureCohorts } from '../../src/cohorts/ensure-cohorts.ts'
import { dayOf, weekStart } from '../../src/ledger/quantities.ts'
import { createReader } from '../../src/refresh/ask/create-reader.ts'
import { refresh } from '../../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { cohortMembers } from '../../src/store/smart-money/cohorts.ts'
import { describeEngines } from '../store/engines.ts'
import { MONDAY, radarFills, TEST_COHORTS } from '../whales/radar-world.ts'

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

  test('are computed once, oldest first, and late events do not change them', async () => {
    const [fills = []] = fc.sample(radarFills, { seed: 3, numRuns: 1 })
    const { db } = await open()
    await ingestRecords(db, fills.slice(1))
    const weeks: number[] = []
    const options = { cohorts: TEST_COHORTS, onWeek: (week: number) => void weeks.push(week) }
    expect(await ensureCohorts(db, FIRST_WEEK + 7, options)).toBe(1)
    const before = await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK + 7 })
    await ingestRecords(db, fills.slice(0, 1))
    expect(await ensureCohorts(db, FIRST_WEEK + 14, options)).toBe(1)
    expect(weeks).toEqual([FIRST_WEEK + 7, FIRST_WEEK + 14])
    expect(await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK + 7 })).toEqual(before)
    expect(await cohortMembers(db, { cohort: 'by-volume', week: FIRST_WEEK })).toBeNull()
    expect(await db.all('SELECT id FROM snapshots')).toHaveLength(0)
  })
})

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
