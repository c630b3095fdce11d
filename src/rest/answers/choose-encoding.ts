import { weightsOf } from './weights.ts'

/** How bodies are packed, best first. */
export const ENCODINGS = ['br', 'gzip'] as const

/** One of {@link ENCODINGS}. */
export type Encoding = (typeof ENCODINGS)[number]

/** Headers whose choice is remembered: browsers and programs send a handful of them. */
const REMEMBERED = 100
const known = new Map<string, Encoding | null>()

/**
 * How a body is packed for whoever sends this Accept-Encoding: what it weighs most, ours first among equals; null for
 * not at all, also for whoever refuses everything, because an answer that cannot be read is still told by its headers.
 */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const remembered = known.get(header)
  if (remembered !== undefined) return remembered
  const chosen = choose(header)
  if (known.size < REMEMBERED) known.set(header, chosen)
  return chosen
}

function choose(header: string): Encoding | null {
  const weights = weightsOf(header)
  const others = weights.get('*') ?? 0
  let best: Encoding | null = null
  let most = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others
    if (weight === 0 || weight < most || (best !== null && weight === most)) continue
    best = encoding
    most = weight
  }
  return best
}
