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
