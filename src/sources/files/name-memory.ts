/** Remembers names (addresses, tokens) by their bytes, so that a name that repeats is neither checked nor made anew. */
export interface NameMemory {
  /** Where a name that starts at `at` is remembered, if it is. */
  slotOf(bytes: Buffer, at: number): number
  /** The name of that slot if all its bytes are at `at`, before `end`; null otherwise. */
  standing(slot: number, bytes: Buffer, at: number, end: number): string | null
  /** Remembers the name from `start` up to `end` in that slot, in place of another; answers it. */
  keep(slot: number, bytes: Buffer, start: number, end: number): string
}

/** Names that are remembered; a power of two. */
const SLOTS = 1 << 16
/** The longest name: a token has up to 78 digits. */
const NAME_BYTES = 78
/** Bytes that choose the slot: after an address's `0x` they are as good as random. */
const HASHED_FROM = 2
const HASHED_TO = 12

/** A new memory of 65,536 names, 5 MB: a name that is not in it only costs more. */
export function createNameMemory(): NameMemory {
  const names: (string | null)[] = new Array(SLOTS).fill(null)
  const kept = new Uint8Array(SLOTS * NAME_BYTES)
  return {
    slotOf(bytes, at) {
      let hash = 0
      for (let i = at + HASHED_FROM; i < at + HASHED_TO; i++)
        hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
      return (hash ^ (hash >>> 16)) & (SLOTS - 1)
    },
    standing(slot, bytes, at, end) {
      const name = names[slot] ?? null
      if (name === null || at + name.length > end) return null
      const from = slot * NAME_BYTES
      for (let i = 0; i < name.length; i++) if (bytes[at + i] !== kept[from + i]) return null
      return name
    },
    keep(slot, bytes, start, end) {
      const name = bytes.toString('latin1', start, end)
      if (name.length > NAME_BYTES) return name
      names[slot] = name
      kept.set(bytes.subarray(start, end), slot * NAME_BYTES)
      return name
    },
  }
}
