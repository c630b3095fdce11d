import SQLite from 'better-sqlite3'

/** How a store is copied. */
export interface CopyOptions {
  /** Told how far the copy is, in pages of the file. @default nobody */
  onProgress?(progress: { done: number; total: number }): void
  /** Pages that are copied at a time, 4 KiB each. @default 4096 */
  pagesAtOnce?: number
}

/**
 * Copies a SQLite store into a file, as it is at one moment, while others read and write it. Within one reading
 * transaction, so that what is written meanwhile does not make the copy begin anew.
 * @throws Error where the store is not there or the file cannot be written
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
