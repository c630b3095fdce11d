import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../engine/database.ts'
import { hashRows } from './hash-rows.ts'
import { DERIVED_ROWS } from './named-rows.ts'
import { rebuild } from './rebuild.ts'

/** How a derived table compares with the one that its events make again. */
export interface RebuiltTable {
  table: string
  rows: number
  rebuiltRows: number
  same: boolean
}

/** Makes an empty store in a SQLite file. */
export type OpenNew = (path: string) => Promise<{ db: Database; close(): Promise<void> }>

/**
 * Folds the whole event log again, into a SQLite store of its own that is gone afterwards, and compares every derived
 * table by name. The temporary store needs about as much disk as the ledger.
 */
export async function checkRebuild(
  db: Database,
  openNew: OpenNew,
  onProgress?: (records: number) => void,
): Promise<RebuiltTable[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-verify-'))
  try {
    const fresh = await openNew(join(folder, 'rebuilt.db'))
    try {
      await rebuild(db, fresh.db, onProgress)
      return await compare(db, fresh.db)
    } finally {
      await fresh.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(db: Database, rebuilt: Database): Promise<RebuiltTable[]> {
  const tables: RebuiltTable[] = []
  for (const rows of DERIVED_ROWS) {
    const stored = await hashRows(db, rows)
    const again = await hashRows(rebuilt, rows)
    tables.push({
      table: rows.name,
      rows: stored.rows,
      rebuiltRows: again.rows,
      same: stored.rows === again.rows && stored.hash === again.hash,
    })
  }
  return tables
}
