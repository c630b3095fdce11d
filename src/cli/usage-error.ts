import { CommandError } from '../errors.ts'

/** The command line is wrong, and nothing was started. See `exit-status.ts`. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}
