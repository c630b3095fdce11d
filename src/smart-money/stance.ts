import { COHORT_SIZE } from '../cohorts/cohorts.ts'
import { type ConditionId, MICRO, type MicroPrice, type MicroUsd, mulDivFloor } from '../ledger/quantities.ts'

/**
 * A cohort's stance in one open market of two outcomes; YES is the first of them. Markets with more outcomes have no
 * YES and are excluded; each question of a neg-risk group is a market of its own.
 */
export interface Stance {
  /** The condition's id in the store. */
  market: number
  condition: ConditionId
  /** Null for markets without one when this was computed. */
  category: string | null
  /** Members that hold shares of some value. */
  members: number
  /** The marked value of their YES shares. */
  yesValue: MicroUsd
  /** The marked value of all their shares, above 0. */
  value: MicroUsd
  /** The price of a YES share. */
  price: MicroPrice
}

export type Side = 'YES' | 'NO'

/**
 * The YES shares' fraction of the value, in millionths from 0 to 1,000,000, floored: every rule reads the floored
 * value.
 */
export function yesShareOf({ yesValue, value }: Pick<Stance, 'yesValue' | 'value'>): number {
  return mulDivFloor(yesValue, MICRO, value)
}

/**
 * The YES fraction that the cohort holds, less the one that the price implies, in millionths from −1,000,000 to
 * 1,000,000.
 */
export function divergenceOf(stance: Pick<Stance, 'yesValue' | 'value' | 'price'>): number {
  return yesShareOf(stance) - stance.price
}

const SIGNAL_KINDS = ['OPPORTUNITY', 'CONSENSUS', 'HIGHLIGHT'] as const

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

export const MOST_MEMBERS = COHORT_SIZE

/** The cohorts of smart money (methodology §9): their names in GraphQL, on the wire and in the store. */
export const SMART_COHORTS = [
  { name: 'TOP_PNL', wire: 'top-pnl', says: 'The top 100 of the leaderboard pnl-all.' },
  {
    name: 'MOST_CONSISTENT',
    wire: 'most-consistent',
    says: 'The top 100 of the leaderboard consistent-all.',
  },
  {
    name: 'HIGH_CONVICTION',
    wire: 'high-conviction',
    says: 'The 100 most profitable traders who hold at least 80% of the shares they buy to resolution, with at least 80% of fills BUYs and at least 10 decided units.',
  },
] as const

export type SmartCohort = (typeof SMART_COHORTS)[number]['wire']
