import { weeksBeside } from '../cohorts/ensure-cohorts.ts'
import { loadConfig } from '../config/config.ts'
import type { TimedPhase } from '../numbers/publish/phase-clock.ts'
import { MOST_SIGNED, type RefreshOptions, type RefreshResult } from '../numbers/publish/publisher.ts'
import { refresh } from '../numbers/publish/refresh.ts'
import type { Database } from '../store/engine/database.ts'
import { type JobContext, type Stage, showStages } from './job-context.ts'
import { showCohorts } from './news.ts'

/** The stages of a refresh as they are shown, by the names that its report has. */
const STAGES: Readonly<Record<TimedPhase['name'], Omit<Stage, 'total'>>> = {
  positions: { label: 'Computing positions', unit: 'fills' },
  foresight: { label: 'Computing foresight' },
  signs: { label: 'Computing signs of trades' },
  changes: { label: 'Applying changes' },
  traders: { label: 'Computing traders', unit: 'traders' },
  boards: { label: 'Ranking traders' },
  publish: { label: 'Publishing' },
}

/**
 * Computes a snapshot and shows the progress of each stage; where all traders are counted for it, the cohorts of weeks that
 * have none are fixed beside. Throws as `refresh` does.
 */
export async function refreshWithProgress(
  { env, screen }: JobContext,
  db: Database,
  options: Omit<RefreshOptions, 'onPhase' | 'tops'> = {},
): Promise<RefreshResult> {
  const stages = showStages(screen)
  const cohorts = showCohorts(screen)
  const weeks = options.asOf === undefined ? await weeksBeside(db, { onWeek: cohorts.onWeek }) : null
  try {
    return await refresh(db, {
      // Streams by signs read the trades of each snapshot once.
      signs: MOST_SIGNED,
      ...options,
      delayMinutes: loadConfig(env).whaleDelayMinutes,
      // The next step fixes the weeks that this one cannot, and reports why.
      tops: weeks && { ...weeks, take: (...tops) => weeks.take(...tops).catch(() => undefined) },
      onPhase({ name, done, total, seconds }) {
        if (seconds !== undefined) stages.finish()
        else stages.update({ ...STAGES[name], total }, done)
      },
    })
  } finally {
    stages.stop()
    cohorts.stop()
  }
}
