import { MICRO } from '../../ledger/quantities.ts'

/**
 * An amount of millionths as the API shows it: decimal dollars or shares. The nearest double to the exact quotient,
 * which prints with at most 6 decimals below 2^33 (8.6e9), the range that a quantity can have.
 */
export function decimalOf(micro: number): number {
  return micro / MICRO
}

/** The fewest whole millionths that are an amount in dollars or shares, or more. */
export function leastMicro(amount: number): number {
  const nearest = Math.round(amount * MICRO)
  return nearest / MICRO < amount ? nearest + 1 : nearest
}

/** The most whole millionths that are an amount in dollars or shares, or less. */
export function mostMicro(amount: number): number {
  return -leastMicro(-amount)
}
