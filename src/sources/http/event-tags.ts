import { isObject } from '../../checks.ts'
import { RpcFailure } from '../../net/rpc-failure.ts'
import type { ListClient, Query } from './list-client.ts'

/** The tags of events, fetched as markets need them. */
export interface EventTags {
  /** The market objects, those whose event came without tags with those of `/events`; the others as they are. */
  addTo(objects: readonly unknown[], signal?: AbortSignal): Promise<unknown[]>
}

/** Events a request: each answer holds all of an event's markets, which may be a hundred. */
const BATCH = 20
/** Events whose tags are kept in memory before it starts again. */
const KEPT = 50_000

/**
 * Tags from Gamma's `/events`: a market's category is that of its event's tags, and lists of markets may omit them. A
 * market without a category is better than none, so after a final failure `/events` is not requested again.
 */
export function eventTags(client: ListClient): EventTags {
  const known = new Map<string, unknown>()
  let away = false

  const learn = async (ids: readonly string[], closed: string, signal: AbortSignal | undefined) => {
    const filter = ids.map((id) => ['id', id] as const)
    const query: Query = [...filter, ['closed', closed], ['limit', String(ids.length)]]
    for (const event of await client.list('/events', query, signal))
      if (isObject(event) && hasTags(event)) known.set(String(event.id), event.tags)
  }
  const learnAll = async (ids: readonly string[], signal: AbortSignal | undefined) => {
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const closed of ['false', 'true']) {
        const missing = ids.slice(at, at + BATCH).filter((id) => !known.has(id))
        if (missing.length > 0) await learn(missing, closed, signal)
      }
      for (const id of ids.slice(at, at + BATCH)) if (!known.has(id)) known.set(id, undefined)
    }
  }
  return {
    async addTo(objects, signal) {
      if (known.size > KEPT) known.clear()
      const ids = new Set(objects.flatMap((object) => untaggedEvent(object) ?? []))
      try {
        if (!away)
          await learnAll(
            [...ids].filter((id) => !known.has(id)),
            signal,
          )
      } catch (error) {
        if (!(error instanceof RpcFailure)) throw error
        away = true
      }
      return objects.map((object) => tagged(object, known.get(untaggedEvent(object) ?? '')))
    },
  }
}

/** The id of the object's event if neither of the two has tags; null otherwise. */
function untaggedEvent(object: unknown): string | null {
  if (!isObject(object) || hasTags(object)) return null
  const [event]: unknown[] = Array.isArray(object.events) ? object.events : []
  if (!isObject(event) || hasTags(event)) return null
  return typeof event.id === 'string' || typeof event.id === 'number' ? String(event.id) : null
}

function hasTags({ tags }: Record<string, unknown>): boolean {
  return Array.isArray(tags) && tags.length > 0
}

function tagged(object: unknown, tags: unknown): unknown {
  return tags === undefined || !isObject(object) ? object : { ...object, tags }
}
