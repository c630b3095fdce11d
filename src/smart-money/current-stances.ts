import { PequodError } from '../errors.ts'
import { type Day, dayOf, weekStart } from '../ledger/quantities.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { cohortStances, NOWHERE } from './cohort-stances.ts'
import { closeOf, type MarketsMoment } from './open-markets.ts'
import type { SmartCohort } from './smart-cohorts.ts'
import type { SmartMoneyStore } from './smart-money-store.ts'
import type { Stance } from './stance.ts'

/** The stances of a cohort's members of a week at a snapshot's cutoff. */
export interface CurrentStances {
  cohort: SmartCohort
  /** The Monday that its members are fixed at. */
  week: Day
  members: number
  /** In the order of the conditions. */
  stances: readonly Stance[]
}

/** Seconds before a retry makes sense while no week is computed. */
const RETRY_AFTER = 60

/**
 * A cohort's stances at a snapshot: published for the newest, computed for a past day. Two statements, or seven.
 * @throws PequodError SERVICE_UNAVAILABLE if none of the cohort's weeks was computed for that time
 */
export async function currentStances(
  store: SmartMoneyStore,
  cohort: SmartCohort,
  snapshot: Snapshot,
): Promise<CurrentStances> {
  const day = closedDayOf(snapshot)
  if (day !== null) {
    const found = await stancesAsOf(store, cohort, day, snapshot)
    if (found === null) throw noWeekYet(cohort)
    return found
  }
  const view = await store.view(cohort, snapshot.id)
  if (view === null) throw noWeekYet(cohort)
  return { cohort, week: view.week, members: view.members, stances: await store.stances(view) }
}

/**
 * A cohort's stances at a snapshot in some markets only; null if none of its weeks was computed for that time. Two
 * statements, or seven.
 */
export async function stancesInMarkets(
  store: SmartMoneyStore,
  cohort: SmartCohort,
  snapshot: Snapshot,
  markets: readonly number[],
): Promise<Pick<CurrentStances, 'week' | 'stances'> | null> {
  const day = closedDayOf(snapshot)
  if (day !== null) return stancesAsOf(store, cohort, day, snapshot)
  const view = await store.view(cohort, snapshot.id)
  return view && { week: view.week, stances: await store.stancesIn(view, markets) }
}

/**
 * The Monday that a snapshot's members are fixed at. One statement.
 * @throws PequodError SERVICE_UNAVAILABLE if none of the cohort's weeks was computed for that time
 */
export async function cohortWeek(
  store: Pick<SmartMoneyStore, 'view' | 'newestFixedWeeks'>,
  cohort: SmartCohort,
  snapshot: Snapshot,
): Promise<Day> {
  const day = closedDayOf(snapshot)
  const found = day === null ? await store.view(cohort, snapshot.id) : await fixedWeek(store, cohort, day)
  if (!found) throw noWeekYet(cohort)
  return found.week
}

/** The day at whose close a snapshot is; null for a head, also as of its own day. */
function closedDayOf({ id, cutoff }: Snapshot): Day | null {
  return id > 0 ? null : dayOf(cutoff.time)
}

async function fixedWeek(store: Pick<SmartMoneyStore, 'newestFixedWeeks'>, cohort: SmartCohort, day: Day) {
  const [fixed] = await store.newestFixedWeeks([cohort], weekStart(day))
  return fixed
}

async function stancesAsOf(
  store: SmartMoneyStore,
  cohort: SmartCohort,
  day: Day,
  { ledgerVersion: version }: Snapshot,
): Promise<CurrentStances | null> {
  const fixed = await fixedWeek(store, cohort, day)
  if (fixed === undefined) return null
  const members = (await store.weekMembers([cohort], fixed.week)).map(({ trader }) => trader)
  const stances = await stancesOf(store, members, { ...closeOf(day), version })
  return { cohort, week: fixed.week, members: members.length, stances }
}

/** The stances of some traders at a snapshot, computed. Five statements. */
export async function stancesOfTraders(
  store: SmartMoneyStore,
  traders: readonly number[],
  snapshot: Snapshot,
): Promise<readonly Stance[]> {
  const { cutoff, ledgerVersion: version } = snapshot
  const day = closedDayOf(snapshot)
  const moment = day === null ? { day: dayOf(cutoff.time), at: cutoff.time } : closeOf(day)
  return stancesOf(store, traders, { ...moment, version })
}

async function stancesOf(
  store: SmartMoneyStore,
  traders: readonly number[],
  moment: MarketsMoment,
): Promise<readonly Stance[]> {
  return ((await cohortStances(store, new Map([['', traders]]), moment)).get('') ?? NOWHERE).stances
}

export function noWeekYet(cohort: SmartCohort): PequodError {
  return new PequodError(
    'SERVICE_UNAVAILABLE',
    `The cohort ${cohort} has no week for that time yet; cohorts begin on the ledger's second Monday at the earliest.`,
    { retryAfter: RETRY_AFTER },
  )
}
