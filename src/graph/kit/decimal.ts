import { MICRO } from '../../ledger/quantities.ts'

/**
 * An amount of millionths as the API shows it: decimal dollars or shares. The nearest double to the exact quotient,
 * which prints with at most 6 decimals below 2^33 (8.6e9), the range that a quantity can have.
 */
export function decimalOf(micro: number): number {
  return micro / MICRO
}
