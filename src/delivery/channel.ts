import type { Seconds } from '../ledger/quantities.ts'

/** OUTBOX: the account's own page of messages, which gets a notice that no other channel takes. */
export type ChannelKind = 'WEBHOOK' | 'TELEGRAM' | 'DISCORD' | 'SLACK' | 'EMAIL' | 'PUSH' | 'OUTBOX'

/**
 * PENDING: its owner has not confirmed it yet. ACTIVE: alerts go out. PAUSED: after too many failures, or a definite
 * one, nothing is sent until the owner resumes it.
 */
export type ChannelState = 'PENDING' | 'ACTIVE' | 'PAUSED'

/** The target of alerts, as its owner writes it. */
export interface ChannelTarget {
  kind: ChannelKind
  /** A webhook's https address, also one of Discord or Slack, a Telegram chat's id, an e-mail address, or a browser's subscription as JSON. */
  target: string
}

/** The hours of each day without notifications; over midnight if they end before they begin. */
export interface QuietHours {
  /** Minutes since local midnight, 0 to 1439. */
  from: number
  /** The end, like `from` in minutes of the day; it is not equal to `from`. */
  to: number
  zone: string
}

/** When and how often a channel gets messages. */
export interface ChannelPace {
  /** The hours of each day without messages; null: none. */
  quietHours: QuietHours | null
  /** The most messages within any 24 hours, codes and tests aside; null: any number. */
  dailyLimit: number | null
}

/** One of an account's channels, as its owner sees it, without its secrets. */
export interface AlertChannel extends ChannelTarget, ChannelPace {
  /** Opaque, stable while the config keeps the same target. */
  id: string
  state: ChannelState
  /** The reason for the pause or the last failure, in one sentence; null after a success. */
  reason: string | null
  /** Consecutive failed attempts until now; 0 after a success. */
  failures: number
  /** The time when its owner confirmed it, or null. */
  confirmedAt: Seconds | null
}
