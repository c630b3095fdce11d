import type { Day } from '../ledger/quantities.ts'
import { dayText } from '../ledger/quantities.ts'
import type { JobScreen } from './job-context.ts'

/** Tells in one line how many weeks' cohorts are being fixed, when the first of them is: a first start fixes months of them. */
export function tellCohorts(screen: JobScreen): (week: Day, weeks: number) => void {
  let isTold = false
  return (week, weeks) => {
    if (!isTold)
      screen.note(
        `Fixing the cohorts of ${weeks.toLocaleString('en')} weeks from ${dayText(week)}; they never change afterwards.`,
      )
    isTold = true
  }
}
