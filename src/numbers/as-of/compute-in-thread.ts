import { PequodError } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { startThread, ThreadEnded, type Work } from '../../thread.ts'

/** The work of the thread: publishes a day. */
export type AsOfWorks = { publish: Work<AsOfTask, null> }

/** A day to compute. */
export interface AsOfTask {
  day: Day
  /** The standings to compute for a snapshot of that day; null for the snapshot itself. */
  standings: StandingsAsked | null
}

/**
 * Publishes the snapshot as of a day, or standings of one, from a thread of its own, so that requests are answered meanwhile.
 * @param signal ends the thread; its partial work is never read
 * @throws PequodError as `refresh` does, SERVICE_UNAVAILABLE where the signal ended it; the thread's own error else
 */
export async function computeInThread(
  address: StoreAddress,
  day: Day,
  signal: AbortSignal,
  standings: StandingsAsked | null = null,
): Promise<void> {
  if (signal.aborted) throw interrupted()
  const thread = startThread<AsOfWorks, StoreAddress>({
    from: import.meta.url,
    file: 'as-of-worker',
    data: address,
  })
  const end = () => void thread.kill()
  signal.addEventListener('abort', end)
  try {
    await thread.ask('publish', { day, standings })
  } catch (error) {
    throw error instanceof ThreadEnded ? interrupted() : error
  } finally {
    await thread.stop()
    signal.removeEventListener('abort', end)
  }
}

function interrupted(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The computation was interrupted: retry.', {
    retryAfter: 5,
  })
}
