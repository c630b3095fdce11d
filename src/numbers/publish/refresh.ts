import type { Database, StoreAddress } from '../../store/engine/database.ts'
import type { SealOptions, SealReport } from '../../store/ledger/seal-ledger.ts'
import { startThread, type Thread, type Work } from '../../thread.ts'
import { createPublisher, type RefreshOptions, type RefreshResult } from './publisher.ts'

/**
 * Computes one immutable snapshot from the ledger's facts and publishes it. It is computed from one version of the ledger,
 * and readers see either the snapshot before or this one complete. To publish one after the other, keep a
 * publisher (publish/publisher.ts), which reads everything but once.
 * @throws PequodError SERVICE_UNAVAILABLE if the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
 */
export function refresh(
  db: Database,
  { delayMinutes, ...options }: RefreshOptions & { delayMinutes?: number } = {},
): Promise<RefreshResult> {
  return createPublisher(db, delayMinutes).publish(options)
}

/** A publisher in a thread of its own, so that following the chain continues while it computes. */
export interface OpenPublisher {
  /** Publishes what the ledger holds; one at a time. Rejects with an Error that says why nothing was published. */
  publish(): Promise<RefreshResult>
  /**
   * Seals settled events, a segment at a time, each started while nothing is published. Rejects with an Error that says why
   * nothing was sealed.
   */
  seal(options: Pick<SealOptions, 'partRows' | 'leadMs' | 'onProgress'>): Promise<SealReport>
  /** Ends the thread when it is idle; sealing ends after the current segment. */
  close(): Promise<void>
}

export type PublisherWorks = {
  publish: Work<null, RefreshResult>
  /** Reports the rows that are sealed. */
  seal: Work<Pick<SealOptions, 'partRows' | 'leadMs'>, SealReport, number>
}

export interface PublisherOf {
  address: StoreAddress
  /** Minutes after which a snapshot becomes public. */
  delayMinutes: number
}

/** Opens a publisher; its thread is started with the first order, and again after it died. */
export function openPublisher(of: PublisherOf): OpenPublisher {
  let thread: Thread<PublisherWorks> | null = null
  const running = () => {
    if (thread === null || thread.hasEnded)
      thread = startThread({ from: import.meta.url, file: 'publisher-worker', data: of })
    return thread
  }
  return {
    publish: () => running().ask('publish', null),
    seal: ({ onProgress, ...options }) => running().ask('seal', options, onProgress),
    async close() {
      const closing = thread
      thread = null
      await closing?.stop()
    },
  }
}
