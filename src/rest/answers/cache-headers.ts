import type { Tier } from '../../access/tier.ts'

/** The headers that an answer of REST depends on: who asks, and in which form. */
const VARY = 'Accept, Accept-Encoding, Authorization, X-API-Key'

/** An answer that nobody may keep, and that changes at any moment. */
export const UNKEPT: Readonly<Record<string, string>> = { 'Cache-Control': 'private, no-store', Vary: VARY }

/**
 * An answer that may be kept, by anybody where anybody may see it and else by its caller alone, but is asked for again
 * each time: the next snapshot can come at any moment.
 */
export function keptHeaders(tag: string, tier: Tier): Record<string, string> {
  const whom = tier === 'ANONYMOUS' ? 'public' : 'private'
  return { ETag: tag, 'Cache-Control': `${whom}, no-cache`, Vary: VARY }
}
