import SQLite from 'better-sqlite3'
import { keepPrivate } from './private-files.ts'

export interface CopyOptions {
  /** Called with the progress, in pages of the file. @default ignored */
  onProgress?(progress: { done: number; total: number }): void
  /** Pages that are copied at a time, 4 KiB each. @default 4096 */
  pagesAtOnce?: number
}

/**
 * Copies a SQLite store into a file, as of one moment, while others read and write it. One reading transaction keeps
 * concurrent writes from restarting the copy. Only its owner may read the file.
 * @throws Error if the store does not exist or the file cannot be written
 */
export async function copySqlite(
  path: string,
  to: string,
  { onProgress = () => undefined, pagesAtOnce = 4_096 }: CopyOptions = {},
): Promise<void> {
  const connection = new SQLite(path, { fileMustExist: true, timeout: 30_000 })
  try {
    connection.exec('BEGIN')
    connection.prepare('SELECT COUNT(*) FROM sqlite_master').get()
    keepPrivate(to)
    await connection.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress({ done: totalPages - remainingPages, total: totalPages })
        return pagesAtOnce
      },
    })
  } finally {
    connection.close()
  }
}
