import { LRUCache } from 'lru-cache'

/** Values by text, those asked for longest ago forgotten first. */
export interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** Texts that are kept; a client has some dozens. */
const CAPACITY = 1_000
/** Characters of the longest text that is kept: with the capacity it bounds the memory, whoever sends what. */
const LONGEST = 10_000

/** An empty cache. A text of more than 10,000 characters is not kept. */
export function createTextCache<T extends object>(): TextCache<T> {
  // A size is never 0, and the empty text has one too.
  const sizeCalculation = (_: T, text: string) => text.length + 1
  return new LRUCache<string, T>({ max: CAPACITY, maxEntrySize: LONGEST + 1, sizeCalculation })
}
