import type { Address, ConditionId, TokenId } from '../ledger/quantities.ts'
import { CONTRACTS } from './contracts.ts'
import { collectionIdOf, positionIdOf } from './ids.ts'

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

/** Coins that positions of the venue are or were on: its collateral, the wrapped one, and pUSD. */
const COLLATERALS: readonly Address[] = CONTRACTS.filter(
  ({ kind, name }) => kind === 'COLLATERAL' || kind === 'WRAPPED_COLLATERAL' || name === 'pUSD',
).map(({ address }) => address)

/** Every token that derives from a two-outcome condition, on each known collateral and as a structured id, with its outcome. */
export function derivedTokensOf(condition: ConditionId): ReadonlyMap<TokenId, number> {
  const derived = new Map<TokenId, number>()
  for (const [outcome, token] of structuredTokensOf(condition).entries())
    if (conditionOfStructuredToken(token) === condition) derived.set(token, outcome)
  for (const outcome of [0, 1]) {
    const collection = collectionIdOf(condition, 1 << outcome)
    for (const collateral of COLLATERALS) derived.set(positionIdOf(collateral, collection), outcome)
  }
  return derived
}
