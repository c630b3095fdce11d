import type { ExactTotal } from './ratio-of.ts'

/** The exact sum of two exact totals, as a plain number wherever that holds it. */
export function addTotals(a: ExactTotal, b: ExactTotal): ExactTotal {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return BigInt(a) + BigInt(b)
}
