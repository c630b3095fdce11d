/** A cached answer, and its tag, with which the service checks that it is current. */
export interface KeptAnswer {
  tag: string
  text: string
}

/**
 * Caches answers by URL. A cached answer is always revalidated: the service answers 304 while it is current
 * for this caller, which costs a round trip and no body.
 */
export interface AnswerCache {
  get(url: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>
  set(url: string, answer: KeptAnswer): void | Promise<void>
}

/**
 * Returns a cache in memory for one client.
 * @param options.entries the most answers; the least recently used one is evicted.
 * @default 100
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

/** A map keeps the order of insertion, so the most recently used is last. */
function putLast(kept: Map<string, KeptAnswer>, url: string, answer: KeptAnswer): void {
  kept.delete(url)
  kept.set(url, answer)
}
