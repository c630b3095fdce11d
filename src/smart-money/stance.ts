import { type ConditionId, MICRO, type MicroPrice, type MicroUsd, mulDivFloor } from '../ledger/quantities.ts'

/**
 * A cohort's stance in one open market of two outcomes, YES being the first of them. Markets with more outcomes have
 * no YES and are left out; each question of a neg-risk group is a market of its own.
 */
export interface Stance {
  /** The condition's id in the store. */
  market: number
  condition: ConditionId
  /** The market's category when this was computed, or null. */
  category: string | null
  /** Members that hold shares worth something. */
  members: number
  /** The marked value of their YES shares. */
  yesValue: MicroUsd
  /** The marked value of all their shares, above 0. */
  value: MicroUsd
  /** What a YES share costs. */
  price: MicroPrice
}

/** A side of a two-outcome market. */
export type Side = 'YES' | 'NO'

/** The YES shares' part of the value, in millionths from 0 to 1,000,000, floored: every rule reads it as it is here. */
export function yesShareOf({ yesValue, value }: Pick<Stance, 'yesValue' | 'value'>): number {
  return mulDivFloor(yesValue, MICRO, value)
}

/** How much more of YES the cohort holds than the market's price says, in millionths from −1,000,000 to 1,000,000. */
export function divergenceOf(stance: Pick<Stance, 'yesValue' | 'value' | 'price'>): number {
  return yesShareOf(stance) - stance.price
}
