import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Address, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { QualifyingBoard } from './qualifying-board.ts'

/** How a subscriber is reached. */
export type ChannelKind = 'WEBHOOK' | 'TELEGRAM' | 'DISCORD' | 'SLACK' | 'EMAIL'

/**
 * PENDING: its owner has not shown yet that it is theirs. ACTIVE: alerts go out. PAUSED: it failed for so long, or so
 * plainly, that nothing is sent until it is resumed.
 */
export type ChannelState = 'PENDING' | 'ACTIVE' | 'PAUSED'

/** Which alerts an account wants to receive. An empty list means any. */
export interface AlertFilter {
  minUsd: MicroUsd
  /** Null: both. */
  side: 'BUY' | 'SELL' | null
  categories: readonly MarketCategory[]
  /** Alerts that qualify by one of these boards. */
  qualifying: readonly QualifyingBoard[]
  traders: readonly Address[]
}

/** Where alerts are to go, as its owner writes it. */
export interface ChannelTarget {
  kind: ChannelKind
  /** A webhook's https address, also one of Discord or Slack, a Telegram chat's id, or an e-mail address. */
  target: string
}

/** One of an account's channels, as its owner sees it; secrets are not in it. */
export interface AlertChannel extends ChannelTarget {
  /** Opaque, stable while the config keeps the same target. */
  id: string
  state: ChannelState
  /** Why it is paused, or why the last attempt failed, in one sentence; null while all is well. */
  reason: string | null
  /** Attempts that failed one after the other until now; 0 after a success. */
  failures: number
  /** When its owner showed that it is theirs; null: not yet. */
  confirmedAt: Seconds | null
}

/** An account's notification config. */
export interface AlertConfig extends AlertFilter {
  accountId: number
  channels: readonly AlertChannel[]
  updatedAt: Seconds
}
