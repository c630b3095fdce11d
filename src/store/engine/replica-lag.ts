/** How far a replica is behind, measured by positions in the primary's log. */
export interface ReplicaLag {
  /** The primary's log had come so far at a time, in milliseconds from any start. */
  wrote(place: number, at: number): void
  /** The replica has replayed the log up to here. */
  replayed(place: number): void
  /** The replica does not answer. */
  lost(): void
  /** Seconds since the primary wrote the first thing that the replica lacks, 0 where it lacks nothing; null: unknown. */
  seconds(now: number): number | null
}

/**
 * Keeps the primary's places until the replica has passed them, in bounded memory: of a replica that stays behind, the
 * oldest that it lacks and the newest say enough.
 */
export function createReplicaLag(kept = 1_000): ReplicaLag {
  /** What the replica lacks, oldest first. */
  let lacking: { place: number; at: number }[] = []
  let replayed: number | null = null
  return {
    wrote(place, at) {
      if (place <= (replayed ?? -1) || place === lacking.at(-1)?.place) return
      if (lacking.length >= kept) lacking.splice(1, Math.floor(kept / 2))
      lacking.push({ place, at })
    },
    replayed(place) {
      replayed = place
      lacking = lacking.filter((one) => one.place > place)
    },
    lost() {
      replayed = null
    },
    seconds(now) {
      if (replayed === null) return null
      const [oldest] = lacking
      return oldest === undefined ? 0 : Math.max(0, now - oldest.at) / 1_000
    },
  }
}
