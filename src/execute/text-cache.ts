import { BoundedCache } from '../access/identity/bounded-cache.ts'

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
  const values = new BoundedCache<T>(CAPACITY)
  const keep = (text: string, value: T) => values.set(text, value, Number.POSITIVE_INFINITY)
  return {
    get(text) {
      const value = values.get(text, 0) ?? undefined
      if (value !== undefined) keep(text, value)
      return value
    },
    set(text, value) {
      if (text.length <= LONGEST) keep(text, value)
    },
  }
}
