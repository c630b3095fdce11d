import type { StreamSlots } from '../access/limits/stream-slots.ts'
import { POSITION_MS, type StreamItem } from './event-stream.ts'
import { createPulledStream, type PulledStream, stopping } from './pulled-stream.ts'

/** A long run's state and the part of it that is done. */
export interface Progress {
  /** Names the state and the part. */
  cursor: string
  /** True: nothing about it will change. */
  isOver: boolean
}

export interface ProgressSubscription<Of extends Progress> {
  /** Reads how far the run is. */
  read(): Promise<Of>
  /** The cursor of the last message received; null: the stream begins with the present progress. */
  after: string | null
  /** The subscriber's key in the limiter. */
  caller: string | null
}

/** A process's streams of the progress of long runs. */
export interface ProgressFeed {
  /**
   * Opens a stream, which ends with the run.
   * @throws PequodError SERVICE_UNAVAILABLE and RATE_LIMITED at the limits of open streams, and SERVICE_UNAVAILABLE during shutdown
   */
  subscribe<Of extends Progress>(
    subscription: ProgressSubscription<Of>,
  ): AsyncIterableIterator<StreamItem<Of>>
  close(): void
}

/** Makes the feed. @param pollMs milliseconds between two reads of a run: one row by its key */
export function createProgressFeed(slots: StreamSlots, pollMs = 500): ProgressFeed {
  const streams = new Set<PulledStream<unknown>>()
  let isClosed = false
  return {
    subscribe<Of extends Progress>({ read, after, caller }: ProgressSubscription<Of>) {
      if (isClosed) throw stopping()
      const free = slots.take(caller)
      let seen = after
      let isFirst = true
      const stream: PulledStream<Of> = createPulledStream(
        async (silence) => {
          const progress = await read()
          const { cursor, isOver } = progress
          const items: StreamItem<Of>[] = []
          if (cursor !== seen) items.push({ kind: 'EVENT', event: progress })
          else if (isFirst || silence >= POSITION_MS) items.push({ kind: 'POSITION', cursor })
          seen = cursor
          isFirst = false
          return { items, waitMs: pollMs, isOver }
        },
        () => {
          streams.delete(stream)
          free()
        },
      )
      streams.add(stream)
      return stream
    },
    close() {
      isClosed = true
      for (const stream of [...streams]) stream.end()
    },
  }
}
