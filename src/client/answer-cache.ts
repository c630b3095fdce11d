/** An answer that was kept, and the tag by which the service knows whether it is still the newest. */
export interface KeptAnswer {
  /** The answer's `ETag`. */
  tag: string
  /** The body's text. */
  text: string
}

/**
 * Keeps answers by their address. What is kept is never shown without asking: the service answers 304 while it still
 * holds for this caller, which costs a round trip and no body.
 */
export interface AnswerCache {
  get(url: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>
  set(url: string, answer: KeptAnswer): void | Promise<void>
}

/**
 * A cache in memory, for one client.
 * @param options.entries how many answers it keeps; the one that was not asked for the longest gives way. @default 100
 */
export function createMemoryCache({ entries = 100 }: { entries?: number } = {}): AnswerCache {
  const kept = new Map<string, KeptAnswer>()
  return {
    get(url) {
      const answer = kept.get(url)
      if (answer !== undefined) putLast(kept, url, answer)
      return answer
    },
    set(url, answer) {
      putLast(kept, url, answer)
      for (const oldest of kept.keys()) {
        if (kept.size <= entries) break
        kept.delete(oldest)
      }
    },
  }
}

/** A map keeps the order of insertion: what was touched last stands last. */
function putLast(kept: Map<string, KeptAnswer>, url: string, answer: KeptAnswer): void {
  kept.delete(url)
  kept.set(url, answer)
}
