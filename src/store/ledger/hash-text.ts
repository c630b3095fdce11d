import type { Hash } from '../../ledger/quantities.ts'

/** A hash as the store has it, as text: `0x` and hex digits. Null where the source did not name it. */
export function hashText(bytes: Uint8Array | null): Hash | null {
  return bytes === null ? null : (`0x${Buffer.from(bytes).toString('hex')}` as Hash)
}
