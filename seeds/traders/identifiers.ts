import { hash } from 'node:crypto'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'

const digest = (seed: number, what: string) => hash('sha256', `pequod simulation/${seed}/${what}`)

/** The simulated wallet or contract of a label: 20 bytes of a SHA-256, so nobody has its key. */
export function simulatedAddress(seed: number, label: string): Address {
  return `0x${digest(seed, `address/${label}`).slice(24)}` as Address
}

/** The simulated transaction, order or neg-risk market that a label names. */
export function simulatedHash(seed: number, label: string): Hash {
  return `0x${digest(seed, `hash/${label}`)}` as Hash
}

/** The simulated condition that a label names. */
export function simulatedCondition(seed: number, label: string): ConditionId {
  return `0x${digest(seed, `condition/${label}`)}` as ConditionId
}

/** The simulated outcome token that a label names: 256 bits in decimal. */
export function simulatedToken(seed: number, label: string): TokenId {
  return BigInt(`0x${digest(seed, `token/${label}`)}`).toString() as TokenId
}
