import { fixWeek } from '../../../src/cohorts/cohort-weeks.ts'
import { DAY_SECONDS, dayOf, weekStart } from '../../../src/ledger/quantities.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'

/**
 * Puts a ledger's first traders on a board of the radar in each of its weeks but the first: small worlds are too short for that
 * board.
 */
export async function plantMembers(db: Database, traders = 40): Promise<void> {
  const { firstTime, lastTime } = await readLedgerState(db)
  if (firstTime === null || lastTime === null) throw new Error('the ledger is empty')
  const ids = Array.from({ length: traders }, (_, i) => i + 1)
  await db.transaction(async (tx) => {
    for (let day = dayOf(firstTime) + 7; day * DAY_SECONDS <= lastTime + 7 * DAY_SECONDS; day += 7)
      await fixWeek(tx, { cohort: 'most-prescient', week: weekStart(day) }, ids)
  })
}
