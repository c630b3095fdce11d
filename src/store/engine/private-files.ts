import { chmodSync, closeSync, openSync, type Stats, statSync } from 'node:fs'

/** What SQLite keeps beside a database: the log of what was written last, its index, and what may have to be undone. */
const BESIDE = ['', '-wal', '-shm', '-journal']
/** What of a file's mode lets others than its owner at it. */
const OTHERS = 0o077

/**
 * Makes a SQLite file that only its owner may read and write (0600) where there is none, and takes from everybody else
 * what they may do with one that is there and with the files beside it, where they are this process's user's. SQLite
 * gives the files that it makes beside it the same mode. It never throws: opening the file reports what is wrong.
 */
export function keepPrivate(path: string): void {
  if (path === ':memory:') return
  attempt(() => closeSync(openSync(path, 'ax', 0o600)))
  for (const file of BESIDE.map((end) => path + end)) {
    attempt(() => {
      const stat = statSync(file)
      if (isOpen(stat) && stat.uid === process.getuid?.()) chmodSync(file, stat.mode & ~OTHERS & 0o777)
    })
  }
}

/** Those of a SQLite store's files that others than their owner may read or write. */
export function openToOthers(path: string): string[] {
  return BESIDE.map((end) => path + end).filter((file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat !== undefined && isOpen(stat)
  })
}

function isOpen(stat: Stats): boolean {
  return stat.isFile() && (stat.mode & OTHERS) !== 0
}

function attempt(step: () => void): void {
  try {
    step()
  } catch {
    // There already, not ours, or on a disk without modes.
  }
}
