import { MICRO, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import {
  addProductTo,
  addTo,
  type ExactTotal,
  emptySum,
  exactTotal,
  type RunningSum,
  ratioOf,
  totalOf,
} from '../running-sum.ts'
import { type Interval, wilsonInterval } from './edge.ts'

/** The number of equal bins in the price range. */
export const PRICE_BINS = 10

/** The bin that a price lies in, 0 to 9: .10 is in the second, and 1 in the last. */
export function priceBin(price: MicroPrice): number {
  return Math.min(PRICE_BINS - 1, Math.floor((price * PRICE_BINS) / MICRO))
}

export const CALIBRATION = {
  id: 'calibration',
  title: 'Calibration',
  formula:
    'Buys of resolved tokens, one per token, in ten bins of the price paid with fees: mean price against mean payout, both weighted by cost, with the count and a Wilson 95% interval at the effective sample size (Σcost)² ÷ Σcost².',
  unit: 'series',
  range: '10 bins; rates 0 to 1',
  minimumSample: { count: 1, of: 'buys in a bin' },
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §5',
} as const satisfies MetricDefinition

/** A buy whose token is resolved. All buys of one token share its outcome: merge them into one for honest intervals. */
export interface CalibratedBuy {
  /** Price paid per share. */
  readonly price: MicroPrice
  /** Dollars paid. A buy that cost nothing does not count. */
  readonly cost: MicroUsd
  /** The payout of a share: 0 for a loser, 1,000,000 for a winner. */
  readonly payout: MicroPrice
}

/** One tenth of the price range. */
export interface CalibrationBin {
  /** The bin's lower bound; it ends before the next bin's, and the last bin includes 1. */
  readonly from: number
  readonly count: number
  /** Mean price paid, weighted by cost; null in an empty bin. */
  readonly meanPrice: number | null
  /** Mean payout, weighted by cost: the share of money that won; null in an empty bin. */
  readonly outcomeRate: number | null
  /**
   * Effective sample size (Σcost)² ÷ Σcost²: the number of buys of equal size with the same information; null
   * in an empty bin.
   */
  readonly effective: number | null
  /** Wilson 95% interval of the outcome rate at the effective sample size; null in an empty bin. */
  readonly interval: Interval | null
}

interface BinSums {
  count: number
  cost: RunningSum
  costSquared: RunningSum
  priced: RunningSum
  paidOut: RunningSum
}

/**
 * Always ten bins, in order of price. Sums are exact, so the order of the buys does not matter. With equal costs the
 * interval is Wilson's of winners among buys; where one buy outweighs the rest it widens as it should.
 */
export function calibration(buys: Iterable<CalibratedBuy>): CalibrationBin[] {
  const filled = new Map<number, BinSums>()
  for (const buy of buys) {
    if (!(buy.cost > 0)) continue
    const index = priceBin(buy.price)
    const bin = filled.get(index) ?? emptyBin()
    filled.set(index, bin)
    addBuy(bin, buy)
  }
  return EMPTY_BINS.map((empty, index) => {
    const bin = filled.get(index)
    return bin ? describeBin(bin, index) : empty
  })
}

function emptyBin(): BinSums {
  return { count: 0, cost: emptySum(), costSquared: emptySum(), priced: emptySum(), paidOut: emptySum() }
}

function addBuy(bin: BinSums, { price, cost, payout }: CalibratedBuy): void {
  bin.count += 1
  addTo(bin.cost, cost)
  addProductTo(bin.costSquared, cost, cost)
  addProductTo(bin.priced, cost, price)
  addProductTo(bin.paidOut, cost, payout)
}

function describeBin(bin: BinSums, index: number): CalibrationBin {
  const cost = exactTotal(bin.cost)
  const weight = Number(cost) * MICRO
  return calibrationBin(index, {
    count: bin.count,
    meanPrice: Number(exactTotal(bin.priced)) / weight,
    outcomeRate: Number(exactTotal(bin.paidOut)) / weight,
    effective: squareOf(cost) / Number(exactTotal(bin.costSquared)),
  })
}

/** The double nearest to the square. */
function squareOf(total: ExactTotal): number {
  return typeof total === 'number' ? total * total : Number(total * total)
}

/** The figures of a bin with at least one buy. */
export interface FilledBin {
  readonly count: number
  readonly meanPrice: number
  readonly outcomeRate: number
  readonly effective: number
}

/** The bin of this index, 0 to 9, with its interval; an empty one for null. */
function calibrationBin(index: number, filled: FilledBin | null): CalibrationBin {
  const from = index / PRICE_BINS
  if (filled === null)
    return { from, count: 0, meanPrice: null, outcomeRate: null, effective: null, interval: null }
  const { outcomeRate, effective } = filled
  return { from, ...filled, interval: wilsonInterval(outcomeRate * effective, effective) }
}

/** The same for all: most bins of most traders are empty. */
const EMPTY_BINS: readonly CalibrationBin[] = Array.from({ length: PRICE_BINS }, (_, index) =>
  calibrationBin(index, null),
)

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
