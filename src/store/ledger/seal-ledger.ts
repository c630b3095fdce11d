import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defined } from '../../checks.ts'
import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'
import { headSnapshots } from '../snapshot/stored-snapshots.ts'
import { readLedgerState } from './ledger-state.ts'
import { isUnfolded } from './load-state.ts'
import { CHAIN_KINDS, type ChainKind } from './sealed/chain-kinds.ts'
import {
  filesOf,
  readManifest,
  readManifests,
  rowsByKind,
  type Segment,
  type SegmentKind,
  writeManifest,
} from './sealed/manifest.ts'
import { sealChain, uniteChain } from './sealed/seal-chain.ts'
import { areDaysDue, sealDays } from './sealed/seal-days.ts'
import { createSealRun, type SealRun } from './sealed/seal-run.ts'
import { type SegmentFile, sealedFiles } from './sealed/sealed-files.ts'
import { uniteDays } from './sealed/unite-days.ts'

export { rewriteWornDays } from './sealed/unite-days.ts'

/** Days before the newest event whose rows stay rows: reorganisations and late rows of APIs touch those. */
export const SETTLED_AFTER_DAYS = 3
/** Rows that one transaction takes out of the store: few enough that nobody waits for it. */
const PART_ROWS = 40_000
/** How old a file must be that no manifest names before it goes: somebody may still read it. */
const KEEP_MS = 3_600_000

export interface SealReport {
  /** By kind, how many were rows before. */
  rows: Record<SegmentKind, number>
  segments: number
}

/** The result of a run that finds nothing to seal. */
export const NOTHING_SEALED: SealReport = { rows: rowsByKind([]), segments: 0 }

export interface SealOptions {
  /** Days before the newest event that stay rows. @default 3 */
  settledAfterDays?: number
  /** @default 40000 */
  partRows?: number
  /** Milliseconds for which a file is in the data folder before it takes the place of its rows. @default 0 */
  leadMs?: number
  /** Awaited before each segment, so that the work can make room for other work. @default nothing */
  pace?(): Promise<unknown>
  /** Told after each segment how many rows were sealed so far. @default nobody */
  onProgress?(rows: number): void
  /** Ends the work between two segments. @default never */
  signal?: AbortSignal
}

/**
 * Moves what is settled out of the store into segments, kind after kind. A segment is named in the transaction that
 * removes its rows, some time after its files were written. Can be ended at any moment, and continues where it was.
 */
export async function sealLedger(db: Database, options: SealOptions = {}): Promise<SealReport> {
  const { partRows = PART_ROWS, leadMs = 0, pace, onProgress, signal } = options
  const report: SealReport = { rows: { ...NOTHING_SEALED.rows }, segments: 0 }
  const before = await settledBefore(db, options.settledAfterDays ?? SETTLED_AFTER_DAYS)
  // Loaded fills that are folded now are read from the files that there are.
  if (before === null || (await isUnfolded(db))) return report
  const onNamed = (kind: SegmentKind, rows: number) => {
    report.segments++
    report.rows[kind] += rows
    onProgress?.(Object.values(report.rows).reduce((sum, count) => sum + count))
  }
  const run = createSealRun({ before, partRows, leadMs, pace, signal, onNamed })
  await sealEvents(db, run)
  await sealDays(db, run)
  for (const kind of CHAIN_KINDS) await uniteChain(db, kind, run)
  await uniteDays(db, run)
  await removeStrays(db)
  return report
}

/**
 * Seals the settled events of a load once they are many, before they are folded: their room in the store is then free for
 * the positions, and nobody folds yet from the files that there are.
 */
export async function sealLoaded(
  db: Database,
  options: Pick<SealOptions, 'settledAfterDays' | 'partRows' | 'signal'> = {},
): Promise<void> {
  const { settledAfterDays = SETTLED_AFTER_DAYS, partRows = PART_ROWS, signal } = options
  const before = await settledBefore(db, settledAfterDays)
  if (before === null || !(await areEventsDue(db, before, partRows))) return
  const run = { before, partRows, leadMs: 0, pace: undefined, signal, onNamed() {} }
  await sealEvents(db, createSealRun(run))
}

async function sealEvents(db: Database, run: SealRun): Promise<void> {
  for (const kind of CHAIN_KINDS) await sealChain(db, kind, run)
}

/**
 * Whether the settled rows of the chain in the store are worth a segment: sealing then starts
 * without being asked for. Rows of the first day come first by key, so this looks at few.
 */
export async function isSealDue(db: Sql, partRows = PART_ROWS): Promise<boolean> {
  const before = await settledBefore(db, SETTLED_AFTER_DAYS)
  return before !== null && ((await areEventsDue(db, before, partRows)) || areDaysDue(db, dayOf(before)))
}

async function areEventsDue(db: Sql, before: Seconds, partRows: number): Promise<boolean> {
  for (const { table } of CHAIN_KINDS) {
    const row = await db.get<{ time: number }>(
      `SELECT time FROM ${table.name} WHERE key >= 0 ORDER BY key LIMIT 1 OFFSET ?`,
      [partRows - 1],
    )
    if (row !== undefined && row.time < before) return true
  }
  return false
}

/** Removes files that were replaced, or left by a process that was killed, once nobody can be reading them. */
async function removeStrays(db: Database): Promise<void> {
  const { folder } = db.duckdb
  const named = new Set(filesOf(await readManifests(db)).map(({ name }) => name))
  for (const name of await readdir(folder).catch(() => [])) {
    if (named.has(name) || !/\.(partial|parquet)$/.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > KEEP_MS) await rm(join(folder, name), { force: true })
  }
}

/**
 * The second before which the ledger is settled, or null where it is empty. Snapshots that are shown count part of their
 * last days' volumes by the store's rows (markets/volume-up-to.ts), so days from the oldest head's on are never sealed.
 */
export async function settledBefore(sql: Sql, days: number): Promise<Seconds | null> {
  const { lastTime } = await readLedgerState(sql)
  if (lastTime === null) return null
  const shown = (await headSnapshots(sql)).map(({ cutoffTime }) => dayOf(cutoffTime))
  return Math.min(dayOf(lastTime) - days, ...shown) * DAY_SECONDS
}

/**
 * Turns sealed events back into rows: those of every segment that holds the key or one behind it. A reorganisation that
 * goes back so far changes what was taken for settled.
 */
export async function unsealFrom(tx: Sql, key: number): Promise<void> {
  for (const kind of CHAIN_KINDS) {
    const reached = (await readManifest(tx, kind.kind)).filter(({ lastKey }) => lastKey >= key)
    for (const segment of reached)
      for await (const page of wholeRows(tx, kind, segment)) await insertRows(tx, kind, page)
    await writeManifest(tx, reached, null)
  }
}

/** The rows of a segment with every column, in the order of their key. */
function wholeRows(sql: Sql, { columns, table, whole }: ChainKind, segment: Segment) {
  const files = segment.files as Record<string, SegmentFile>
  const order = table.key.join(', ')
  return sealedFiles(sql).pages<Record<string, Value>>(
    whole.map((name) => [defined(files[name])]),
    (terms, hashes) =>
      `SELECT ${Object.keys(columns).join(', ')} FROM ${terms} JOIN ${hashes} USING (${order}) ORDER BY ${order}`,
  )
}

function insertRows(
  tx: Sql,
  { columns, table }: ChainKind,
  rows: readonly Record<string, Value>[],
): Promise<unknown> {
  const cells = Object.keys(columns).map((name) => [name, rows.map((row) => row[name] ?? null)])
  return tx.insertNew(table, Object.fromEntries(cells), rows.length)
}
