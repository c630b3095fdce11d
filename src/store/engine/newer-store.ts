import { CommandError } from '../../errors.ts'

/** The refusal of a store that a newer program has opened; `sign` says how that is known. */
export function newerStore(sign: string): CommandError {
  return new CommandError(
    `This store belongs to a newer version of Pequod (${sign}): update Pequod, or restore a backup from before the update.`,
  )
}
