import { randomInt } from 'node:crypto'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { LEDGER_CHANGES } from '../../store/engine/tables.ts'
import { NEVER } from './trader-starts.ts'

/**
 * Held by the one publisher that updates the days of behaviour: a row of `ledger_changes` with a version below 0. The next
 * publisher takes it over, and the former one writes no more.
 */
export interface PublisherLease {
  id: number
  /** The earliest day of which anything changed since it was published. */
  since: Day
  /** True if every row is recomputed: there is none, or the first update was not finished. */
  isFull: boolean
}

/** Runs work that writes. */
export type Write = (work: (tx: Sql) => Promise<void>) => Promise<void>

/** Thrown when another publisher has taken over the lease. */
export class LeaseLost extends Error {}

/** Ids are drawn below this. */
const IDS = 2 ** 47
/** Before every day: noted while not every trader has rows. */
const ALL = -1

/** Takes the lease from its present holder, if any. {@link endLease} and {@link dropLease} release it. */
export async function takeLease(tx: Sql): Promise<PublisherLease> {
  const changed = await changedSince(tx)
  const isFull = changed <= ALL || (await tx.get('SELECT day FROM trader_days LIMIT 1')) === undefined
  const lease = { id: -1 - randomInt(IDS), since: isFull ? ALL : changed, isFull }
  await tx.run('DELETE FROM ledger_changes WHERE version < 0')
  await tx.upsert(LEDGER_CHANGES, { version: [lease.id], since: [lease.since] }, 1)
  return lease
}

/**
 * @param lock the next publisher waits for the end of the transaction before it takes over (SQLite always does)
 * @throws LeaseLost if another publisher has it
 */
export async function requireLease(sql: Sql, { id }: PublisherLease, lock = false): Promise<void> {
  const suffix = lock && sql.dialect === 'postgres' ? ' FOR UPDATE' : ''
  const row = await sql.get(`SELECT since FROM ledger_changes WHERE version = ?${suffix}`, [id])
  if (row === undefined) throw new LeaseLost('another publisher has begun')
}

/** Records in the lease that days from this one on are incomplete until it ends. */
export async function recordSince(tx: Sql, { id }: PublisherLease, since: Day): Promise<void> {
  await tx.run('UPDATE ledger_changes SET since = ? WHERE version = ? AND since > ?', [since, id, since])
}

/** Releases the lease: changes up to a version are published. Does nothing if another publisher has taken it over. */
export async function endLease(tx: Sql, { id }: PublisherLease, version: number): Promise<void> {
  await tx.run(
    'DELETE FROM ledger_changes WHERE version <= ? AND EXISTS (SELECT 1 FROM ledger_changes t WHERE t.version = ?)',
    [version, id],
  )
}

/** Releases the lease without publishing. */
export async function dropLease(tx: Sql, { id }: PublisherLease): Promise<void> {
  await tx.run('DELETE FROM ledger_changes WHERE version = ?', [id])
}

/** The earliest day of which anything changed that is not published; {@link NEVER} where nothing did. */
export async function changedSince(sql: Sql): Promise<Day> {
  const row = await sql.get<{ since: Day | null }>('SELECT MIN(since) AS since FROM ledger_changes')
  return row?.since ?? NEVER
}
