import type { Address, ConditionId, Hash, TokenId } from '../ledger/quantities.ts'

/** A condition that its oracle can resolve. */
export interface ConditionPrepared {
  kind: 'CONDITION'
  condition: ConditionId
  oracle: Address
  questionId: Hash
  /** Outcome slots, 2 to 256; any number but 2 means a market of the first era. */
  outcomes: number
}

/** A neg-risk market; at most one of its questions resolves to YES. */
export interface NegRiskMarketPrepared {
  kind: 'NEG_RISK_MARKET'
  market: Hash
  oracle: Address
  /** The fee of a conversion, in 1/10,000 of its amount. */
  feeBips: number
}

export interface NegRiskQuestionPrepared {
  kind: 'NEG_RISK_QUESTION'
  market: Hash
  questionId: Hash
  /** The question's number in its market, from 0 to 255. */
  index: number
  condition: ConditionId
}

/**
 * A pool of the first era; its trades are read once it is in the contract set with kind POOL. A pool on another coin
 * than the set's collateral, some with 18 decimals, is no wallet either, and its trades are not read.
 */
export interface PoolCreated {
  kind: 'POOL'
  pool: Address
  collateral: Address
  conditions: readonly ConditionId[]
}

/** Tokens of no market: minted on a stranger's coin, or nested in other positions. */
export interface StrangeTokens {
  kind: 'STRANGE_TOKENS'
  tokens: readonly TokenId[]
}

/**
 * The split, merge or redemption at this place is of shares on the plain collateral. A question of a neg-risk market
 * has its shares on the wrapped one, so there it does not count.
 */
export interface OnCollateral {
  kind: 'ON_COLLATERAL'
  condition: ConditionId
}

/** A log's statement about markets that moves no position. */
export type ChainFact = (
  | ConditionPrepared
  | NegRiskMarketPrepared
  | NegRiskQuestionPrepared
  | PoolCreated
  | StrangeTokens
  | OnCollateral
) & {
  block: number
  logIndex: number
}

/** One log of a transaction receipt, as an RPC node returns it. Hex may be in either case. */
export interface ChainLog {
  /** The contract that emitted it. */
  address: string
  /** Topic 0 is the event; the indexed arguments follow. */
  topics: readonly string[]
  /** The arguments without an index, as ABI words in hex. */
  data: string
  blockNumber: number
  logIndex: number
  transactionHash: string
  /** The block's time, in seconds since 1970-01-01 UTC. */
  blockTime: number
}
