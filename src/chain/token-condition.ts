import type { ConditionId, TokenId } from '../ledger/quantities.ts'

/**
 * Structured ids of Protocol V2: 256 bits that end in the outcome's byte; the rest is the condition (31 bytes, kept
 * here as 32 with a final 00). Only tokens of the PositionManager are structured: ids of the conditional tokens are
 * hashes, and one may look the same by chance, so the emitting contract decides. Source: reference A6.
 */
const OUTCOME_BITS = 8n

/** The condition that a structured token belongs to: the token with its outcome byte zeroed. */
export function conditionOfStructuredToken(token: TokenId): ConditionId {
  const condition = (BigInt(token) >> OUTCOME_BITS) << OUTCOME_BITS
  return `0x${condition.toString(16).padStart(64, '0')}` as ConditionId
}

/** The outcome that a structured token pays for, 0 to 255; only 0 and 1 exist. */
export function outcomeOfStructuredToken(token: TokenId): number {
  return Number(BigInt.asUintN(Number(OUTCOME_BITS), BigInt(token)))
}

/** The two tokens of a Protocol V2 condition, in outcome order. */
export function structuredTokensOf(condition: ConditionId): [TokenId, TokenId] {
  const first = BigInt(condition)
  return [first.toString() as TokenId, (first + 1n).toString() as TokenId]
}
