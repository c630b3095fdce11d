import type { StreamSlots } from '../access/limits/stream-slots.ts'
import { wrongArgument } from '../errors.ts'
import { POSITION_MS, type StreamItem } from './event-stream.ts'
import { createPulledStream, stopping } from './pulled-stream.ts'

/** A trader's place in a top. */
export interface Standing {
  trader: number
  /** From 1. */
  rank: number
}

/** A change of a top: a trader who entered it, left it or has another rank. */
export interface StandingChange {
  kind: 'ADDED' | 'CHANGED'
  trader: number
  /** Null for a trader who left. */
  rank: number | null
  /** Null for a trader who entered. */
  previousRank: number | null
  /** Names the top with this change and those before it. */
  cursor: string
}

export type StandingItem = StreamItem<StandingChange>

export interface Top {
  snapshot: number
  standings: readonly Standing[]
}

export interface StandingSubscription {
  /** Reads the top of the newest snapshot that the caller may know. */
  read(): Promise<Top>
  /** The cursor of the last message received; null: the stream begins with the next change. */
  after: string | null
  /** The subscriber's key in the limiter. */
  caller: string | null
}

/** A process's streams of tops of one clock: one look a second at the newest snapshot serves all of them. */
export interface StandingFeed {
  /**
   * Opens a stream. A subscriber reads at its own pace: a late one gets all changes up to then together.
   * @throws PequodError BAD_USER_INPUT for a cursor that is none, SERVICE_UNAVAILABLE and RATE_LIMITED at the limits of open
   * streams, and SERVICE_UNAVAILABLE during shutdown
   */
  subscribe(subscription: StandingSubscription): AsyncIterableIterator<StandingItem>
  close(): void
}

export interface StandingFeedOptions {
  /** Returns the id of the newest snapshot of the clock, null while there is none. */
  current(): Promise<number | null>
  slots: StreamSlots
  onError(error: unknown): void
  /** Milliseconds between two looks. @default 1000 */
  pollMs?: number
}

export const MOST_PLACES = 100
/** Traders and ranks in base 36. */
const CURSOR = /^t(?:[0-9a-z]{1,11}\.[0-9a-z]{1,2}(?:-[0-9a-z]{1,11}\.[0-9a-z]{1,2})*)?$/
/** The length of a cursor: it holds every place of a top, and halfway through a snapshot's changes those who are about to leave. */
export const STANDING_CURSOR = { minLength: 1, maxLength: 1 + 15 * 2 * MOST_PLACES } as const

/** Makes the feed of a clock; it looks at nothing without subscribers. */
export function createStandingFeed({
  current,
  slots,
  onError,
  pollMs = 1_000,
}: StandingFeedOptions): StandingFeed {
  const streams = new Set<StandingStream>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    try {
      const id = await current()
      for (const stream of streams) stream.tell(id)
    } catch (error) {
      onError(error)
    }
    timer = streams.size > 0 && !isClosed ? setTimeout(look, pollMs).unref() : undefined
  }
  return {
    subscribe({ read, after, caller }) {
      if (isClosed) throw stopping()
      const known = after === null ? null : topOfCursor(after)
      const free = slots.take(caller)
      const stream: StandingStream = createStream(read, known, () => {
        streams.delete(stream)
        free()
      })
      streams.add(stream)
      timer ??= setTimeout(look, pollMs).unref()
      return stream
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const stream of [...streams]) stream.end()
    },
  }
}

interface StandingStream extends AsyncIterableIterator<StandingItem> {
  /** Tells the id of the newest snapshot. */
  tell(snapshot: number | null): void
  /** Ends it for the reason that the process stops. */
  end(): void
}

/** Ranks by trader. */
type Known = Map<number, number>

function createStream(
  read: StandingSubscription['read'],
  given: Known | null,
  onGone: () => void,
): StandingStream {
  let known = given
  let seen: number | null = null
  const stream = createPulledStream<StandingChange>(async (silence) => {
    const { snapshot, standings } = await read()
    const isFirst = seen === null
    seen = snapshot
    known ??= knownOf(standings)
    const items = changesOf(known, standings).map((event): StandingItem => ({ kind: 'EVENT', event }))
    // The first one says that the stream is level.
    if (isFirst || (items.length === 0 && silence >= POSITION_MS))
      items.push({ kind: 'POSITION', cursor: cursorOfTop(known) })
    return { items, waitMs: POSITION_MS - silence, isOver: false }
  }, onGone)
  return Object.assign(stream, {
    tell(snapshot: number | null) {
      if (snapshot !== seen) stream.wake()
    },
  })
}

/** The changes from a top to another, those who left first, then by rank. Brings the known top up to date. */
function changesOf(known: Known, standings: readonly Standing[]): StandingChange[] {
  const next = knownOf(standings)
  const left = [...known].filter(([trader]) => !next.has(trader)).map(([trader]) => ({ trader, rank: null }))
  return [...left, ...standings].flatMap(({ trader, rank }): StandingChange[] => {
    const previousRank = known.get(trader) ?? null
    if (rank === previousRank) return []
    if (rank === null) known.delete(trader)
    else known.set(trader, rank)
    const kind = previousRank === null ? 'ADDED' : 'CHANGED'
    return [{ kind, trader, rank, previousRank, cursor: cursorOfTop(known) }]
  })
}

function knownOf(standings: readonly Standing[]): Known {
  return new Map(standings.map(({ trader, rank }) => [trader, rank]))
}

function cursorOfTop(known: Known): string {
  return `t${[...known].map(([trader, rank]) => `${trader.toString(36)}.${rank.toString(36)}`).join('-')}`
}

function topOfCursor(cursor: string): Known {
  if (cursor.length > STANDING_CURSOR.maxLength || !CURSOR.test(cursor))
    throw wrongArgument('after', 'is not a cursor of a stream of standings: pass the last one you received')
  const places = cursor.slice(1).split('-').filter(Boolean)
  return new Map(
    places.map((place) => {
      const [trader = 0, rank = 0] = place.split('.').map((part) => Number.parseInt(part, 36))
      return [trader, rank]
    }),
  )
}
