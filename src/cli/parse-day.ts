import { type Day, dayOfText } from '../ledger/quantities.ts'
import { UsageError } from './usage-error.ts'

/** The UTC day written as YYYY-MM-DD. Throws a UsageError that names the option if there is no such day. */
export function parseDay(text: string, option: string): Day {
  const day = dayOfText(text)
  if (day !== null) return day
  throw new UsageError(`${option} ${JSON.stringify(text)} is not a day such as 2026-02-17.`)
}
