import type { Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { WATCH_STATE } from './watchlist-tables.ts'

const LOCK = statement((from) => from(WATCH_STATE).select('id').where('id', 1).forUpdate())

/** Waits for looks that are writing what they found, and keeps others from it until the transaction ends. */
export async function lockLooks(tx: Sql): Promise<void> {
  await LOCK.all(tx)
}

/** Notes, in the transaction that appends them, that events came and the earliest one's time. */
export async function noteNews(tx: Sql, earliest: Seconds): Promise<void> {
  await tx.run(
    'UPDATE watch_state SET since = CASE WHEN since IS NULL OR since > ? THEN ? ELSE since END WHERE id = 1',
    [earliest, earliest],
  )
}

/**
 * Takes what came since the last look, with what a look took that never ended; what comes from now on is for the next one.
 * @param name of this look
 * @returns the time of the earliest event that is to be looked at; null where nothing came
 */
export async function takeNews(db: Database, name: string): Promise<Seconds | null> {
  const waiting = 'since IS NOT NULL OR taken IS NOT NULL'
  // Most looks find nothing, and should keep nobody from writing.
  if ((await db.get(`SELECT id FROM watch_state WHERE ${waiting}`)) === undefined) return null
  const take = (tx: Sql) =>
    tx.get<{ taken: Seconds }>(
      'UPDATE watch_state SET taken = CASE WHEN taken IS NULL OR taken > since THEN COALESCE(since, taken) ELSE taken END, ' +
        `taken_by = ?, since = NULL WHERE id = 1 AND (${waiting}) RETURNING taken`,
      [name],
    )
  return (await db.transaction(take))?.taken ?? null
}

/** Ends a look, in the transaction that writes what it found; where another one took more meanwhile, that one ends it. */
export async function endLook(tx: Sql, name: string): Promise<void> {
  await tx.run('UPDATE watch_state SET taken = NULL, taken_by = NULL WHERE id = 1 AND taken_by = ?', [name])
}
