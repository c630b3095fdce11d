import { loadConfig } from '../config.ts'
import { MIGRATION_NAMES } from '../store/migrate.ts'
import { openStore, type Store, type StoreAddress } from '../store/store.ts'
import type { CommandContext } from './command-context.ts'

/**
 * Opens the store, and says so where that made a new one or brought an older one up to date: a command run in the
 * wrong folder should not leave an empty store behind without a word.
 */
export async function openStoreAloud(address: StoreAddress, context: CommandContext): Promise<Store> {
  const store = await openStore(address)
  const [first] = store.migrated
  if (first === undefined) return store
  const name = address.kind === 'sqlite' ? address.path : 'the PostgreSQL database'
  if (first === MIGRATION_NAMES[0]) context.screen.note(`A new store was made in ${name}.`)
  else context.screen.note(`The store in ${name} was brought up to date: ${store.migrated.join(', ')}.`)
  return store
}

/** Runs the work on the configured store and closes it whatever happens. */
export async function withStore<T>(context: CommandContext, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStoreAloud(loadConfig(context.env).database, context)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
