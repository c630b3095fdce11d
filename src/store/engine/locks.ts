import { randomUUID } from 'node:crypto'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import type { Sql, StoreAddress } from './database.ts'
import { keepPrivate } from './private-files.ts'
import { statement, statementBy } from './statement.ts'
import { type Table, text } from './table.ts'

/** Work that one process does at a time: folding loaded fills, and publishing. */
export type LeaseName = 'fold' | 'publish'

/** The holder of the work, and the end of its lease (milliseconds since 1970). The rows always exist. */
export const LEASES = {
  name: 'leases',
  key: ['name'],
  notNull: 'all',
  columns: { name: text<LeaseName>(), holder: 'text', until: 'int' },
} as const satisfies Table

/** The rows of a new store: nobody holds anything. */
export const FREE_LEASES = (['fold', 'publish'] as const).map((name) => ({ name, holder: '', until: 0 }))

/** The right to do such work, until another process takes it over. */
export interface Lease {
  name: LeaseName
  holder: string
}

const TAKE = statement((from, given: Lease & { now: number; until: number }) =>
  from(LEASES)
    .where('name', given.name)
    .where('until', '<=', given.now)
    .update({ holder: given.holder, until: given.until }),
)
const HELD = statementBy((from, { lock }: { lock: boolean }, { name, holder }: Lease) => {
  const held = from(LEASES).select('name').where('name', name).where('holder', holder)
  return lock ? held.forUpdate() : held
})
const RENEW = statement((from, { name, holder, until }: Lease & { until: number }) =>
  from(LEASES).where('name', name).where('holder', holder).update({ until }),
)
const RELEASE = statement((from, { name, holder }: Lease) =>
  from(LEASES).where('name', name).where('holder', holder).update({ holder: '', until: 0 }),
)

/**
 * Takes a lease, unless another process has it whose time has not passed.
 * @param lasts milliseconds for which nobody takes it over; 0: anybody may at any moment, and the holder notices when it next asks
 */
export async function takeLease(tx: Sql, name: LeaseName, lasts: number): Promise<Lease | null> {
  const [lease, now] = [{ name, holder: randomUUID() }, Date.now()]
  return (await TAKE.run(tx, { ...lease, now, until: lasts === 0 ? 0 : now + lasts })) > 0 ? lease : null
}

/**
 * Whether a lease is still its holder's.
 * @param lock who takes it over waits for the end of the transaction (SQLite has one writer anyway)
 */
export async function holdsLease(sql: Sql, lease: Lease, lock = false): Promise<boolean> {
  return (await HELD({ lock }).get(sql, lease)) !== undefined
}

/** Extends a lease by a number of milliseconds from now, if it is still its holder's. */
export async function renewLease(tx: Sql, lease: Lease, lasts: number): Promise<void> {
  await RENEW.run(tx, { ...lease, until: Date.now() + lasts })
}

/** Gives a lease back; returns false where it is not its holder's any more. */
export async function releaseLease(tx: Sql, lease: Lease): Promise<boolean> {
  return (await RELEASE.run(tx, lease)) > 0
}

/**
 * Lets one transaction at a time write a table; who comes second waits, and sees what the first wrote. Readers go on. On PostgreSQL
 * the lock comes before the first read, which fixes what a repeatable transaction sees (a function that locks would be
 * such a read itself); a transaction of SQLite that writes has the file to itself.
 */
export async function lockTable(tx: Sql, { name }: Table): Promise<void> {
  if (tx.dialect === 'postgres') await tx.run(`LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Takes the right to write a table's rows until the transaction ends; false where another one has it. It binds only those who ask. */
export async function tryLockTable(tx: Sql, { name }: Table): Promise<boolean> {
  if (tx.dialect === 'sqlite') return true
  const text = "SELECT pg_try_advisory_xact_lock(hashtext('pequod ' || ?)) AS locked"
  const row = await tx.get<{ locked: boolean }>(text, [name])
  return row?.locked === true
}

/** A lock that one process can hold at a time. */
export interface HeldLock {
  /** Given when the lock is gone though nobody gave it back: another process may hold it. */
  lost: AbortSignal
  /** Gives it back; does nothing where it is lost. */
  release(): Promise<void>
}

/**
 * Takes the lock of the one process that follows the chain into a store. It is free again as soon as its holder ends,
 * however that happens; on PostgreSQL also within seven seconds of its holder hanging or being cut off.
 * @returns null where another process holds it
 * @throws Error where the store cannot be reached
 */
export function takeFollowerLock(address: StoreAddress): Promise<HeldLock | null> {
  return address.kind === 'sqlite' ? lockFile(`${address.path}.follower`) : lockPostgres(address.url)
}

/**
 * Locks a file of its own by SQLite's lock on it: Node has no other that the system takes back when a process dies.
 * The file stays, empty: were it removed, two processes could each lock one of the same name.
 */
async function lockFile(path: string): Promise<HeldLock | null> {
  keepPrivate(path)
  const connection = new SQLite(path, { timeout: 0 })
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return {
    lost: new AbortController().signal,
    release: async () => void connection.close(),
  }
}

/** The lock's name among the advisory locks of its database: "pequ" as a number. */
const LOCK = 0x70657175

/** How a holder shows that it is there, in milliseconds. */
export interface Beat {
  /** How often it gives a sign of life. @default 1000 */
  every?: number
  /** How long the server waits for the next one before the lock is free: longer than the holder hopes. @default 7000 */
  idle?: number
}

/** How long one waits for a connection, and then for the server's word on the lock, in milliseconds. */
const PATIENCE_MS = 4_000
/** Signs of life without an answer after which the holder takes the lock for lost. */
const UNANSWERED = 4

/**
 * Takes an advisory lock within a transaction that stays open on a connection of its own, so that it also holds behind
 * a pooler that hands connections out by transaction. A transaction that reads nothing holds up no vacuum.
 */
export async function lockPostgres(
  url: string,
  { every = 1_000, idle = 7_000 }: Beat = {},
): Promise<HeldLock | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    if (await take(client, idle, end)) return heldLock(client, { lost, end, every })
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return null
}

/** False where another one holds it. Rejects where the server does not answer in time: `end` cuts the connection. */
async function take(client: pg.Client, idle: number, end: () => Promise<void>): Promise<boolean> {
  const patience = setTimeout(end, PATIENCE_MS)
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${idle}`)
    const text = 'SELECT pg_try_advisory_xact_lock($1) AS taken'
    const { rows } = await client.query<{ taken: boolean }>(text, [LOCK])
    if (rows[0]?.taken === true) return true
    // A pooler whose caller leaves within a transaction closes the connection behind it: once a second for each who waits.
    await client.query('ROLLBACK')
    return false
  } finally {
    clearTimeout(patience)
  }
}

interface Holding {
  lost: AbortController
  end(): Promise<void>
  every: number
}

function heldLock(client: pg.Client, { lost, end, every }: Holding): HeldLock {
  // Counted in beats, not by the clock: one that was too busy to read an answer has not lost anything by that.
  let unanswered = 0
  const beat = setInterval(() => {
    if (unanswered++ >= UNANSWERED) return lost.abort()
    if (unanswered > 1) return
    client.query('SELECT 1').then(
      () => {
        unanswered = 0
      },
      () => lost.abort(),
    )
  }, every)
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
  return {
    lost: lost.signal,
    async release() {
      clearInterval(beat)
      await end()
    },
  }
}
