import { chmodSync, closeSync, openSync, type Stats, statSync } from 'node:fs'

/** SQLite's files beside a database: the log of the newest writes, its index, and the rollback journal. */
const BESIDE = ['', '-wal', '-shm', '-journal']
/** Bits of a file's mode that grant access to others than its owner. */
const OTHERS = 0o077

/**
 * Creates a SQLite file that only its owner may read and write (0600), or removes everybody else's access to an
 * existing one and the files beside it, if they belong to this process's user. SQLite gives the files that it creates
 * beside it the same mode. Never throws: opening the file reports problems.
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
