import { type MicroShares, type MicroUsd, mulDivFloor } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { roi } from '../profit/results.ts'
import type { ExactTotal } from '../running-sum.ts'

/** The fewest decided units that a board entry rests on. */
/** The fewest decided units that give a score. */
export const MINIMUM_UNITS = 20

export const COPYABLE = {
  id: 'copyable',
  title: 'Copyability',
  formula:
    'Return on investment replayed with buys at min(1, 1.02 · price) and sells at 0.98 · price, times the share of buys among fills. The replayed cost moves with transferred shares.',
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: { count: MINIMUM_UNITS, of: 'decided units' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'the trader is a bot, has no profit, or buys are under 60% of fills',
  source: 'methodology §7',
} as const satisfies MetricDefinition

/** A fill, as far as it decides how much worse a follower does. */
export interface CopiedFill {
  readonly side: 'BUY' | 'SELL'
  /** Gross shares. */
  readonly shares: MicroShares
  /** Gross dollars. */
  readonly usd: MicroUsd
}

/**
 * Micro-dollars, 0 or more, that a follower pays above (BUY) or gets below (SELL) the trader's own price in one
 * fill: 2% of the dollars, rounded up, and on a BUY never more than brings the price to 1.
 */
export function copySlippage({ side, shares, usd }: CopiedFill): MicroUsd {
  const slippage = -mulDivFloor(-usd, 2, 100)
  return side === 'SELL' ? slippage : Math.min(slippage, Math.max(0, shares - usd))
}

/** A trader's record over the whole ledger. */
export interface CopiedRecord {
  /** Marked profit, in micro-dollars. */
  readonly pnl: ExactTotal
  /** Cost of BUYs and SPLITs, in micro-dollars. */
  readonly bought: ExactTotal
  /** Σ {@link copySlippage} of the BUYs. */
  readonly buySlippage: ExactTotal
  /** Σ {@link copySlippage} of the SELLs, of the shares that the ledger has seen come in. */
  readonly sellSlippage: ExactTotal
  /** Slippage of others that came with shares transferred in, less what left with shares transferred out or lost. */
  readonly movedSlippage: ExactTotal
  readonly buys: number
  readonly fills: number
  readonly decidedUnits: number
  readonly isBot: boolean
}

/**
 * Returns the follower's return times the share of BUYs, for the period `all`. Profit over a whole life is
 * cash out plus value less cash in on any cost basis, except for basis that a transfer brings or takes. So
 * the replay subtracts the slippage from the profit, less the part that left with transferred shares, and
 * adds that of the buys to the investment; marks and payouts do not change. Null for a bot, under 20 decided
 * units, with a profit of 0 or less, and with BUYs under 60% of fills.
 */
export function copyable(record: CopiedRecord): number | null {
  if (record.pnl <= 0 || !couldBeCopied(record)) return null
  const buySlippage = BigInt(record.buySlippage)
  const pnl = BigInt(record.pnl) - buySlippage - BigInt(record.sellSlippage) - BigInt(record.movedSlippage)
  const replayed = roi(pnl, 0, BigInt(record.bought) + buySlippage)
  return replayed === null ? null : replayed * (record.buys / record.fills)
}

/** Returns whether a trader is eligible as soon as there is a profit, which a price alone can cause. */
export function couldBeCopied(record: CopiedRecord): boolean {
  const { buys, fills } = record
  // The most expensive fields are read last: a record may compute them lazily.
  return fills > 0 && buys * 10 >= fills * 6 && record.decidedUnits >= MINIMUM_UNITS && !record.isBot
}
