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
  const all = new Map<string, Kept | null>()
  let weight = 0
  const remove = (name: string, kept: Kept | null) => {
    all.delete(name)
    weight -= kept?.weight ?? 1
  }
  return {
    get(name) {
      const kept = all.get(name)
      if (kept === undefined) return undefined
      all.delete(name)
      all.set(name, kept)
      return kept
    },
    put(name, kept) {
      const before = all.get(name)
      if (before !== undefined) remove(name, before)
      all.set(name, kept)
      weight += kept?.weight ?? 1
      for (const [oldest, own] of all) {
        if (weight <= most) break
        remove(oldest, own)
      }
    },
    drop(isSo) {
      for (const [name, kept] of all) if (isSo(kept)) remove(name, kept)
    },
  }
}
