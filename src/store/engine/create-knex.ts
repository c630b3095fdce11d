import type SQLite from 'better-sqlite3'
import knexFactory, { type Knex } from 'knex'
import pg from 'pg'

/** How the connections of a pool to PostgreSQL are made. */
export interface PoolOptions {
  url: string
  /** Connections kept at most. @default 10 */
  poolSize?: number
  /** Timeout of a statement, in milliseconds; its connection is closed after it. @default none */
  queryTimeoutMs?: number
  /** How long one waits for a connection, in milliseconds. @default for ever */
  connectTimeoutMs?: number
}

/** Knex writes failures to the console besides throwing them; the catcher logs them. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
/** The longest that a timer can wait, in milliseconds: 24 days. */
const FOR_EVER = 2 ** 31 - 1
/** Milliseconds after which an idle connection is closed. */
const IDLE_MS = 10_000

/** The owner of a file's connections: migrations run on one of its pool, the engine's own are opened by {@link openFile}. */
export function sqliteKnex(path: string): Knex {
  return knexFactory({
    client: 'better-sqlite3',
    log: SILENT,
    connection: { filename: path },
    useNullAsDefault: true,
    pool: {
      min: 0,
      max: 1,
      afterCreate: (connection: SQLite.Database, done: () => void) => {
        prepare(connection)
        done()
      },
    },
  })
}

/** Opens one more connection to the file, in WAL mode; the caller closes it. */
export async function openFile(knex: Knex): Promise<SQLite.Database> {
  const connection: SQLite.Database = await knex.client.acquireRawConnection()
  prepare(connection)
  return connection
}

function prepare(connection: SQLite.Database): void {
  connection.pragma('busy_timeout = 30000')
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = NORMAL')
}

const INT8_OID = 20
// Ledger amounts are safe integers by the check at ingest; only a trader's all-time totals may pass 2^53, and they
// are read for the API's edge, where a double is all there is.
const types = {
  getTypeParser(oid: number, format: string) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, 'text')
  },
}

/** The owner of a pool of connections to PostgreSQL. A connection that dies, idle or not, is replaced when the next is needed. */
export function postgresKnex({ url, poolSize = 10, queryTimeoutMs, connectTimeoutMs }: PoolOptions): Knex {
  return knexFactory({
    client: 'pg',
    log: SILENT,
    connection: {
      connectionString: url,
      types,
      keepAlive: true,
      ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
      ...(connectTimeoutMs !== undefined && { connectionTimeoutMillis: connectTimeoutMs }),
    },
    pool: {
      min: 0,
      max: poolSize,
      idleTimeoutMillis: IDLE_MS,
      acquireTimeoutMillis: connectTimeoutMs ?? FOR_EVER,
      createTimeoutMillis: connectTimeoutMs ?? FOR_EVER,
      // The first in the queue gets the failure; the others retry without delay.
      createRetryIntervalMillis: 1,
    },
  })
}
