import { loadConfig } from '../config/config.ts'
import type { TimedPhase } from '../numbers/publish/phase-clock.ts'
import type { RefreshOptions, RefreshResult } from '../numbers/publish/publisher.ts'
import { refresh } from '../numbers/publish/refresh.ts'
import type { Database } from '../store/engine/database.ts'
import type { JobContext, Stage } from './job-context.ts'
import { showStages } from './stage-progress.ts'

/** The stages of a refresh as they are shown, by the names that its report has. */
const STAGES: Readonly<Record<TimedPhase['name'], Omit<Stage, 'total'>>> = {
  positions: { label: 'Computing positions', unit: 'fills' },
  foresight: { label: 'Computing foresight' },
  changes: { label: 'Applying changes' },
  traders: { label: 'Computing traders', unit: 'traders' },
  boards: { label: 'Ranking traders' },
  publish: { label: 'Publishing' },
}

/** Computes a snapshot and shows the progress of each stage. Throws as `refresh` does. */
export async function refreshWithProgress(
  { env, screen }: JobContext,
  db: Database,
  options: Omit<RefreshOptions, 'onPhase'> = {},
): Promise<RefreshResult> {
  const stages = showStages(screen)
  try {
    return await refresh(db, {
      ...options,
      delayMinutes: loadConfig(env).whaleDelayMinutes,
      onPhase({ name, done, total, seconds }) {
        if (seconds !== undefined) stages.finish()
        else stages.update({ ...STAGES[name], total }, done)
      },
    })
  } finally {
    stages.stop()
  }
}
