import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PequodError } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import type { AsOfReply, AsOfTask } from './as-of-task.ts'

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
  const workerData: AsOfTask = { address, day, standings }
  const worker = new Worker(workerFile(), { workerData })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end)
  let news: AsOfReply | null = null
  worker.on('message', (message: AsOfReply) => {
    news = message
  })
  try {
    // An error that the thread does not catch comes out here.
    await once(worker, 'exit')
  } finally {
    signal.removeEventListener('abort', end)
  }
  requirePublished(news)
}

/** The built package has .js files, development .ts: the worker is beside this file in both. */
function workerFile(): URL {
  return new URL(`./as-of-worker${extname(import.meta.url)}`, import.meta.url)
}

function requirePublished(news: AsOfReply | null): void {
  if (news === null) throw interrupted()
  if (news.type === 'published') return
  throw new PequodError(news.code, news.sentence, { retryAfter: news.retryAfter })
}

function interrupted(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The computation was interrupted: retry.', {
    retryAfter: 5,
  })
}
