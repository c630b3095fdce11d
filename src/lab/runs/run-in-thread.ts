import type { StoreAddress } from '../../store/engine/database.ts'
import { startThread, type Work } from '../../thread.ts'
import type { PackedAnswer } from './runs.ts'

/** The work of the thread: tries a rule, and reports the part that is done. */
export type LabWorks = { run: Work<LabTask, PackedAnswer, number> }

/** A rule as it is stored, and the account that tries it. */
export interface LabTask {
  rule: string
  accountId: number
}

/**
 * Tries a rule in a thread of its own, so that requests are answered meanwhile.
 * @param signal ends the thread in the middle of its work
 * @returns the packed answer
 * @throws PequodError as `readLab` and `runRule` do, and ThreadEnded where the signal ended it
 */
export async function runInThread(
  address: StoreAddress,
  task: LabTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress(part: number): void },
): Promise<PackedAnswer> {
  const thread = startThread<LabWorks, StoreAddress>({
    from: import.meta.url,
    file: 'lab-worker',
    data: address,
  })
  const end = () => void thread.kill()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await thread.ask('run', task, onProgress)
  } finally {
    signal.removeEventListener('abort', end)
    if (!thread.hasEnded) await thread.stop()
  }
}
