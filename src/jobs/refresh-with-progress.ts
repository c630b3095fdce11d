import type { RefreshOptions, RefreshResult } from '../refresh/publish/publisher.ts'
import { refresh } from '../refresh/publish/refresh.ts'
import type { Database } from '../store/engine/database.ts'
import type { JobContext, Progress } from './job-context.ts'

type Phase = Parameters<NonNullable<RefreshOptions['onPhase']>>[0]

/** Computes a snapshot and shows the progress of each part. Throws as `refresh` does. */
export async function refreshWithProgress(
  context: JobContext,
  db: Database,
  options: Omit<RefreshOptions, 'onPhase'> = {},
): Promise<RefreshResult> {
  let shown: { name: string; progress: Progress } | null = null
  const close = () => {
    shown?.progress.stop()
    shown = null
  }
  const onPhase = (phase: Phase) => {
    if (shown?.name !== phase.name || phase.seconds !== undefined) {
      shown?.progress.finish()
      shown = null
    }
    if (phase.seconds !== undefined) return
    shown ??= { name: phase.name, progress: context.screen.progress(`Refreshing ${phase.name}`, phase.total) }
    shown.progress.update(phase.done)
  }
  try {
    return await refresh(db, { ...options, onPhase })
  } finally {
    close()
  }
}
