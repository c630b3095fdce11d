import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { PequodError } from '../errors.ts'
import {
  type Claim,
  claimExport,
  exportsWithFile,
  failExport,
  finishExport,
  forgetExpired,
  noteProgress,
  returnExport,
  type WrittenPart,
} from '../exports/export-runs.ts'
import { exportFolder, filePath, idOfName, KEPT_SECONDS } from '../exports/exports.ts'
import { type ExportBounds, removePartial } from '../exports/write-export.ts'
import { writeInThread } from '../exports/write-in-thread.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { lookSteadily } from './start-watching.ts'

export interface RunExportsOptions {
  db: Database
  /** The store's address, for the writing thread. */
  address: StoreAddress
  log: FastifyBaseLogger
  /** @default the wall clock */
  clock?: Clock
  /** Milliseconds between two looks for an export, and between two notes of progress. @default 1000 */
  everyMs?: number
  /** @default those of writeExport */
  bounds?: ExportBounds
}

/** Milliseconds between two removals of expired files. */
const SWEEP_MS = 60_000
/** Seconds after which a failed attempt is repeated. */
const RETRY_SECONDS = 5
/** Milliseconds for which a file without an export stays: its row may be of a transaction that is not over. */
const ORPHAN_MS = 86_400_000

/**
 * Writes the exports of accounts one after the other, and removes expired ones. Any number of processes may run it; one takes over
 * what another left unfinished, and begins it again.
 * @returns ends it: an export in progress goes back to those that wait
 */
export function startExports(options: RunExportsOptions): () => Promise<void> {
  const { everyMs = 1_000, log } = options
  const ending = new AbortController()
  let sweptAt = Number.NEGATIVE_INFINITY
  const end = lookSteadily({
    async look() {
      if (performance.now() - sweptAt >= SWEEP_MS) {
        sweptAt = performance.now()
        await sweepExports(options)
      }
      while (!ending.signal.aborted && (await runNext(options, ending.signal)));
    },
    everyMs,
    log,
    failure: 'exports could not be written; retrying',
  })
  return async () => {
    ending.abort()
    await end()
  }
}

/** Writes the next export; false if there is none. */
async function runNext(options: RunExportsOptions, ending: AbortSignal): Promise<boolean> {
  const { db, clock = WALL_CLOCK } = options
  const claim = await claimExport(db, clock())
  if (claim === null) return false
  try {
    await writeClaimed(claim, options, ending)
  } finally {
    await removePartial(db, claim)
  }
  return true
}

async function writeClaimed(claim: Claim, options: RunExportsOptions, ending: AbortSignal): Promise<void> {
  const { db, address, log, clock = WALL_CLOCK, everyMs = 1_000, bounds } = options
  const lost = new AbortController()
  let part: WrittenPart = { rows: 0, bytes: 0 }
  const noting = setInterval(async () => {
    const isHeld = await noteProgress(db, claim, part, clock()).catch(() => true)
    if (!isHeld) lost.abort()
  }, everyMs)
  try {
    const file = await writeInThread(
      address,
      { asked: claim, bounds },
      {
        signal: AbortSignal.any([ending, lost.signal]),
        onProgress(soFar) {
          part = soFar
        },
      },
    )
    const isKept = await finishExport(db, claim, file, clock() + KEPT_SECONDS)
    if (!isKept) await rm(filePath(db.duckdb, claim), { force: true })
  } catch (error) {
    if (lost.signal.aborted) return
    if (ending.aborted) return await returnExport(db, claim, { isOurFault: false, until: 0 })
    if (error instanceof PequodError && error.code !== 'SERVICE_UNAVAILABLE')
      return await failExport(db, claim, error.message)
    const isOurFault = !(error instanceof PequodError)
    if (isOurFault) log.error(error, 'an export could not be written')
    await returnExport(db, claim, { isOurFault, until: clock() + RETRY_SECONDS })
  } finally {
    clearInterval(noting)
  }
}

/** Removes expired exports, and files of exports that are not there any more. */
export async function sweepExports({
  db,
  clock = WALL_CLOCK,
}: Pick<RunExportsOptions, 'db' | 'clock'>): Promise<void> {
  await forgetExpired(db, clock())
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
