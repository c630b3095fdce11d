import type { StoreAddress } from '../store/engine/database.ts'
import { startThread, type Work } from '../thread.ts'
import type { Claim, WrittenFile, WrittenPart } from './export-runs.ts'
import type { ExportBounds } from './write-export.ts'

/** The work of the thread: writes a file. */
export type ExportWorks = { write: Work<WriteTask, WrittenFile, WrittenPart> }

/** An export to write. */
export interface WriteTask {
  asked: Pick<Claim, 'id' | 'holder' | 'table' | 'format' | 'question'>
  bounds?: ExportBounds | undefined
}

/**
 * Writes an export's file in a thread of its own, so that requests are answered meanwhile.
 * @param signal ends the thread in the middle of its work
 * @throws as `writeExport` does, and ThreadEnded where the signal ended it
 */
export async function writeInThread(
  address: StoreAddress,
  task: WriteTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress(part: WrittenPart): void },
): Promise<WrittenFile> {
  const thread = startThread<ExportWorks, StoreAddress>({
    from: import.meta.url,
    file: 'export-worker',
    data: address,
  })
  const end = () => void thread.kill()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await thread.ask('write', task, onProgress)
  } finally {
    signal.removeEventListener('abort', end)
    if (!thread.hasEnded) await thread.stop()
  }
}
