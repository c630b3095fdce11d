import { CommandError } from '../errors.ts'
import { type Day, dayOf, dayText } from '../ledger/quantities.ts'

/** The UTC day written as YYYY-MM-DD. Throws a CommandError that names the option where there is no such day. */
export function parseDay(text: string, option: string): Day {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const day = dayOf(time / 1_000)
  // Date.parse takes 31 February for 3 March.
  if (!Number.isNaN(day) && dayText(day) === text) return day
  throw new CommandError(`${option} ${JSON.stringify(text)} is not a day: write it as 2026-02-17.`)
}
