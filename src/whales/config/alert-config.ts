import type { AlertChannel } from '../../delivery/channel.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Address, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { QualifyingBoard } from './qualifying-board.ts'

/** The filter of the alerts that an account receives. An empty list matches everything. */
export interface AlertFilter {
  minUsd: MicroUsd
  /** Null: both. */
  side: 'BUY' | 'SELL' | null
  categories: readonly MarketCategory[]
  /** Alerts that qualify by one of these boards. */
  qualifying: readonly QualifyingBoard[]
  traders: readonly Address[]
}

export interface AlertConfig extends AlertFilter {
  accountId: number
  channels: readonly AlertChannel[]
  updatedAt: Seconds
}
