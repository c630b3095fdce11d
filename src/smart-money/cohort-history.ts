import { DAY_SECONDS, type Day, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { type CategoryStance, categoryStance, inOrder } from './category-stances.ts'
import { noWeekYet } from './current-stances.ts'
import { type Performance, performanceOf } from './performance.ts'
import { WIDE } from './signal-kind.ts'
import { gradedSignal, recordedSignal, type SignalRow } from './signal-row.ts'
import type { SmartCohort } from './smart-cohorts.ts'
import type { SmartMoneyStore } from './smart-money-store.ts'
import { type CohortWeekFacts, type WeekChanges, weekChanges } from './week-changes.ts'
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
