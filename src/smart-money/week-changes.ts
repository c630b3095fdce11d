import type { CategoryStance } from './category-stances.ts'

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
