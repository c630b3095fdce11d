import { CommandError } from '../errors.ts'

/** What was typed cannot be meant: nothing was begun. See `exit-status.ts`. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}
