import { type Day, dayOf, dayText } from '../ledger/quantities.ts'
import { UsageError } from './usage-error.ts'

/** The UTC day written as YYYY-MM-DD. Throws a UsageError that names the option where there is no such day. */
export function parseDay(text: string, option: string): Day {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const day = dayOf(time / 1_000)
  // Date.parse takes 31 February for 3 March.
  if (!Number.isNaN(day) && dayText(day) === text) return day
  throw new UsageError(`${option} ${JSON.stringify(text)} is not a day: write it as 2026-02-17.`)
}
