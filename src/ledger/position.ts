import type { MicroShares, MicroUsd } from './quantities.ts'

/**
 * One trader's holding of one token, and its flows. `shares` and `cost` are the holding; every other field is a flow
 * since the last {@link resetFlows}. All are safe integers, and a holding of no shares has no cost.
 */
export interface Position {
  /** Shares held, ≥ 0, all with a known cost. */
  shares: MicroShares
  /** Cost basis of the shares held; a conversion can make it negative. */
  cost: MicroUsd
  /** Fixed profit (or loss, negative): by selling, merging, redeeming, or the resolution. */
  realized: MicroUsd
  /** Cost of BUYs and SPLITs, fees included. */
  bought: MicroUsd
  /** Shares that came in by BUYs, less fees in shares. */
  buyShares: MicroShares
  /** The part of `bought` from SPLITs, and its shares. */
  splitCost: MicroUsd
  splitShares: MicroShares
  /** Proceeds of SELLs, MERGEs and REDEEMs, less fees, for shares with a known cost. */
  sold: MicroUsd
  /** Trading fees of fills; a fee taken in shares counts at the fill's own price. */
  fees: MicroUsd
  /** Gross dollars of fills. */
  volume: MicroUsd
  /** Gross shares of fills. */
  traded: MicroShares
  fills: number
  /** Number of fills in which the owner's order rested on the book. */
  makerFills: number
  /** Number of fills that bought. */
  buys: number
  /**
   * Shares that moved without a known cost, counted at each movement in or out: the ledger has not seen their origin.
   * They are never in `shares` and never make a profit; above 0 the trader's coverage is PARTIAL.
   */
  untracked: MicroShares
}

/** A position before its first event. */
export function emptyPosition(): Position {
  return {
    shares: 0,
    cost: 0,
    realized: 0,
    bought: 0,
    buyShares: 0,
    splitCost: 0,
    splitShares: 0,
    sold: 0,
    fees: 0,
    volume: 0,
    traded: 0,
    fills: 0,
    makerFills: 0,
    buys: 0,
    untracked: 0,
  }
}

/** Starts a new period: every flow and count returns to 0, the holding (`shares`, `cost`) stays. */
export function resetFlows(position: Position): void {
  position.realized = 0
  position.bought = 0
  position.buyShares = 0
  position.splitCost = 0
  position.splitShares = 0
  position.sold = 0
  position.fees = 0
  position.volume = 0
  position.traded = 0
  position.fills = 0
  position.makerFills = 0
  position.buys = 0
  position.untracked = 0
}
