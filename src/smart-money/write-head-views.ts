import { dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import { createSmartMoneyStore } from '../store/smart-money/smart-money-store.ts'
import { dropViewsBefore, writeView } from '../store/smart-money/views.ts'
import { newestFixedWeeks, readWeekMembers } from '../store/smart-money/week-members.ts'
import { cohortStances } from './cohort-stances.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'
import { divergenceOf } from './stance.ts'

interface Head {
  id: number
  cutoff: Seconds
  version: number
  known: number
}

/**
 * Writes how the members of each cohort's newest fixed week stand at the newest snapshot's cutoff, unless that is
 * written. Nothing is written while the ledger holds more than the snapshot counts: the next snapshot tells it.
 */
export async function writeHeadViews(tx: Sql): Promise<void> {
  const head = await tx.get<Head>(
    'SELECT s.id, s.cutoff_time AS cutoff, s.ledger_version AS version, l.version AS known FROM snapshots s ' +
      'JOIN ledger_state l ON l.id = 1 WHERE s.as_of IS NULL ORDER BY s.id DESC LIMIT 1',
  )
  if (!head || head.version !== head.known) return
  await writeViewsOf(tx, head.id, head.cutoff)
}

/** Writes the views of a head snapshot, in the transaction that publishes it or a later one; those there stay. */
export async function writeViewsOf(tx: Sql, snapshot: number, cutoff: Seconds): Promise<void> {
  const names = SMART_COHORTS.map(({ wire }) => wire)
  const day = dayOf(cutoff)
  const fixed = await newestFixedWeeks(tx, names, weekStart(day))
  for (const [week, cohorts] of Map.groupBy(fixed, (one) => one.week)) {
    const members = Map.groupBy(
      await readWeekMembers(
        tx,
        cohorts.map(({ cohort }) => cohort),
        week,
      ),
      ({ cohort }) => cohort,
    )
    const traders = new Map(
      cohorts.map(({ cohort }) => [cohort, (members.get(cohort) ?? []).map(({ trader }) => trader)]),
    )
    const moment = { day, at: cutoff }
    for (const [cohort, { stances }] of await cohortStances(createSmartMoneyStore(tx), traders, moment)) {
      const size = traders.get(cohort)?.length ?? 0
      await writeView(tx, { snapshot, cohort, week, members: size, events: 0 }, stances, divergenceOf)
    }
  }
  await dropViewsBefore(tx, snapshot - KEPT_BEFORE_NEWEST)
}

/** As many as there are head snapshots that stay readable besides the newest. */
const KEPT_BEFORE_NEWEST = 2
