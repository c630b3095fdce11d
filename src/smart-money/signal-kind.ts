import { divergenceOf, type Side, type Stance, yesShareOf } from './stance.ts'

export const SIGNAL_KINDS = ['OPPORTUNITY', 'CONSENSUS', 'HIGHLIGHT'] as const

export type SignalKind = (typeof SIGNAL_KINDS)[number]

/** From this |divergence| on, in millionths, cohort and price disagree. */
export const WIDE = 150_000
/** Beyond these fractions of YES, in millionths, the cohort agrees on one side. */
const ONE_MIND = { yes: 800_000, no: 200_000 }

/**
 * The kind of a stance (methodology §9): an opportunity where cohort and price disagree, a consensus where the cohort
 * agrees on the side that the price favors, null for neither. `highlightOf` chooses the week's highlight.
 */
export function signalKind(stance: Stance): Exclude<SignalKind, 'HIGHLIGHT'> | null {
  if (Math.abs(divergenceOf(stance)) >= WIDE) return 'OPPORTUNITY'
  const yesShare = yesShareOf(stance)
  return yesShare >= ONE_MIND.yes || yesShare <= ONE_MIND.no ? 'CONSENSUS' : null
}

/**
 * The side of a signal: for a consensus the side that the cohort holds, otherwise the side that it holds more of than
 * the price implies. A share of that side always has a price above 0.
 */
export function signalSide(kind: SignalKind, stance: Stance): Side {
  if (kind === 'CONSENSUS') return yesShareOf(stance) >= ONE_MIND.yes ? 'YES' : 'NO'
  return divergenceOf(stance) > 0 ? 'YES' : 'NO'
}
