import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address, ConditionId, Hash, TokenId } from '../ledger/quantities.ts'
import { CONTRACTS, POLYGON } from './contracts.ts'

/** The prime of the curve alt_bn128, which holds the collection ids. */
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n
/** The curve is y² = x³ + 3. */
const B = 3n
const BIT_254 = 1n << 254n

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const hash = (hexWithoutPrefix: string): Hash => keccak256(Buffer.from(hexWithoutPrefix, 'hex'))
const bare = (hex: string): string => hex.slice(2).toLowerCase()

/** The condition that an oracle will resolve for a question: keccak256(oracle, questionId, outcome slots). */
export function conditionIdOf(oracle: Address, questionId: Hash, slots: number): ConditionId {
  return hash(bare(oracle) + bare(questionId) + word(BigInt(slots))) as string as ConditionId
}

/**
 * The collection of a condition's outcomes, not nested in another. Bit i of `indexSet` names outcome i. The contract
 * takes a square root to learn the parity of y and then sets bit 254 by it; the parity was chosen by the hash's top bit
 * in the first place, so only the existence of a root matters. Source: reference A6.
 */
export function collectionIdOf(condition: ConditionId, indexSet: number): Hash {
  let x = BigInt(hash(bare(condition) + word(BigInt(indexSet))))
  const odd = x >> 255n === 1n
  do {
    x = (x + 1n) % P
  } while (!isSquare((((x * x) % P) * x + B) % P))
  return `0x${word(odd ? x ^ BIT_254 : x)}` as Hash
}

/** Whether y² = n has a solution modulo P: the Jacobi symbol, by reciprocity. */
function isSquare(n: bigint): boolean {
  let top = n
  let bottom = P
  let sign = 1
  while (top !== 0n) {
    const twos = trailingZeros(top)
    top >>= BigInt(twos)
    const low = Number(bottom & 7n)
    if (twos % 2 === 1 && (low === 3 || low === 5)) sign = -sign
    if ((top & 3n) === 3n && (low & 3) === 3) sign = -sign
    const rest = bottom % top
    bottom = top
    top = rest
  }
  return n === 0n || sign === 1
}

function trailingZeros(n: bigint): number {
  let rest = n
  let count = 0
  while ((rest & 0xffffffffn) === 0n) {
    rest >>= 32n
    count += 32
  }
  const low = Number(rest & 0xffffffffn)
  return count + 31 - Math.clz32(low & -low)
}

/** The ERC-1155 token of a collection on a collateral: keccak256(collateral, collection). */
export function positionIdOf(collateral: Address, collection: Hash): TokenId {
  return BigInt(hash(bare(collateral) + bare(collection))).toString() as TokenId
}

/**
 * The tokens of a two-outcome condition, in outcome order (YES, NO). `collateral` is USDC.e for a plain condition and
 * WCOL for a neg-risk question, also since the venue moved to pUSD; or another deployment's collateral address.
 */
export function tokensOfCondition(
  condition: ConditionId,
  collateral: 'USDC.e' | 'WCOL' | Address,
): [TokenId, TokenId] {
  const address = collateralAddress(collateral)
  return [
    positionIdOf(address, collectionIdOf(condition, 1)),
    positionIdOf(address, collectionIdOf(condition, 2)),
  ]
}

function collateralAddress(collateral: 'USDC.e' | 'WCOL' | Address): Address {
  if (collateral === 'USDC.e') return POLYGON.collateral
  return collateral === 'WCOL' ? POLYGON.wrappedCollateral : collateral
}

/** Question `index` (0 to 255) of a neg-risk market, whose id ends in 00: the market with the index as its last byte. Throws a RangeError beyond. */
export function questionIdOf(market: Hash, index: number): Hash {
  if (!Number.isInteger(index) || index < 0 || index > 255)
    throw new RangeError(`A neg-risk market has questions 0 to 255, not ${index}.`)
  return `${market.slice(0, -2)}${index.toString(16).padStart(2, '0')}` as Hash
}

/** The chain's hash of these bytes: `0x` and 64 digits in lower case. */
export function keccak256(bytes: Uint8Array): Hash {
  return `0x${Buffer.from(keccak_256(bytes)).toString('hex')}` as Hash
}

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
