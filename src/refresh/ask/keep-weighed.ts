import { LRUCache } from 'lru-cache'

/** What was asked for lately, by name. */
export interface KeptWeighed<Kept> {
  /** Undefined for what is not kept; null where there is none. */
  get(name: string): Kept | null | undefined
  put(name: string, kept: Kept | null): void
  /** Forgets what is so. */
  drop(isSo: (kept: Kept | null) => boolean): void
}

/**
 * Keeps what has a weight, in hundreds of bytes, up to a weight in all; what nobody asked for longest goes first. A trader of
 * many days takes the place of many others.
 */
export function keepWeighed<Kept extends { readonly weight: number }>(most: number): KeptWeighed<Kept> {
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
