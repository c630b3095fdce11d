import type { TraderProfile } from './trader-profile.ts'

/** Profiles that were asked for lately. */
export interface KeptProfiles {
  /** Undefined for one that is not kept; null for who has none. */
  get(name: string): TraderProfile | null | undefined
  put(name: string, profile: TraderProfile | null): void
}

/**
 * Keeps profiles up to a weight, in hundreds of bytes; those that nobody asked for longest go first. A trader of many days
 * takes the place of many others.
 */
export function keepProfiles(most: number): KeptProfiles {
  const kept = new Map<string, TraderProfile | null>()
  let weight = 0
  const weightOf = (profile: TraderProfile | null) => profile?.weight ?? 1
  return {
    get(name) {
      const profile = kept.get(name)
      if (profile === undefined) return undefined
      kept.delete(name)
      kept.set(name, profile)
      return profile
    },
    put(name, profile) {
      const before = kept.get(name)
      if (before !== undefined) weight -= weightOf(before)
      kept.delete(name)
      kept.set(name, profile)
      weight += weightOf(profile)
      for (const [oldest, own] of kept) {
        if (weight <= most) break
        kept.delete(oldest)
        weight -= weightOf(own)
      }
    },
  }
}
