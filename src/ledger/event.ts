import type { MarketCategory } from './market-category.ts'
import type { Address, ConditionId, Hash, MicroShares, MicroUsd, Seconds, TokenId } from './quantities.ts'

/**
 * The place of an event. A chain event has a block and a log index; a row of the Data API has neither, is placed by its
 * time, and is identified by `row`.
 */
export interface EventPlace {
  /** The block, or null for a row of the Data API. */
  block: number | null
  /** The log's index in its block, or null for a row of the Data API. */
  logIndex: number | null
  /** The transaction, or null if the source does not name it (some CSV exports). */
  tx: Hash | null
  /** The block's time. */
  time: Seconds
  /** Data API rows only: 32 hex digits that identify the row, so that it counts once. */
  row?: string
  /** One log that moves several tokens: this movement's number within it. @default 0 */
  item?: number
}

/** One order's fill, from the view of the order's wallet. */
export interface Fill extends EventPlace {
  kind: 'FILL'
  /** The exchange contract; null from the Data API. */
  exchange: Address | null
  owner: Address
  /** The event's `taker` field; null from the Data API. */
  counterparty: Address | null
  /** TAKER if the owner's order crossed the book; null if the source does not say. */
  role: 'MAKER' | 'TAKER' | null
  side: 'BUY' | 'SELL'
  token: TokenId
  /** Gross shares, before a fee that is taken in shares. */
  shares: MicroShares
  /** Gross dollars, before fees. */
  usd: MicroUsd
  fee: number
  /** The fee's unit: a V1 BUY pays it in shares. */
  feeIn: 'USD' | 'SHARES'
  orderHash: Hash | null
}

/** Collateral becomes one share of each outcome (SPLIT), or the reverse (MERGE). */
export interface SplitOrMerge extends EventPlace {
  kind: 'SPLIT' | 'MERGE'
  owner: Address
  condition: ConditionId
  /** Sets of shares: shares of each outcome, and dollars of collateral. */
  amount: MicroShares
}

/** Neg-risk: NO shares of k questions become YES shares of the others and (k − 1) · amount dollars. */
export interface Convert extends EventPlace {
  kind: 'CONVERT'
  owner: Address
  market: Hash
  /** Bit i set: the NO of question i is converted. A decimal string, up to 256 bits. */
  indexSet: string
  amount: MicroShares
  feeBips: number
}

export interface Resolve extends EventPlace {
  kind: 'RESOLVE'
  condition: ConditionId
  /** Payout numerators by outcome, decimal strings; their sum is the denominator. */
  payouts: readonly string[]
}

/** Settled shares are paid out. */
export interface Redeem extends EventPlace {
  kind: 'REDEEM'
  owner: Address
  condition: ConditionId
  /** Redeemed shares of each outcome, or null for the whole holding. */
  amounts: readonly MicroShares[] | null
  payout: MicroUsd
}

/** Shares move between two wallets. */
export interface Transfer extends EventPlace {
  kind: 'TRANSFER'
  from: Address
  to: Address
  token: TokenId
  amount: MicroShares
}

/** Money from other sources than trading: rewards and rebates. */
export interface Income extends EventPlace {
  kind: 'INCOME'
  owner: Address
  amount: MicroUsd
  /** The Data API's type: MAKER_REBATE, TAKER_REBATE, REWARD, REFERRAL_REWARD or YIELD. */
  reason: string
}

/** A market's metadata, not a ledger event; a later one replaces an earlier one. */
export interface MarketInfo {
  kind: 'MARKET'
  condition: ConditionId
  /** Outcome tokens in outcome order; empty if unknown. */
  tokens: readonly TokenId[]
  outcomes: readonly string[]
  question: string | null
  slug: string | null
  category: MarketCategory | null
  tags: readonly string[]
  event: { id: string; title: string | null; slug: string | null } | null
  negRisk: NegRiskQuestion | null
  /** The time when its source created it, if known. */
  createdAt?: Seconds
  /** Its scheduled end, if known. */
  endsAt?: Seconds
}

/** A condition as a question of a neg-risk market. */
export interface NegRiskQuestion {
  market: Hash
  /** The question's number in its market, from 0. */
  index: number
  /** The number of the market's questions; null if unknown. */
  questions: number | null
  /** The log that prepared the question, if known; an earlier conversion excludes it. */
  prepared?: { block: number; logIndex: number }
}

/** A trader's own profile: metadata; fields that are null keep the stored value. */
export interface TraderInfo {
  kind: 'TRADER'
  address: Address
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: boolean | null
  bio: string | null
}

/** Everything that moves a position or pays income. Append-only, unique by (tx, logIndex, item). */
export type LedgerEvent = Fill | SplitOrMerge | Convert | Resolve | Redeem | Transfer | Income
export type SourceRecord = LedgerEvent | MarketInfo | TraderInfo
