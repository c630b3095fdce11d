import type { Address, MicroUsd, Seconds } from '../../ledger/quantities.ts'

/** A copy that a registered rule bought, or a part of one that was sold or paid out. */
export interface RuleDeed {
  did: 'BOUGHT' | 'SOLD' | 'PAID'
  /** The copied trader. */
  trader: Address
  /** Null while unknown. */
  question: string | null
  outcome: string | null
  /** Dollars that it cost or brought, fees included. */
  usd: MicroUsd
}

/** The message to a follower of a registered rule: what its record got with a snapshot, or within a day. */
export interface RuleNotice {
  /** Unique by rule, span and snapshot, and never changed. */
  id: string
  time: Seconds
  /** The rule's id. */
  rule: string
  title: string
  /** The UTC day that it sums up; null for the news of a snapshot. */
  day: string | null
  /** Copies that bought anything, their dollars, and those that bought nothing. */
  bought: number
  staked: MicroUsd
  missed: number
  /** Parts of copies that were sold or paid out, and the dollars that they brought. */
  closed: number
  received: MicroUsd
  /** Entries that no longer count. */
  corrected: number
  /** The net result since the registration; null for the news of a snapshot. */
  net: MicroUsd | null
  /** Whether the rule ended. */
  hasEnded: boolean
  /** The first of them, without those of wallets that opted out. */
  deeds: readonly RuleDeed[]
}
