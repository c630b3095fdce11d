import { createHash } from 'node:crypto'

/** The hash before the first record of the chain. */
export const GENESIS: Uint8Array = Buffer.alloc(32)

/** SHA-256 of the hash before and of the record as JSON without spaces, in UTF-8. */
export function recordHash(before: Uint8Array, record: readonly unknown[]): Uint8Array {
  return createHash('sha256').update(before).update(JSON.stringify(record)).digest()
}
