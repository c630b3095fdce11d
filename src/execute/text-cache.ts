import { LRUCache } from 'lru-cache'

/** Values by text, with the least recently used evicted first. */
export interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** Maximum texts; a client has some dozens. */
const CAPACITY = 1_000
/** Longest text: with the capacity it bounds the memory, regardless of the callers. */
const LONGEST = 10_000

/** An empty cache. A text of more than 10,000 characters is not cached. */
export function createTextCache<T extends object>(): TextCache<T> {
  // A size must be above 0, also for the empty text.
  const sizeCalculation = (_: T, text: string) => text.length + 1
  return new LRUCache<string, T>({ max: CAPACITY, maxEntrySize: LONGEST + 1, sizeCalculation })
}
