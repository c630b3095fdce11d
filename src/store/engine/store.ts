import knexFactory, { type Knex } from 'knex'
import { CommandError } from '../../errors.ts'
import { foldAgain } from '../ingest/fold-again.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { newerStore } from './newer-store.ts'
import { storeName, storeReason } from './open-failure.ts'
import { openPostgres } from './postgres.ts'
import { keepPrivate } from './private-files.ts'
import { readSchemaState } from './schema-state.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import type { StoreAddress } from './store-address.ts'

/** An open store: statements through `db`; schema, seeds and administration through `knex`. */
export interface Store {
  db: Database
  knex: Knex
  /** Migrations that ran when this store was opened. */
  migrated: readonly string[]
  close(): Promise<void>
}

/** How a store is opened. */
export interface OpenStoreOptions {
  /** Page cache of SQLite's writing connection, in MiB. @default 64 */
  cacheMiB?: number
  /**
   * How long a statement of PostgreSQL may take once the store is open, and how long one waits for a connection, or on
   * SQLite for another process's transaction, in milliseconds: whoever answers requests had rather fail than wait.
   * @default for ever; 30 seconds for another process's transaction
   */
  patience?: { queryTimeoutMs: number; connectTimeoutMs: number }
  /** See {@link SqliteOptions.checkpoints}. @default true */
  checkpoints?: boolean
  /** Told before migrations run, with their names; what begins with the first one makes a new store. @default nobody */
  onMigrate?(names: readonly string[]): void
  /** Told before every event of the ledger is folded again, by newer rules. @default nobody */
  onFold?(): void
}

/**
 * Opens the store, whose files only their owner may read, and brings its tables up to date; where an older fold made the fact grain, it is made again first.
 * @throws CommandError where the file or server cannot be used, in one sentence without the URL's secrets, and where
 *   a newer version of the program has opened the store before
 */
export async function openStore(address: StoreAddress, options: OpenStoreOptions = {}): Promise<Store> {
  if (address.kind === 'sqlite') keepPrivate(address.path)
  const knex = createKnex(address)
  try {
    const { db, migrated } = await openDatabase(address, knex, options)
    return {
      db,
      knex,
      migrated,
      async close() {
        await db.close()
        await knex.destroy()
      },
    }
  } catch (error) {
    await knex.destroy()
    if (error instanceof CommandError) throw error
    throw new CommandError(`${storeName(address)} cannot be opened: ${storeReason(error)}.`, { cause: error })
  }
}

/** Opens the engine's own connections, on today's tables and with a fact grain that this program's fold made. */
async function openDatabase(
  address: StoreAddress,
  knex: Knex,
  { cacheMiB, checkpoints, patience, onMigrate, onFold }: OpenStoreOptions,
): Promise<{ db: Database; migrated: readonly string[] }> {
  const db =
    address.kind === 'sqlite'
      ? openSqlite({
          path: address.path,
          data: address.data,
          ...(cacheMiB !== undefined && { cacheMiB }),
          ...(checkpoints !== undefined && { checkpoints }),
          ...(patience && { busyTimeoutMs: patience.connectTimeoutMs }),
        })
      : openPostgres({ url: address.url, data: address.data })
  try {
    const { pending, unknown } = await readSchemaState(db)
    if (unknown.length > 0) throw newerStore(`it has run ${unknown.join(', ')}`)
    if (pending.length > 0) onMigrate?.(pending)
    const migrated = pending.length > 0 ? await migrate(knex) : []
    await foldAgain(db, onFold)
    if (address.kind === 'sqlite' || patience === undefined) return { db, migrated }
    await db.close()
    return { db: openPostgres({ ...address, ...patience }), migrated }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Knex writes failures to the console besides throwing them; whoever catches them says what is to be said. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

function createKnex(address: StoreAddress): Knex {
  return address.kind === 'sqlite'
    ? knexFactory({
        client: 'better-sqlite3',
        log: SILENT,
        connection: { filename: address.path },
        useNullAsDefault: true,
        pool: {
          min: 0,
          max: 1,
          afterCreate: (connection: { pragma(text: string): void }, done: () => void) => {
            connection.pragma('journal_mode = WAL')
            connection.pragma('busy_timeout = 30000')
            done()
          },
        },
      })
    : knexFactory({ client: 'pg', log: SILENT, connection: address.url, pool: { min: 0, max: 4 } })
}
