import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hash } from '../ledger/quantities.ts'

/** The chain's hash of these bytes: `0x` and 64 digits in lower case. */
export function keccak256(bytes: Uint8Array): Hash {
  return `0x${Buffer.from(keccak_256(bytes)).toString('hex')}` as Hash
}
