import { LRUCache } from 'lru-cache'
import type { Tier } from '../../access/tier.ts'
import type { Encoding } from '../../rest/answers/choose-encoding.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'

/** An answer from memory as it was given, for it to be given again. */
export interface Replay {
  /** The operation that it answers, by its name among the routes. */
  operation: string
  /** Its key in the cache of answers, and its entity tag. */
  key: string
  tag: string
  /** The snapshot that its key names. */
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  /** How its body is compressed. */
  encoding: Encoding | null
  /** True: whatever the request accepts, it is this answer, as of a page. */
  takesAny: boolean
  /** Its headers, names and values in turn, but for those that each answer has of its own. */
  head: readonly string[]
  /** The same of an answer with status 304. */
  unchangedHead: readonly string[]
}

/** Headers that are never the same twice, and those that Node writes itself. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive)$/
/** Headers that describe a body; the policy of content is for what shows the answer. */
const OF_BODY = /^content-(?!security-policy)/

/** The headers of an answer that can be given again, with and without its body. */
export function replayedHeads(
  headers: Readonly<Record<string, unknown>>,
): Pick<Replay, 'head' | 'unchangedHead'> {
  const lasting = Object.entries(headers).filter(([name]) => !OWN.test(name))
  const flat = (entries: readonly (readonly [string, unknown])[]) =>
    entries.flatMap(([name, value]) => [name, String(value)])
  return { head: flat(lasting), unchangedHead: flat(lasting.filter(([name]) => !OF_BODY.test(name))) }
}

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
  /** True if what is kept of this address answers whatever a request accepts. */
  takesAny(url: string): boolean
}

/** Addresses that are kept: the hot ones are few, and a caller can spell one in any number of ways. */
const ADDRESSES = 2_000
/** Characters of an address at most. */
const LONGEST = 500

/** Holds replays by address, tier and encoding; of more addresses than are kept, the one asked for longest ago goes. */
export function createReplays(): Replays {
  const byUrl = new LRUCache<string, Map<string, Replay>>({ max: ADDRESSES })
  return {
    keep({ url, tier, taken }, replay) {
      if (url.length > LONGEST) return
      const known = byUrl.get(url) ?? new Map<string, Replay>()
      byUrl.set(url, known.set(`${tier} ${taken}`, replay))
    },
    find: ({ url, tier, taken }) => byUrl.get(url)?.get(`${tier} ${taken}`) ?? null,
    has: (url) => byUrl.has(url),
    takesAny: (url) => byUrl.get(url)?.values().next().value?.takesAny === true,
  }
}
