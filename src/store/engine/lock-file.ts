import SQLite from 'better-sqlite3'
import { keepPrivate } from './private-files.ts'

/** What a process holds that no other can hold meanwhile. */
export interface HeldLock {
  /** Given when the lock is gone though nobody gave it back: another process may hold it. */
  lost: AbortSignal
  /** Gives it back; does nothing where it is lost. */
  release(): Promise<void>
}

/**
 * Locks a file of its own by SQLite's lock on it: Node has no other that the system takes back when a process dies.
 * The file stays, empty: were it removed, two processes could each lock one of the same name.
 */
export async function lockFile(path: string): Promise<HeldLock | null> {
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
