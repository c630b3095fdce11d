import type { Address, ConditionId, Hash, TokenId } from '../ledger/quantities.ts'

/** A condition exists: it can be resolved by its oracle. */
export interface ConditionPrepared {
  kind: 'CONDITION'
  condition: ConditionId
  oracle: Address
  questionId: Hash
  /** Outcome slots, 2 to 256; whatever is not 2 is a market of the first era. */
  outcomes: number
}

/** A neg-risk market exists: of its questions at most one resolves to YES. */
export interface NegRiskMarketPrepared {
  kind: 'NEG_RISK_MARKET'
  market: Hash
  oracle: Address
  /** What a conversion costs, in 1/10,000 of its amount. */
  feeBips: number
}

/** A neg-risk market has one more question. */
export interface NegRiskQuestionPrepared {
  kind: 'NEG_RISK_QUESTION'
  market: Hash
  questionId: Hash
  /** The question's number in its market, from 0 to 255. */
  index: number
  condition: ConditionId
}

/**
 * A pool of the first era exists; its trades are read once it is in the contract set with kind POOL. Pools on another
 * coin than the set's collateral, some with 18 decimals, are no wallets either, and their trades are not read.
 */
export interface PoolCreated {
  kind: 'POOL'
  pool: Address
  collateral: Address
  conditions: readonly ConditionId[]
}

/** Tokens that are no market's: minted on a coin of a stranger's, or nested in other positions. */
export interface StrangeTokens {
  kind: 'STRANGE_TOKENS'
  tokens: readonly TokenId[]
}

/**
 * The split, merge or redemption of this place is of shares on the plain collateral. A question of a neg-risk market has
 * its shares on the wrapped one, so there it is none of the market's.
 */
export interface OnCollateral {
  kind: 'ON_COLLATERAL'
  condition: ConditionId
}

/** What a log states about markets without moving a position. */
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
