import { MICRO, type MicroPrice } from '../../ledger/quantities.ts'

/** The number of equal bins in the price range. */
export const PRICE_BINS = 10

/** The bin that a price lies in, 0 to 9: .10 is in the second, and 1 in the last. */
export function priceBin(price: MicroPrice): number {
  return Math.min(PRICE_BINS - 1, Math.floor((price * PRICE_BINS) / MICRO))
}
