import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'

export type PositionResult = 'WON' | 'LOST' | 'MIXED' | 'SOLD' | 'MERGED' | 'MOVED'

/** A trader's holding of a token and its flows, at a day's close or the snapshot's place. */
export interface TraderPosition {
  token: number
  /** Shares are held whose outcome is not known. */
  isOpen: boolean
  /** Null while open. */
  result: PositionResult | null
  /** The day of the first event. */
  openedOn: Day
  /** The day when it was decided; null while open. */
  closedOn: Day | null
  /** The day of the last event. */
  lastDay: Day
  shares: MicroShares
  /** Of the shares held. */
  cost: MicroUsd
  /** Null if unknown. */
  price: MicroPrice | null
  /** At cost where the price is not known. */
  value: MicroUsd
  realized: MicroUsd
  unrealized: MicroUsd
  /** Cost of buys and splits. */
  bought: MicroUsd
  fees: MicroUsd
  volume: MicroUsd
  fills: number
  untracked: MicroShares
  /** Profit by the official rule. */
  official: MicroUsd
}
