import type { Sql } from '../../store/engine/database.ts'

/**
 * One refresh at a time, and one state of the ledger for all its reads. SQLite's write transaction is both. On
 * PostgreSQL readers and ingest go on meanwhile; the lock comes before the first read, which fixes what is seen.
 */
export async function holdStill(tx: Sql): Promise<void> {
  if (tx.dialect === 'sqlite') return
  await tx.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await tx.run('LOCK TABLE snapshots IN SHARE ROW EXCLUSIVE MODE')
}
