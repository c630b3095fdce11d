import { type Day, dayText } from '../ledger/quantities.ts'
import { updateSmartMoney } from '../smart-money/update-smart-money.ts'
import type { Database } from '../store/engine/database.ts'
import type { JobContext, JobScreen } from './job-context.ts'

/**
 * Writes the signals of the weeks that have begun, and prints their number. A failure prints one line and does not
 * affect the snapshot; the next run writes the missing weeks.
 */
export async function writeWeeklySignals({ screen }: JobContext, db: Database): Promise<void> {
  try {
    const { weeks, signals } = await updateSmartMoney(db, { onWeek: reportCohorts(screen) })
    if (weeks > 0)
      screen.note(
        `${signals.toLocaleString('en')} signals in ${weeks.toLocaleString('en')} weeks. ` +
          'Weeks written now are final: later imports for earlier days do not change them.',
      )
  } catch (error) {
    screen.warn(`Smart money is delayed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Prints one line when the first week's cohorts are fixed, with the number of weeks: a first start fixes months of them. */
export function reportCohorts(screen: JobScreen): (week: Day, weeks: number) => void {
  let isTold = false
  return (week, weeks) => {
    if (!isTold)
      screen.note(
        `Fixing the cohorts of ${weeks.toLocaleString('en')} weeks from ${dayText(week)}; they never change afterwards.`,
      )
    isTold = true
  }
}
