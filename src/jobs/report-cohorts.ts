import type { Day } from '../ledger/quantities.ts'
import { dayText } from '../ledger/quantities.ts'
import type { JobScreen } from './job-context.ts'

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
