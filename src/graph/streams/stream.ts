import { meets, type Tier } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { StreamItem } from '../../streams/event-stream.ts'
import type { Interest, StreamedEvent } from '../../streams/interest.ts'
import { CURSOR_LENGTH } from '../../streams/stream-cursor.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { callerNow } from '../whales/watch-tier.ts'

/** An item of a stream that a field answers. */
export type AnsweredItem<Event = StreamedEvent> = Exclude<StreamItem<Event>, { kind: 'END' }>

export const StreamKindEnum = builder.enumType('StreamKind', {
  description: 'The kind of a message of a stream.',
  values: {
    ADDED: { description: 'The ledger has this event.' },
    RETRACTED: {
      description:
        'The chain took back this event, which the stream had sent. The last event is taken back first.',
    },
    CHANGED: { description: 'A number changed.' },
    POSITION: {
      description:
        'No event, but how far the stream has come: every event up to this cursor was sent. It comes as soon as there is no newer event, and after 15 seconds without one.',
    },
  } as const,
})

export const STREAM_RULES =
  'Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent. The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process.'

export const STREAM_FAILURES = {
  RATE_LIMITED: 'at 20 open streams of the caller',
} as const

/** The options of the argument `after`. */
export const AFTER_CURSOR = {
  limits: CURSOR_LENGTH,
  description:
    'The cursor of the last message received: the stream goes on after it, without a gap or a repetition. A cursor older than a day is refused with the oldest one there is. Default: the stream begins with the next event.',
} as const

/** The fields of every message. */
export function cursorOfItem(item: AnsweredItem<{ cursor: string }>): string {
  return item.kind === 'EVENT' ? item.event.cursor : item.cursor
}

/** The event of a message, null for a position. */
export function eventOfItem(item: AnsweredItem): StreamedEvent | null {
  return item.kind === 'EVENT' ? item.event : null
}

/** Opens a stream of events on the caller's clock. */
export async function openStream(
  context: RequestContext,
  interest: Interest,
  after: string | null | undefined,
): Promise<AsyncIterableIterator<StreamItem>> {
  const { caller, live } = context
  const feeds = live.streams
  const feed = interest.isSigned ? feeds.signed(caller.tier) : feeds.of(caller.tier)
  const stream = await feed.subscribe({
    interest,
    after: after ?? null,
    caller: caller.limiterKey,
  })
  return checked(stream, context)
}

/**
 * Ends a stream whose caller may read it no longer: the caller is identified again before each message.
 * @param requires the tier that the stream needs. @default Pro for a caller with Pro, whose stream is live
 */
export function checked<Event>(
  stream: AsyncIterableIterator<StreamItem<Event>>,
  context: RequestContext,
  requires: Tier = meets(context.caller.tier, 'PRO') ? 'PRO' : 'ANONYMOUS',
): AsyncIterableIterator<StreamItem<Event>> {
  const own: AsyncIterableIterator<StreamItem<Event>> = {
    async next() {
      const result = await stream.next()
      if (result.done === true || result.value.kind === 'END') return result
      try {
        const caller = await callerNow(context, requires)
        if (caller.tier !== context.caller.tier) context.renew(caller)
        return result
      } catch (reason) {
        await stream.return?.()
        if (!(reason instanceof PequodError)) throw reason
        return { done: false, value: { kind: 'END', reason } }
      }
    },
    return: async () => (await stream.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => own,
  }
  return own
}

/** An item to answer, of the newest snapshot. @throws PequodError the reason for which the stream has ended */
export function answered<Event>(item: StreamItem<Event>, context: RequestContext): AnsweredItem<Event> {
  // The last item of a stream is an error with a code, which only a field can carry.
  if (item.kind === 'END') throw item.reason
  context.renew(context.caller)
  return item
}
