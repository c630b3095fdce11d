import type { CategoryStance } from './category-stances.ts'

/** An opportunity as a week had it: which market, and by how much cohort and price differed, in millionths. */
export interface OpportunityMark {
  market: number
  divergence: number
}

/** One week of a cohort, as far as the week after is compared with it. */
export interface CohortWeekFacts {
  members: readonly number[]
  categories: readonly CategoryStance[]
  opportunities: readonly OpportunityMark[]
}

/** A category's change; a week in which it had no market counts as null. */
export interface CategoryShift {
  category: string | null
  /** Change of the YES part in millionths; null if one of the weeks lacks the category. */
  yesShare: number | null
  /** Change of the mean divergence in millionths; null as above. */
  divergence: number | null
}

/** What changed from one week to the next. */
export interface WeekChanges {
  membersIn: number
  membersOut: number
  categories: CategoryShift[]
  opportunities: {
    /** None the week before, or one for the other side. */
    fresh: number
    /** For the same side, with a divergence further from 0, nearer to it, and as far. */
    grown: number
    shrunk: number
    same: number
    /** No more, with the market not resolved. */
    gone: number
    /** No more, because the market has resolved. */
    resolved: number
  }
}

/**
 * The differences from a week to the one after it.
 * @param isResolved whether a market's outcome was known at the later week's start
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

/** How many of a list are not in the other. */
function countMissing(list: readonly number[], other: readonly number[]): number {
  const there = new Set(other)
  return list.filter((item) => !there.has(item)).length
}

/** Of the later week's categories in their order, then of those that are no more. */
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
