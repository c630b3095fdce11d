import { loadConfig } from '../config/config.ts'
import { CommandError } from '../errors.ts'
import { type OpenStoreOptions, openStore, type Store } from '../migrations/open-store.ts'
import { MIGRATION_NAMES } from '../migrations/schema-state.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import type { CommandContext } from './command-context.ts'

/**
 * Opens the store. Prints a line if that creates a new store, so that a command in the wrong folder does not do so
 * silently, or if it migrates an older one, which may take a while.
 */
export function openStoreWithProgress(
  address: StoreAddress,
  { screen }: CommandContext,
  options: Pick<OpenStoreOptions, 'patience' | 'checkpoints'> = {},
): Promise<Store> {
  const name = address.kind === 'sqlite' ? address.path : 'the PostgreSQL database'
  return openStore(address, {
    ...options,
    onMigrate(names) {
      if (names[0] === MIGRATION_NAMES[0]) screen.note(`Creating a new store in ${name}.`)
      else screen.note(`Migrating the store in ${name}: ${names.join(', ')}.`)
    },
    onFold: () =>
      screen.note(
        "Re-folding every event by this version's rules; this takes about as long as importing them did.",
      ),
  })
}

/** Runs the work on the configured store and always closes it. */
export async function withStore<T>(
  context: CommandContext,
  work: (store: Store) => Promise<T>,
  options: Pick<OpenStoreOptions, 'checkpoints'> = {},
): Promise<T> {
  const store = await openStoreWithProgress(loadConfig(context.env).database, context, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Throws a CommandError if the store holds the demo world: real and simulated events together would make every number wrong. */
export async function refuseDemoStore(db: Database): Promise<void> {
  if ((await readLedgerState(db)).simulated)
    throw new CommandError(
      'This store holds the simulated demo world, and real events must not mix with it: set DATABASE_URL to another store.',
    )
}

/** Timeouts of the service's database. Callers prefer a fast 503. */
export const STORE_TIMEOUTS: NonNullable<OpenStoreOptions['patience']> = {
  queryTimeoutMs: 10_000,
  connectTimeoutMs: 3_000,
}
