import type { Hash, Seconds } from '../../ledger/quantities.ts'

/** A place that events are compared with. */
export interface PlaceBound {
  time: Seconds
  key: number
  item?: number
}

/** An event's place in the one order of the ledger: by time, then key, then item. */
export interface Place {
  /** Seconds. */
  time: number
  /** Block · 2^20 + log index for chain events; negative for rows of the Data API (see api-events.ts). */
  key: number
  item: number
}

/** Log indexes in a block are below this. */
export const LOGS_PER_BLOCK = 2 ** 20
/** The usual time between two blocks of the chain, in seconds. */
export const BLOCK_SECONDS = 2

/** Less than 0 when `a` comes before `b`, 0 when they are one event. */
export function comparePlaces(a: Place, b: Place): number {
  return a.time - b.time || a.key - b.key || a.item - b.item
}

/** The key of a chain event. */
export function chainKey(block: number, logIndex: number): number {
  return block * LOGS_PER_BLOCK + logIndex
}

/** The last place up to a cutoff: the end of its block, or of its second where it has no block. */
export function cutoffPlace({ block, time }: { block: number | null; time: number }): PlaceBound {
  return { time, key: block === null ? Number.MAX_SAFE_INTEGER : chainKey(block + 1, 0) - 1 }
}

/** The block and log index of a key, or nulls for a row of the Data API. */
export function blockOf(key: number): { block: number | null; logIndex: number | null } {
  if (key < 0) return { block: null, logIndex: null }
  const logIndex = key % LOGS_PER_BLOCK
  return { block: (key - logIndex) / LOGS_PER_BLOCK, logIndex }
}

/** A movement's place in the chain as a text, for maps. */
export function placeName({ key, item }: { key?: unknown; item?: unknown }): string {
  return `${key} ${item}`
}

/** A hash as the store has it, as text: `0x` and hex digits. Null where the source did not name it. */
export function hashText(bytes: Uint8Array | null): Hash | null {
  return bytes === null ? null : (`0x${Buffer.from(bytes).toString('hex')}` as Hash)
}
