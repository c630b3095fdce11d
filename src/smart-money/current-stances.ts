import { PequodError } from '../errors.ts'
import { type Day, dayOf, MICRO, type MicroUsd, mulDivFloor, weekStart } from '../ledger/quantities.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { cohortStances, NOWHERE } from './cohort-stances.ts'
import { closeOf, type MarketsMoment } from './open-markets.ts'
import type { SmartMoneyStore } from './smart-money-store.ts'
import { divergenceOf, type SmartCohort, type Stance } from './stance.ts'

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

/** A cohort's stance in a category's markets. */
export interface CategoryStance {
  /** Null for markets without one. */
  category: string | null
  markets: number
  value: MicroUsd
  /** YES shares' fraction of all value, in millionths, floored. */
  yesShare: number
  /** The mean of the markets' divergences, unweighted, in millionths, floored. */
  divergence: number
}

/** Sums over a category's markets, the input of {@link categoryStance}. */
export interface CategorySums {
  category: string | null
  markets: number
  yesValue: MicroUsd
  value: MicroUsd
  /** Sum of the divergences in millionths. */
  divergences: number
}

/** The categories of stances, the largest value first, then by name; null last among equals. */
export function categoryStances(
  stances: readonly Pick<Stance, 'category' | 'yesValue' | 'value' | 'price'>[],
): CategoryStance[] {
  const byCategory = new Map<string | null, CategorySums>()
  for (const stance of stances) {
    const { category } = stance
    const sums = byCategory.get(category) ?? { category, markets: 0, yesValue: 0, value: 0, divergences: 0 }
    sums.markets += 1
    sums.yesValue += stance.yesValue
    sums.value += stance.value
    sums.divergences += divergenceOf(stance)
    byCategory.set(category, sums)
  }
  return inOrder([...byCategory.values()].map(categoryStance))
}

/** A category's stance from its sums; the value is above 0. */
export function categoryStance({
  category,
  markets,
  yesValue,
  value,
  divergences,
}: CategorySums): CategoryStance {
  return {
    category,
    markets,
    value,
    yesShare: mulDivFloor(yesValue, MICRO, value),
    divergence: Math.floor(divergences / markets),
  }
}

/** Sorts categories by value, the largest first. */
export function inOrder(categories: readonly CategoryStance[]): CategoryStance[] {
  return categories.toSorted((a, b) => b.value - a.value || compareNames(a.category, b.category))
}

/** Compares category names, null last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}
