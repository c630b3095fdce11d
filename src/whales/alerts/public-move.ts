import { MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import type { AlertView } from './alert-view.ts'

/**
 * An alert's move in dollars by what everybody sees of it: (price now − price) · side · usd ÷ price. Null where the
 * market or the price is withheld, or the price is rounded to nothing. The exact move would reveal the exact fill, and so would a place in an
 * order by it.
 */
export function publicMove(
  { market, price, usd, direction }: AlertView,
  priceNow: MicroPrice | null,
): number | null {
  if (market === null || price === null || price === 0 || priceNow === null) return null
  const gain = Math.round(((priceNow / MICRO - price) * usd * 100) / price) / 100
  return direction === 'BUY' ? gain : -gain
}
