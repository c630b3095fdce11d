import { divergenceOf, type Side, type Stance, yesShareOf } from './stance.ts'

/** What a stance can be a signal of. */
export const SIGNAL_KINDS = ['OPPORTUNITY', 'CONSENSUS', 'HIGHLIGHT'] as const

/** One of {@link SIGNAL_KINDS}. */
export type SignalKind = (typeof SIGNAL_KINDS)[number]

/** From this divergence on, in millionths, cohort and price disagree. */
export const WIDE = 150_000
/** From these parts of YES on, in millionths, the cohort is of one mind. */
const ONE_MIND = { yes: 800_000, no: 200_000 }

/**
 * What a stance says (methodology §9): an opportunity where cohort and price disagree, a consensus where the cohort is
 * of one mind and the price agrees, null if it is neither. Which stance is the week's highlight is another question.
 */
export function signalKind(stance: Stance): Exclude<SignalKind, 'HIGHLIGHT'> | null {
  if (Math.abs(divergenceOf(stance)) >= WIDE) return 'OPPORTUNITY'
  const yesShare = yesShareOf(stance)
  return yesShare >= ONE_MIND.yes || yesShare <= ONE_MIND.no ? 'CONSENSUS' : null
}

/**
 * The side that a signal is for: of a consensus that which the cohort holds, of the others that of which it holds more
 * than the price says. A share of that side always costs something.
 */
export function signalSide(kind: SignalKind, stance: Stance): Side {
  if (kind === 'CONSENSUS') return yesShareOf(stance) >= ONE_MIND.yes ? 'YES' : 'NO'
  return divergenceOf(stance) > 0 ? 'YES' : 'NO'
}
