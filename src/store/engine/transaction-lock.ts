import type { Sql } from './database.ts'
import type { Table } from './table-types.ts'

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
