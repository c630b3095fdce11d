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
  /** How its body is packed. */
  encoding: Encoding | null
  /** Its headers, names and values in turn, but for those that each answer has of its own. */
  head: readonly string[]
  /** The same of an answer with status 304. */
  unchangedHead: readonly string[]
}

/** Headers that are never the same twice, and those that Node writes itself. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive)$/
/** Headers that tell of a body; the policy of content is for what shows the answer. */
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
