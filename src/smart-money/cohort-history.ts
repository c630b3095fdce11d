import { DAY_SECONDS, type Day, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { type CategoryStance, categoryStance, inOrder, noWeekYet } from './current-stances.ts'
import { type Performance, performanceOf } from './performance.ts'
import { gradedSignal, recordedSignal, type SignalRow } from './signals.ts'
import type { SmartMoneyStore } from './smart-money-store.ts'
import { type SmartCohort, WIDE } from './stance.ts'
import type { WeekDivergence } from './week-series.ts'

/** A cohort's week in its history, without identities. */
export interface HistoryWeek {
  week: Day
  members: number
  categories: CategoryStance[]
  opportunities: number
  /** Null for the cohort's first week. */
  changes: WeekChanges | null
}

export interface CohortHistory {
  cohort: SmartCohort
  /** Newest first. */
  weeks: HistoryWeek[]
  /** The opportunities of those weeks, newest first. */
  signals: SignalRow[]
  /** Of all past opportunities of the cohort. */
  performance: Performance
}

/**
 * A cohort's last weeks up to a snapshot's cutoff, with each week's changes, its opportunities and their outcomes. Five statements.
 * @throws PequodError SERVICE_UNAVAILABLE before the cohort's first week is computed
 */
export async function cohortHistory(
  store: SmartMoneyStore,
  cohort: SmartCohort,
  count: number,
  { cutoff, ledgerVersion: version }: Snapshot,
): Promise<CohortHistory> {
  const upTo = cutoff.time
  const to = weekStart(Math.floor(upTo / DAY_SECONDS))
  // One week more, which the first shown week is compared with.
  const range = { cohort, from: to - 7 * count, to }
  const weeks = await store.weeks(range)
  if (weeks.length === 0) throw noWeekYet(cohort)
  const categories = Map.groupBy(await store.weekCategories(range), ({ week }) => week)
  const wide = Map.groupBy(await store.wideStances({ ...range, least: WIDE }, version), ({ week }) => week)
  const members = Map.groupBy(await store.membersByWeek(range), ({ week }) => week)
  const signals = await store.signals({ cohort, kind: 'OPPORTUNITY', from: 0, to }, version)
  const facts = new Map(
    weeks.map(({ week }) => [
      week,
      {
        members: (members.get(week) ?? []).map(({ trader }) => trader),
        categories: inOrder((categories.get(week) ?? []).map(categoryStance)),
        opportunities: wide.get(week) ?? [],
      },
    ]),
  )
  const shown = weeks.filter(({ week }) => week > range.from)
  return {
    cohort,
    weeks: shown.map(({ week }) => historyWeek(week, facts, wide.get(week - 7) ?? [])).reverse(),
    signals: signals
      .filter(({ week }) => week > range.from)
      .map((signal) => recordedSignal(signal, cohort, cutoff))
      .reverse(),
    performance: performanceOf(signals.map((signal) => gradedSignal(signal, upTo))),
  }
}

function historyWeek(
  week: Day,
  facts: ReadonlyMap<Day, CohortWeekFacts & { categories: CategoryStance[] }>,
  before: readonly WeekDivergence[],
): HistoryWeek {
  const now = facts.get(week) ?? { members: [], categories: [], opportunities: [] }
  const earlier = facts.get(week - 7)
  const resolved = new Set(
    before.filter(({ resolvedTime }) => isBefore(resolvedTime, week)).map(({ market }) => market),
  )
  return {
    week,
    members: now.members.length,
    categories: now.categories,
    opportunities: now.opportunities.length,
    changes: earlier ? weekChanges(earlier, now, (market) => resolved.has(market)) : null,
  }
}

function isBefore(time: Seconds | null, week: Day): boolean {
  return time !== null && time < week * DAY_SECONDS
}

/** An opportunity of a week: the market, and the difference between cohort and price, in millionths. */
export interface OpportunityMark {
  market: number
  divergence: number
}

/** The facts of a cohort's week that the next week is compared with. */
export interface CohortWeekFacts {
  members: readonly number[]
  categories: readonly CategoryStance[]
  opportunities: readonly OpportunityMark[]
}

/** A category's change; a week in which it had no market counts as null. */
export interface CategoryShift {
  category: string | null
  /** Change of the YES fraction in millionths; null if one of the weeks lacks the category. */
  yesShare: number | null
  /** Change of the mean divergence in millionths; null as above. */
  divergence: number | null
}

/** The differences between two consecutive weeks. */
export interface WeekChanges {
  membersIn: number
  membersOut: number
  categories: CategoryShift[]
  opportunities: {
    /** Opportunities without one for the same side the week before. */
    fresh: number
    /** For the same side, with a divergence further from 0, nearer to it, and equally far. */
    grown: number
    shrunk: number
    same: number
    /** Ended, with the market not resolved. */
    gone: number
    /** Ended because the market has resolved. */
    resolved: number
  }
}

/**
 * The differences between a week and the next.
 * @param isResolved tells whether a market had resolved by the later week's start
 */
export function weekChanges(
  before: CohortWeekFacts,
  now: CohortWeekFacts,
  isResolved: (market: number) => boolean,
): WeekChanges {
  return {
    membersIn: countMissing(now.members, before.members),
    membersOut: countMissing(before.members, now.members),
    categories: categoryShifts(before.categories, now.categories),
    opportunities: opportunityChanges(before.opportunities, now.opportunities, isResolved),
  }
}

function countMissing(list: readonly number[], other: readonly number[]): number {
  const there = new Set(other)
  return list.filter((item) => !there.has(item)).length
}

/** The later week's categories in their order, then the ones that it no longer has. */
function categoryShifts(before: readonly CategoryStance[], now: readonly CategoryStance[]): CategoryShift[] {
  const earlier = new Map(before.map((stance) => [stance.category, stance]))
  const later = new Set(now.map(({ category }) => category))
  const lost = before.filter(({ category }) => !later.has(category))
  return [
    ...now.map((stance) => {
      const old = earlier.get(stance.category)
      return {
        category: stance.category,
        yesShare: old ? stance.yesShare - old.yesShare : null,
        divergence: old ? stance.divergence - old.divergence : null,
      }
    }),
    ...lost.map(({ category }) => ({ category, yesShare: null, divergence: null })),
  ]
}

function opportunityChanges(
  before: readonly OpportunityMark[],
  now: readonly OpportunityMark[],
  isResolved: (market: number) => boolean,
): WeekChanges['opportunities'] {
  const earlier = new Map(before.map((mark) => [mark.market, mark.divergence]))
  const later = new Set(now.map(({ market }) => market))
  const counts = { fresh: 0, grown: 0, shrunk: 0, same: 0, gone: 0, resolved: 0 }
  for (const { market, divergence } of now) counts[changeOf(earlier.get(market) ?? 0, divergence)] += 1
  for (const { market } of before) {
    if (!later.has(market)) counts[isResolved(market) ? 'resolved' : 'gone'] += 1
  }
  return counts
}

function changeOf(before: number, now: number): 'fresh' | 'grown' | 'shrunk' | 'same' {
  if (Math.sign(before) !== Math.sign(now)) return 'fresh'
  const growth = Math.abs(now) - Math.abs(before)
  return growth > 0 ? 'grown' : growth < 0 ? 'shrunk' : 'same'
}
