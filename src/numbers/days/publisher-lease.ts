import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import {
  holdsLease,
  type Lease,
  releaseLease,
  takeLease as takeStoreLease,
} from '../../store/engine/locks.ts'
import { statement } from '../../store/engine/statement.ts'
import { appendChange, moveCursor, unreadChanges } from '../../store/ledger/ledger-changes.ts'
import { LEDGER_CHANGES } from '../../store/tables.ts'

/** A day after every other. */
export const NEVER = 2 ** 31 - 1

/**
 * Held by the one publisher that updates the days of foresight. The next publisher takes it over, and the former one stops writing.
 * A row of `ledger_changes` of version -1 says from which day on rows may be missing, from before they are dropped until it ends.
 */
export interface PublisherLease extends Lease {
  /** The earliest day that changed since it was published. */
  since: Day
  /** The day from which on rows may be missing, because an update was not finished; {@link NEVER} where none was begun. */
  incomplete: Day
}

/** Runs work that writes. */
export type Write = (work: (tx: Sql) => Promise<void>) => Promise<void>

/** Sources of everybody's days. */
export interface Sources {
  /** Sees one moment of the ledger. */
  sql: Sql
  /** Reads the days of foresight at the same version. */
  foresight: Sql
}

/** Thrown when another publisher has taken over the lease. */
export class LeaseLost extends Error {}

/** How long another publisher who has begun is left alone at least, in milliseconds. */
const OTHERS_TURN = 500
/** Between two transactions, in milliseconds: longer than who waits for the store on SQLite sleeps between two tries. */
const PAUSE = 15
/** The version of the row that says which days are incomplete: below that of any change. */
const INCOMPLETE = -1

const FORGET_SINCE = statement((from) => from(LEDGER_CHANGES).where('version', INCOMPLETE).delete())
const CHANGED_SINCE = statement((from) => unreadChanges(from, 'publisher').min('c.since as since'))
const INCOMPLETE_SINCE = statement((from) =>
  from(LEDGER_CHANGES).where('version', INCOMPLETE).min('since as since'),
)

/** Takes the lease from its present holder, if any. {@link endLease} and {@link dropLease} release it. */
export async function takeLease(tx: Sql): Promise<PublisherLease> {
  const lease = await takeStoreLease(tx, 'publish', 0)
  if (lease === null) throw new Error('the store has lost its leases')
  const incomplete = dayOfTime((await INCOMPLETE_SINCE.get(tx))?.since)
  return { ...lease, since: await changedSince(tx), incomplete }
}

/**
 * @param lock the next publisher waits for the end of the transaction before it takes over (SQLite always does)
 * @throws LeaseLost if another publisher has it
 */
export async function requireLease(sql: Sql, lease: PublisherLease, lock = false): Promise<void> {
  if (!(await holdsLease(sql, lease, lock))) throw new LeaseLost('another publisher has begun')
}

/** Waits while another publisher works, for a random time. */
export function othersTurn(): Promise<void> {
  return sleep(OTHERS_TURN * (1 + Math.random()))
}

/** Writes in short transactions, between which others write, for as long as the lease is held. */
export function writerBeside(db: Database, lease: PublisherLease | null): Write {
  let last = Number.NEGATIVE_INFINITY
  return async (work) => {
    await sleep(Math.max(0, last + PAUSE - performance.now()))
    await db.transaction(async (tx) => {
      if (lease !== null) await requireLease(tx, lease, true)
      await work(tx)
    })
    last = performance.now()
  }
}

/** Records that days from this one on are incomplete until the lease ends; in a transaction whose lease is checked. */
export async function recordSince(tx: Sql, since: Day): Promise<void> {
  await appendChange(tx, INCOMPLETE, since)
}

/** Releases the lease: changes up to a version are published. Does nothing if another publisher has taken it over. */
export async function endLease(tx: Sql, lease: PublisherLease, version: number): Promise<void> {
  if (await dropLease(tx, lease)) await moveCursor(tx, 'publisher', version)
}

/** Releases the lease without publishing; returns false if another publisher has taken it over. */
export async function dropLease(tx: Sql, lease: PublisherLease): Promise<boolean> {
  const isHeld = await releaseLease(tx, lease)
  if (isHeld) await FORGET_SINCE.run(tx)
  return isHeld
}

/** The earliest day with an unpublished change; {@link NEVER} without one. */
export async function changedSince(sql: Sql): Promise<Day> {
  const [changed, incomplete] = [await CHANGED_SINCE.get(sql), await INCOMPLETE_SINCE.get(sql)]
  return Math.min(dayOfTime(changed?.since), dayOfTime(incomplete?.since))
}

function dayOfTime(time: Seconds | null | undefined): Day {
  return time == null ? NEVER : Math.floor(time / DAY_SECONDS)
}
