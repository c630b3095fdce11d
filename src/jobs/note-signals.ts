import { updateSmartMoney } from '../smart-money/update-smart-money.ts'
import type { Database } from '../store/engine/database.ts'
import type { JobContext } from './job-context.ts'
import { tellCohorts } from './tell-cohorts.ts'

/**
 * Writes the signals of the weeks that have begun, and tells how many came. The snapshot stands whatever becomes of
 * this: a failure is told of in one line, and the next time does what this one has not.
 */
export async function noteSignals({ screen }: JobContext, db: Database): Promise<void> {
  try {
    const { weeks, signals } = await updateSmartMoney(db, { onWeek: tellCohorts(screen) })
    if (weeks > 0)
      screen.note(
        `${signals.toLocaleString('en')} signals in ${weeks.toLocaleString('en')} weeks. ` +
          'Weeks written now stay: what an import brings later for days before them changes nothing in them.',
      )
  } catch (error) {
    screen.warn(`Smart money is delayed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
