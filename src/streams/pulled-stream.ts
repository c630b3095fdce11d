import { PequodError } from '../errors.ts'
import type { StreamItem } from './event-stream.ts'

/** The items that a look found, and the time until the next look where it found none. */
export interface Look<Event> {
  items: readonly StreamItem<Event>[]
  waitMs: number
  /** True: nothing will follow. */
  isOver: boolean
}

/** A stream that looks for itself whenever its subscriber asks for more: a late one gets all changes up to then together. */
export interface PulledStream<Event> extends AsyncIterableIterator<StreamItem<Event>> {
  /** Ends its wait: it looks again. */
  wake(): void
  /** Ends it for the reason that the process stops. */
  end(): void
}

/**
 * Makes a stream.
 * @param look is called with the milliseconds since the last item; its PequodError ends the stream
 * @param onGone is called once when the stream has ended
 */
export function createPulledStream<Event>(
  look: (silence: number) => Promise<Look<Event>>,
  onGone: () => void,
): PulledStream<Event> {
  const waiting: StreamItem<Event>[] = []
  let isOver = false
  let sentAt = Number.NEGATIVE_INFINITY
  let state: 'OPEN' | 'STOPPING' | 'GONE' = 'OPEN'
  let wake: () => void = () => undefined

  const leave = (to: 'STOPPING' | 'GONE') => {
    if (state === 'OPEN') onGone()
    state = to
    wake()
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const pull = async (): Promise<void> => {
    const { items, waitMs, isOver: ends } = await look(performance.now() - sentAt)
    waiting.push(...items)
    isOver = ends
    // It may have been ended while it read.
    if (waiting.length === 0 && !isOver && state === 'OPEN') await pause(waitMs)
  }
  const stream: PulledStream<Event> = {
    async next() {
      for (;;) {
        if (state === 'GONE') return { done: true, value: undefined }
        if (state === 'STOPPING') {
          state = 'GONE'
          return { done: false, value: { kind: 'END', reason: stopping() } }
        }
        const value = waiting.shift()
        if (value !== undefined) {
          sentAt = performance.now()
          return { done: false, value }
        }
        if (isOver) leave('GONE')
        else
          try {
            await pull()
          } catch (reason) {
            leave('GONE')
            if (!(reason instanceof PequodError)) throw reason
            return { done: false, value: { kind: 'END', reason } }
          }
      }
    },
    wake: () => wake(),
    end: () => leave('STOPPING'),
    async return() {
      leave('GONE')
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

/** The refusal of a process that stops. */
export function stopping(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The service is stopping: subscribe again.', {
    retryAfter: 1,
  })
}
