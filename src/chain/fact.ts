import type { Address, ConditionId, Hash } from '../ledger/quantities.ts'

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
 * A pool of the first era exists; its trades are read once it stands in the contract set, with kind POOL. Only pools
 * on the set's own collateral belong there: others count in another coin, some with 18 decimals.
 */
export interface PoolCreated {
  kind: 'POOL'
  pool: Address
  collateral: Address
  conditions: readonly ConditionId[]
}

/** What a log tells of markets without moving a position. */
export type ChainFact = (
  | ConditionPrepared
  | NegRiskMarketPrepared
  | NegRiskQuestionPrepared
  | PoolCreated
) & {
  block: number
  logIndex: number
}
