import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { lockTable } from '../../store/engine/locks.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { SNAPSHOTS } from '../../store/snapshot/snapshot-tables.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import { type Cutoff, readCutoff } from '../boards/cutoff.ts'
import { updateForesightDays } from './foresight-days.ts'
import {
  changedSince,
  dropLease,
  LeaseLost,
  othersTurn,
  requireLease,
  type Sources,
  takeLease,
  writerBeside,
} from './publisher-lease.ts'

/** Attempts beside other writers before one in a transaction, while they wait. */
const TRIES = 20

/** Whether the days of foresight may still lack the day that the cutoff names. */
export async function isBehind(sql: Sql, { day }: Cutoff): Promise<boolean> {
  const head = await newestHead(sql)
  return day > dayOf(head?.cutoffTime ?? -1) || (await changedSince(sql)) <= day
}

/**
 * Reads everybody's days as of a day, in views that see one moment of the ledger, while others write: the days of foresight
 * are brought up to it before, in short transactions.
 * @throws PequodError as {@link readCutoff} does
 */
export async function readBeside<T>(
  db: Database,
  day: Day,
  read: (sources: Sources) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      const done = await tryBeside(db, day, read)
      if (done !== null) return done.result
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      await othersTurn()
    }
  }
  return db.transaction((tx) => readAlone(tx, day, read))
}

/** The same in a transaction that holds the ledger still, as its first reads. Its rows of foresight are the transaction's. */
export async function readAlone<T>(tx: Sql, day: Day, read: (sources: Sources) => Promise<T>): Promise<T> {
  await lockForRefresh(tx)
  const cutoff = await readCutoff(tx, day)
  if (await isBehind(tx, cutoff)) {
    const lease = await takeLease(tx)
    await updateForesightDays(tx, { cutoff, lease, write: (work) => work(tx) })
    // The next publication must see the changes, too.
    await dropLease(tx, lease)
  }
  return read({ sql: tx, foresight: tx })
}

/**
 * @returns null if the ledger has moved on since the view began
 * @throws LeaseLost if another publisher has begun before the days of foresight were read
 */
function tryBeside<T>(
  db: Database,
  day: Day,
  read: (sources: Sources) => Promise<T>,
): Promise<{ result: T } | null> {
  return db.view(async (sql) => {
    const cutoff = await readCutoff(sql, day)
    if (!(await isBehind(sql, cutoff))) return { result: await read({ sql, foresight: sql }) }
    const lease = await db.transaction(async (tx) => {
      const { version } = await readLedgerState(tx, true)
      return version === cutoff.version ? takeLease(tx) : null
    })
    if (lease === null) return null
    await updateForesightDays(sql, { cutoff, lease, write: writerBeside(db, lease) })
    const result = await db.view(async (foresight) => {
      await requireLease(foresight, lease)
      return read({ sql, foresight })
    })
    await db.transaction((tx) => dropLease(tx, lease))
    return { result }
  })
}

/**
 * Allows one refresh at a time, with one state of the ledger for all its reads. SQLite's write transaction gives both. On
 * PostgreSQL readers and ingest continue meanwhile; the lock precedes the first read, which fixes the state that is seen.
 */
async function lockForRefresh(tx: Sql): Promise<void> {
  if (tx.dialect === 'sqlite') return
  await tx.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await lockTable(tx, SNAPSHOTS)
}
