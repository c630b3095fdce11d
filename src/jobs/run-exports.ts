import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WALL_CLOCK } from '../clock.ts'
import {
  type Claim,
  claimExport,
  exportQueue,
  exportsWithFile,
  finishExport,
  noteProgress,
  type WrittenPart,
} from '../exports/export-runs.ts'
import { exportFolder, filePath, idOfName, KEPT_SECONDS } from '../exports/exports.ts'
import { type FindRows, removePartial, writeInThread } from '../exports/write-export.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { type RunKind, type RunOptions, startRuns } from './start-runs.ts'

/** Milliseconds for which a file without an export stays: its row may be of a transaction that is not over. */
const ORPHAN_MS = 86_400_000

/** Writes the exports of accounts, as {@link startRuns} does, and removes expired ones. */
export function startExports({ find, ...options }: RunOptions & { find: FindRows }): () => Promise<void> {
  const { db, address, clock = WALL_CLOCK } = options
  const kind: RunKind<Claim, WrittenPart> = {
    queue: exportQueue,
    claim: claimExport,
    begun: () => ({ rows: 0, bytes: 0 }),
    note: noteProgress,
    async work(claim, running) {
      try {
        const found = claim.where && (await find(claim))
        const file = await writeInThread(address, { ...claim, ...(found && { found }) }, running)
        const isKept = await finishExport(db, claim, file, clock() + KEPT_SECONDS)
        if (!isKept) await rm(filePath(db.duckdb, claim), { force: true })
      } finally {
        await removePartial(db, claim)
      }
    },
    sweep: sweepExports,
    failure: 'an export could not be written',
  }
  return startRuns(kind, options)
}

/** Removes expired exports, and files of exports that are not there any more. */
export async function sweepExports(db: Database, now: Seconds): Promise<void> {
  await exportQueue.forgetExpired(db, now)
  const folder = exportFolder(db.duckdb)
  const names = await readdir(folder).catch(() => [])
  const kept = await exportsWithFile(db, names.map(idOfName))
  for (const name of names) {
    if (kept.has(idOfName(name))) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > ORPHAN_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
