import type { Tier } from '../../access/tier.ts'
import type { Encoding } from '../../rest/answers/choose-encoding.ts'
import type { Replay } from './replay.ts'

/** What a replay answers. */
export interface Asked {
  /** The path and query as they were sent. */
  url: string
  tier: Tier
  /** The encoding that its Accept-Encoding chooses; a small body comes in none. */
  taken: Encoding | null
}

/** What can be given again, by what was asked. */
export interface Replays {
  keep(asked: Asked, replay: Replay): void
  find(asked: Asked): Replay | null
  /** True if something of this address is kept. */
  has(url: string): boolean
}

/** Addresses that are kept: the hot ones are few, and a caller can spell one in any number of ways. */
const ADDRESSES = 2_000
/** Characters of an address at most. */
const LONGEST = 500

/** Holds replays by address, tier and encoding; of more addresses than are kept, the one added longest ago goes. */
export function createReplays(): Replays {
  const byUrl = new Map<string, Map<string, Replay>>()
  return {
    keep({ url, tier, taken }, replay) {
      if (url.length > LONGEST) return
      const known = byUrl.get(url) ?? new Map<string, Replay>()
      byUrl.set(url, known.set(`${tier} ${taken}`, replay))
      const [oldest] = byUrl.keys()
      if (byUrl.size > ADDRESSES && oldest !== undefined) byUrl.delete(oldest)
    },
    find: ({ url, tier, taken }) => byUrl.get(url)?.get(`${tier} ${taken}`) ?? null,
    has: (url) => byUrl.has(url),
  }
}
