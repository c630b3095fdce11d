import { CommandError } from '../errors.ts'
import type { Database } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'

/** Throws a CommandError if the store holds the demo world: real and simulated events together would make every number wrong. */
export async function refuseDemoStore(db: Database): Promise<void> {
  if ((await readLedgerState(db)).simulated)
    throw new CommandError(
      'This store holds the simulated demo world, and real events must not mix with it: set DATABASE_URL to another store.',
    )
}
