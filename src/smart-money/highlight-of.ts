import { MICRO } from '../ledger/quantities.ts'
import { divergenceOf, type Stance } from './stance.ts'

/**
 * The stance that says most: the largest |divergence| · log10(value in dollars) · √members. Of equals the one with the
 * larger value, then the one that comes first in the list, which is in the order of the conditions. Null if no stance differs from its price.
 */
export function highlightOf(stances: readonly Stance[]): Stance | null {
  let best: { stance: Stance; score: number } | null = null
  for (const stance of stances) {
    const score = scoreOf(stance)
    if (score <= 0) continue
    const isBetter = best === null || score > best.score
    const isLarger = best !== null && score === best.score && stance.value > best.stance.value
    if (isBetter || isLarger) best = { stance, score }
  }
  return best?.stance ?? null
}

function scoreOf(stance: Stance): number {
  const dollars = stance.value / MICRO
  return (Math.abs(divergenceOf(stance)) / MICRO) * Math.log10(dollars) * Math.sqrt(stance.members)
}
