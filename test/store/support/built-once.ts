import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { inject } from 'vitest'

/**
 * A file that the first test file to request it builds, for every test file of the run to copy.
 * @param build writes all of it at the given path
 * @returns its path; only to be read
 */
export async function builtOnce(name: string, build: (path: string) => Promise<void>): Promise<string> {
  const file = join(inject('builtFolder'), name)
  if (existsSync(file)) return file
  // Test files are processes: those that come second wait for a lock that a process gives up even where it fails.
  const lock = new Database(`${file}.lock`, { timeout: 300_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    if (existsSync(file)) return file
    await build(`${file}.${process.pid}`)
    await rename(`${file}.${process.pid}`, file)
    return file
  } finally {
    lock.close()
  }
}
