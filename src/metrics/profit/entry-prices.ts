import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, ratioOf, totalOf } from '../running-sum.ts'

export const ENTRY_PRICES = {
  id: 'entryPrices',
  title: 'Entry prices',
  formula:
    'Share of the dollars of buys, fees in dollars included, that was paid in each of ten bins of the price before the fee.',
  unit: 'series',
  range: '10 fractions that add up to 1, the cheapest bin first',
  minimumSample: { count: 1, of: 'buys' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader bought nothing',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/**
 * Returns each bin's part of all dollars, 0 to 1, from the dollars of buys by price bin; null without a
 * dollar.
 */
export function entryPrices(usdByBin: readonly MicroUsd[]): number[] | null {
  const sum = emptySum()
  for (const usd of usdByBin) addTo(sum, usd)
  const total = totalOf(sum)
  return total <= 0n ? null : usdByBin.map((usd) => ratioOf(usd, total) ?? 0)
}
