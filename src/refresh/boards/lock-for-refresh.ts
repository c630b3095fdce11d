import type { Sql } from '../../store/engine/database.ts'

/**
 * Allows one refresh at a time, with one state of the ledger for all its reads. SQLite's write transaction gives both. On
 * PostgreSQL readers and ingest continue meanwhile; the lock precedes the first read, which fixes the state that is seen.
 */
export async function lockForRefresh(tx: Sql): Promise<void> {
  if (tx.dialect === 'sqlite') return
  await tx.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await tx.run('LOCK TABLE snapshots IN SHARE ROW EXCLUSIVE MODE')
}
