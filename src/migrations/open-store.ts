import type { Knex } from 'knex'
import { CommandError } from '../errors.ts'
import type { Database, Engine, StoreAddress } from '../store/engine/database.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { keepPrivate } from '../store/engine/private-files.ts'
import { openSqlite, type SqliteOptions } from '../store/engine/sqlite.ts'
import { storeName, storeReason } from '../store/engine/store-failures.ts'
import { foldAgain } from '../store/load/fold-loaded.ts'
import { foreignStore, lackingColumn, migrate, olderStore, readSchemaState } from './schema-state.ts'

/** An open store: statements through `db`; schema, seeds and administration through `knex`. */
export interface Store {
  db: Database
  knex: Knex
  /** Migrations that ran when this store was opened. */
  migrated: readonly string[]
  close(): Promise<void>
}

export interface OpenStoreOptions {
  /**
   * How long a statement of PostgreSQL may take once the store is open, and how long one waits for a connection, or on
   * SQLite for another process's transaction, in milliseconds: a server prefers a fast failure.
   * @default for ever; 30 seconds for another process's transaction
   */
  patience?: { queryTimeoutMs: number; connectTimeoutMs: number }
  /** See {@link SqliteOptions.checkpoints}. @default true */
  checkpoints?: boolean
  /**
   * Called before migrations run, with their names; a list that begins with the first one creates a new store. @default
   * ignored
   */
  onMigrate?(names: readonly string[]): void
  /** Called before every event of the ledger is folded again, by newer rules. @default ignored */
  onFold?(): void
}

/**
 * Opens the store, whose files only their owner may read, and brings its tables up to date; where an older fold made the fact grain, it is made again first.
 * @throws CommandError where the file or server cannot be used, in one sentence without the URL's secrets, and where
 *   a newer version of the program has opened the store before
 */
export async function openStore(address: StoreAddress, options: OpenStoreOptions = {}): Promise<Store> {
  if (address.kind === 'sqlite') keepPrivate(address.path)
  try {
    const { db, migrated } = await openDatabase(address, options)
    return { db, knex: db.knex, migrated, close: () => db.close() }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${storeName(address)} cannot be opened: ${storeReason(error)}.`, { cause: error })
  }
}

/** Opens the engine, on today's tables and with a fact grain that this program's fold made. */
async function openDatabase(
  address: StoreAddress,
  { checkpoints, patience, onMigrate, onFold }: OpenStoreOptions,
): Promise<{ db: Engine; migrated: readonly string[] }> {
  const db =
    address.kind === 'sqlite'
      ? await openSqlite({
          path: address.path,
          data: address.data,
          ...(checkpoints !== undefined && { checkpoints }),
          ...(patience && { busyTimeoutMs: patience.connectTimeoutMs }),
        })
      : openPostgres({ url: address.url, data: address.data })
  try {
    const { pending, unknown } = await readSchemaState(db)
    if (unknown.length > 0) throw foreignStore(unknown)
    if (pending.length > 0) onMigrate?.(pending)
    const migrated = pending.length > 0 ? await migrate(db.knex) : []
    const lacking = await lackingColumn(db)
    if (lacking !== null) throw olderStore(storeName(address), lacking)
    await foldAgain(db, address, onFold)
    if (address.kind === 'sqlite' || patience === undefined) return { db, migrated }
    await db.close()
    return { db: openPostgres({ ...address, ...patience }), migrated }
  } catch (error) {
    await db.close()
    throw error
  }
}
