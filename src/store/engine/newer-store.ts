import { CommandError } from '../../errors.ts'

/** The refusal of a store that a newer program has opened; `sign` says how that is known. */
export function newerStore(sign: string): CommandError {
  return new CommandError(
    `This store belongs to a newer version of Pequod (${sign}): update Pequod, or restore a backup from before the update.`,
  )
}

/** The first migration of stores made before the first release, whose tables this program does not know. */
const UNRELEASED = '0001-ledger-and-snapshots'

/** The refusal of a store whose migrations this program does not know: of a newer program, or from before the first release. */
export function foreignStore(migrations: readonly string[]): CommandError {
  if (!migrations.includes(UNRELEASED)) return newerStore(`it has run ${migrations.join(', ')}`)
  return new CommandError(
    'This store was made before the first release and cannot be read: export its events with the version that made it ' +
      '(`pequod export events`), and import them into a new store (`pequod ingest events`).',
  )
}
