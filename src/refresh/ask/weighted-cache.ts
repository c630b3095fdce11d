import { LRUCache } from 'lru-cache'

/** A cache of recent answers, by name. */
export interface WeightedCache<Kept> {
  /** Undefined if the name is not cached; null if it is known to have no answer. */
  get(name: string): Kept | null | undefined
  put(name: string, kept: Kept | null): void
  /** Drops the entries that a test is true of. */
  drop(isSo: (kept: Kept | null) => boolean): void
}

/**
 * Creates a cache bounded by the sum of its entries' weights, in hundreds of bytes; the least recently used go first. A
 * trader with many days displaces many others.
 */
export function createWeightedCache<Kept extends { readonly weight: number }>(
  most: number,
): WeightedCache<Kept> {
  const all = new LRUCache<string, { kept: Kept | null }>({
    maxSize: most,
    // The library counts in whole numbers.
    sizeCalculation: ({ kept }) => Math.ceil(kept?.weight ?? 1),
  })
  return {
    get: (name) => all.get(name)?.kept,
    put: (name, kept) => void all.set(name, { kept }),
    drop(isSo) {
      for (const [name, { kept }] of [...all.entries()]) if (isSo(kept)) all.delete(name)
    },
  }
}
