import { MICRO, mulDivFloor } from '../../src/ledger/quantities.ts'
import type { FeeStyle } from './market-plan.ts'

/** Hundredths of a percent: of p·(1 − p) a share in dollars, of min(p, 1 − p) a share in the first generation. */
const BASIS_POINTS = { USD: 200, SHARES: 50 }

/** The taker's fee on a fill of the given gross shares and dollars (micro), and what it is counted in. */
export function takerFee(
  style: FeeStyle,
  { side, shares, usd }: { side: 'BUY' | 'SELL'; shares: number; usd: number },
): { fee: number; feeIn: 'USD' | 'SHARES' } {
  if (style === 'NONE') return { fee: 0, feeIn: 'USD' }
  if (style === 'USD') {
    const atRisk = mulDivFloor(usd, shares - usd, shares)
    return { fee: mulDivFloor(atRisk, BASIS_POINTS.USD, 10_000), feeIn: 'USD' }
  }
  const price = mulDivFloor(usd, MICRO, shares)
  const dollars = mulDivFloor(
    mulDivFloor(Math.min(price, MICRO - price), shares, MICRO),
    BASIS_POINTS.SHARES,
    10_000,
  )
  if (side === 'SELL') return { fee: dollars, feeIn: 'USD' }
  return { fee: mulDivFloor(dollars, MICRO, Math.max(1, price)), feeIn: 'SHARES' }
}
