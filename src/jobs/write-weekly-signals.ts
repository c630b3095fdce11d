import { dayText } from '../ledger/quantities.ts'
import { type UpdateOptions, updateSmartMoney } from '../smart-money/update-smart-money.ts'
import type { Database } from '../store/engine/database.ts'
import type { JobContext, JobScreen } from './job-context.ts'
import { showStages } from './stage-progress.ts'

/**
 * Writes the signals of the weeks that have begun, and prints their number. A failure prints one line and does not
 * affect the snapshot; the next run writes the missing weeks.
 */
export async function writeWeeklySignals({ screen }: JobContext, db: Database): Promise<void> {
  const cohorts = showCohorts(screen)
  try {
    const { weeks, signals } = await updateSmartMoney(db, { onWeek: cohorts.onWeek })
    if (weeks > 0)
      screen.note(
        `${signals.toLocaleString('en')} signals in ${weeks.toLocaleString('en')} weeks. ` +
          'Weeks written now are final: later imports for earlier days do not change them.',
      )
  } catch (error) {
    cohorts.stop()
    screen.warn(`Smart money is delayed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Shows the progress of weeks whose cohorts are fixed: a first start fixes months of them. */
export function showCohorts(screen: JobScreen): {
  onWeek: NonNullable<UpdateOptions['onWeek']>
  stop(): void
} {
  const stages = showStages(screen)
  return {
    onWeek(week, fixed, weeks) {
      if (fixed === 0)
        screen.note(
          `Fixing the cohorts of ${weeks.toLocaleString('en')} weeks from ${dayText(week)}; they never change afterwards.`,
        )
      // One pass computes a year of weeks, so the first of them says nothing about the time of the others.
      stages.update({ label: 'Fixing cohorts', total: null, unit: 'weeks' }, fixed)
      if (fixed === weeks) stages.finish()
    },
    stop: stages.stop,
  }
}
