import type { Day } from '../../ledger/quantities.ts'
import { type Marks, markAt } from '../inputs/marks.ts'

/** Marks an unknown price. */
export const UNKNOWN = -1

/** Every token's price at a day's close, by its id. */
export function closingPrices(marks: Marks, day: Day): Int32Array {
  const prices = new Int32Array(marks.condition.length)
  for (let token = 0; token < prices.length; token++) prices[token] = markAt(marks, token, day) ?? UNKNOWN
  return prices
}
