import { PequodError } from '../errors.ts'
import type { TailPlace } from '../store/trades/event-tail.ts'
import type { StreamedEvent } from './interest.ts'
import { cursorOf } from './stream-cursor.ts'

/** An item of a stream: an event, a place up to which no other event matched, or at the end its reason. */
export type StreamItem<Event = StreamedEvent> =
  | { kind: 'EVENT'; event: Event }
  | { kind: 'POSITION'; cursor: string }
  | { kind: 'END'; reason: PequodError }

/** One subscriber's events, in the order of the chain, each once. */
export interface EventStream extends AsyncIterableIterator<StreamItem> {
  /** Ends it after its waiting events; the reason is the last item. */
  end(reason: PequodError): void
  return(): Promise<IteratorResult<StreamItem>>
}

/** Events that wait for a subscriber at most; one with more reads the ledger again once it has read them. */
export const MOST_WAITING = 1_000
/** Milliseconds after which a subscriber that takes none of its waiting events is cut. */
export const SLOW_MS = 30_000
/** Milliseconds without an event after which a stream sends how far it has come. */
export const POSITION_MS = 15_000

/** The feed's side of a stream. */
export interface LiveStream extends EventStream {
  /** Adds an event; a stream with too many lags from then on. */
  push(item: Extract<StreamItem, { kind: 'EVENT' }>): void
  /** Sends the feed's place if nothing was sent for a while; cuts a subscriber that does not read. */
  tick(item: Extract<StreamItem, { kind: 'POSITION' }>, now: number): void
}

export interface EventStreamOptions {
  /** The stream begins after this place; null: with the feed's next event. */
  after: TailPlace | null
  /** Reads on in the past: the events that the subscriber wants, and how far it has come. */
  readPast(after: TailPlace): Promise<{ events: readonly StreamedEvent[]; at: TailPlace }>
  /** Returns whether a place is the feed's; if so it pushes from now on. */
  join(at: TailPlace, stream: LiveStream): boolean
  /** Called when nothing more may be pushed until the stream joins again. */
  onLag(stream: LiveStream): void
  /** Called once when the stream has ended. */
  onGone(stream: LiveStream): void
}

/**
 * Makes a stream. While it lags it reads the ledger page by page on demand, so a subscriber that returns after a long time,
 * or reads slowly, costs no memory. Once it is level events are pushed.
 */
export function createEventStream(options: EventStreamOptions): LiveStream {
  const { after, readPast, join, onLag, onGone } = options
  const waiting: StreamItem[] = []
  let state: 'BEHIND' | 'LIVE' | 'ENDING' | 'GONE' = after === null ? 'LIVE' : 'BEHIND'
  /** Where it reads on while it lags. */
  let at = after
  let reason: PequodError | null = null
  let sentAt = after === null ? Number.NEGATIVE_INFINITY : performance.now()
  let readAt = performance.now()
  let wake: () => void = () => undefined

  const leave = (to: 'ENDING' | 'GONE') => {
    const isNew = state !== 'ENDING' && state !== 'GONE'
    state = to
    if (isNew) onGone(stream)
    wake()
  }
  const end = (why: PequodError) => {
    if (state === 'ENDING' || state === 'GONE') return
    reason = why
    leave('ENDING')
  }
  const send = (item: StreamItem, now: number) => {
    waiting.push(item)
    sentAt = now
    wake()
  }
  const catchUp = async (from: TailPlace) => {
    const part = await readPast(from)
    if (state !== 'BEHIND') return
    at = part.at
    const now = performance.now()
    for (const event of part.events) send({ kind: 'EVENT', event }, now)
    // Nothing is awaited between the comparison and the stream going live, so no event slips through between the two.
    const isLevel = join(at, stream)
    if (isLevel) state = 'LIVE'
    if (isLevel || now - sentAt >= POSITION_MS) send({ kind: 'POSITION', cursor: cursorOf(at) }, now)
  }
  const next = async (): Promise<IteratorResult<StreamItem>> => {
    for (;;) {
      readAt = performance.now()
      if (state === 'GONE') return { done: true, value: undefined }
      const item = waiting.shift()
      if (item !== undefined) return { done: false, value: item }
      if (reason !== null) {
        state = 'GONE'
        return { done: false, value: { kind: 'END', reason } }
      }
      if (state === 'BEHIND' && at !== null) await catchUp(at)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  const stream: LiveStream = {
    next,
    end,
    push(item) {
      if (state !== 'LIVE') return
      send(item, performance.now())
      if (waiting.length < MOST_WAITING) return
      state = 'BEHIND'
      at = item.event.at
      onLag(stream)
    },
    tick(item, now) {
      if (waiting.length > 0 && now - readAt > SLOW_MS) end(slowConsumer())
      else if (state === 'LIVE' && waiting.length === 0 && now - sentAt >= POSITION_MS) send(item, now)
    },
    async return() {
      leave('GONE')
      waiting.length = 0
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

function slowConsumer(): PequodError {
  const message = `Events were unread for ${SLOW_MS / 1_000} s: subscribe again after the last cursor you received.`
  return new PequodError('SLOW_CONSUMER', message, { retryAfter: 1 })
}
