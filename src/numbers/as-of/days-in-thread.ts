import { PequodError } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { StoreAddress } from '../../store/engine/database.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { startThread, type Thread, ThreadEnded, type Work } from '../../thread.ts'
import type { AsOfQueueOptions } from './as-of-queue.ts'

/** The work of the thread: publishes a day. */
export type AsOfWorks = { publish: Work<AsOfTask, null> }

/** A day to compute. */
export interface AsOfTask {
  day: Day
  /** The standings to compute for a snapshot of that day; null for the snapshot itself. */
  standings: StandingsAsked | null
}

/** Milliseconds without a day after which the thread ends, and gives its memory back. */
const IDLE_MS = 60_000

/**
 * Returns what publishes the snapshot as of a day, or standings of one, in a thread, so that requests are answered meanwhile. The thread
 * starts with the first day and stays for the next ones: loading its modules takes longer than a day of a small ledger.
 *
 * The function rejects with a PequodError as `refresh` does, with SERVICE_UNAVAILABLE where the signal ended the thread, whose partial work
 * is never read, and with the thread's own error else.
 */
export function daysInThread(address: StoreAddress): AsOfQueueOptions['run'] {
  let thread: Thread<AsOfWorks> | null = null
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    void thread?.stop()
    thread = null
  }
  const kill = () => {
    clearTimeout(idle)
    void thread?.kill()
    thread = null
  }
  return async (day, signal, standings = null) => {
    if (signal.aborted) throw interrupted()
    clearTimeout(idle)
    // Stays on after the day: the queue's signal ends an idle thread too.
    signal.addEventListener('abort', kill)
    if (thread === null || thread.hasEnded)
      thread = startThread({ from: import.meta.url, file: 'as-of-worker', data: address })
    try {
      await thread.ask('publish', { day, standings })
    } catch (error) {
      throw error instanceof ThreadEnded ? interrupted() : error
    } finally {
      clearTimeout(idle)
      if (!signal.aborted) idle = setTimeout(end, IDLE_MS).unref()
    }
  }
}

function interrupted(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The computation was interrupted: retry.', {
    retryAfter: 5,
  })
}
