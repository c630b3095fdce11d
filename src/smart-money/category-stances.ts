import { MICRO, type MicroUsd, mulDivFloor } from '../ledger/quantities.ts'
import { divergenceOf, type Stance } from './stance.ts'

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
