import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defined } from '../checks.ts'
import { PequodError } from '../errors.ts'
import { countText, numberText } from '../formats.ts'
import { dayOf } from '../ledger/quantities.ts'
import type { Database, Sql, StoreAddress } from '../store/engine/database.ts'
import { exportFilter } from '../store/export/export-filter.ts'
import {
  columnsNamed,
  type ExportedColumn,
  type ExportedTable,
  type ExportFilter,
} from '../store/export/exported-table.ts'
import { EXPORTED_TABLES } from '../store/export/exported-tables.ts'
import { writeTable } from '../store/export/write-table.ts'
import { cutoffPlace } from '../store/ledger/place.ts'
import { isReadable } from '../store/ledger/versions.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { newestHead, type StoredSnapshot } from '../store/snapshot/stored-snapshots.ts'
import { askOnce, startThread, type Work } from '../thread.ts'
import type { Claim, WrittenFile, WrittenPart } from './export-runs.ts'
import type { AccountTable } from './export-tables.ts'
import { type AskedTraders, TRADER_COLUMNS, tradersTable } from './export-traders.ts'
import { exportFolder, filePath } from './exports.ts'

export interface ExportBounds {
  rows: number
  bytes: number
}

/** 20 million rows, and 8 GiB. */
export const EXPORT_BOUNDS: ExportBounds = { rows: 20_000_000, bytes: 8 * 2 ** 30 }

/** Seconds after which to try again where the store cannot answer yet. */
const RETRY_AFTER = 5

export interface WriteExportOptions {
  /** @default EXPORT_BOUNDS */
  bounds?: ExportBounds
  /** Rows that are written together. @default that of writeTable */
  sliceRows?: number
  onProgress?(part: WrittenPart): void
}

type Asked = Pick<Claim, 'id' | 'holder' | 'table' | 'format' | 'question' | 'columns'> & {
  /** The rows that its conditions select. @default it has none */
  found?: FoundRows
}

/** The rows that conditions select, as of one snapshot: a question by ids, positions by their traders and tokens, or trades by ids. */
export type FoundRows =
  | ({ kind: 'TRADERS' } & AskedTraders)
  | { kind: 'POSITIONS'; snapshot: Snapshot; traders: readonly number[]; tokens: readonly number[] }
  | { kind: 'TRADES'; snapshot: Snapshot; filter: ExportFilter }

/**
 * Writes an export's file: in a folder of its own, which {@link removePartial} removes, then under its name. All rows are of one
 * moment, as of the newest snapshot of that moment, also if events arrive or are taken back meanwhile. Memory does not grow with the rows.
 * @throws PequodError BAD_USER_INPUT above the bounds, NOT_FOUND for a market, event or trader that is not there any more,
 * SERVICE_UNAVAILABLE before the first snapshot and while none can be read
 */
export async function writeExport(
  db: Database,
  asked: Asked,
  { bounds = EXPORT_BOUNDS, sliceRows, onProgress = () => undefined }: WriteExportOptions = {},
): Promise<WrittenFile> {
  const { format } = asked
  const folder = partialFolder(db, asked)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'whole')
  const written = await db.view(async (sql) => {
    const { filter, cutoff } = await boundFilter(sql, asked)
    let rows = 0
    const parts = writeTable(sql, tableOf(asked), {
      format,
      folder,
      filter,
      isPublic: true,
      ...(sliceRows !== undefined && { sliceRows }),
      onProgress(soFar) {
        rows = soFar
        if (rows > bounds.rows) throw tooLarge(`${countText(bounds.rows)} rows`)
      },
    })
    const joined = await joinParts(parts, path, (bytes) => {
      if (bytes > bounds.bytes) throw tooLarge(`${numberText(bounds.bytes / 2 ** 30)} GiB`)
      onProgress({ rows, bytes })
    })
    return { rows, cutoff, ...joined }
  })
  await rename(path, filePath(db.duckdb, asked))
  await removePartial(db, asked)
  return written
}

/** The work of the thread: writes a file. */
export type ExportWorks = { write: Work<Asked, WrittenFile, WrittenPart> }

/** Writes an export's file as {@link writeExport} does, in a thread of its own, so that requests are answered meanwhile. */
export function writeInThread(
  data: StoreAddress,
  asked: Asked,
  options: { signal: AbortSignal; onProgress(part: WrittenPart): void },
): Promise<WrittenFile> {
  const thread = startThread<ExportWorks, StoreAddress>({
    from: import.meta.url,
    file: 'export-worker',
    data,
  })
  return askOnce(thread, 'write', asked, options)
}

/** The folder in which an export's file is written. */
function partialFolder(
  { duckdb }: Pick<Sql, 'duckdb'>,
  { id, holder }: Pick<Asked, 'id' | 'holder'>,
): string {
  return join(exportFolder(duckdb), `${id}-${holder}.partial`)
}

/** Removes an attempt's unfinished file. */
export async function removePartial(
  sql: Pick<Sql, 'duckdb'>,
  asked: Pick<Asked, 'id' | 'holder'>,
): Promise<void> {
  await rm(partialFolder(sql, asked), { recursive: true, force: true })
}

/** Reads the conditions of an export, as its account may ask them. @throws PequodError as the list of such rows does */
export type FindRows = (
  claim: Pick<Claim, 'table' | 'where' | 'question' | 'accountId'>,
) => Promise<FoundRows>

/** Checks the columns that were asked for. @throws PequodError BAD_USER_INPUT for a column that the table has not */
export function checkColumns(
  table: AccountTable,
  columns: readonly string[] | undefined,
): readonly ExportedColumn[] {
  const all = table === 'traders' ? TRADER_COLUMNS : EXPORTED_TABLES[table].columns
  return columns === undefined ? all : columnsNamed(all, columns)
}

function tableOf({ table, columns, found }: Pick<Asked, 'table' | 'columns' | 'found'>): ExportedTable {
  const chosen = checkColumns(table, columns)
  if (table !== 'traders') return { ...EXPORTED_TABLES[table], columns: chosen }
  if (found?.kind !== 'TRADERS') throw new Error('an export of traders has no question')
  return tradersTable(found, chosen)
}

/** The rows up to the newest snapshot's cutoff, or that of the conditions; positions at its version. */
async function boundFilter(
  sql: Sql,
  { table, question, found }: Asked,
): Promise<{ filter: ExportFilter; cutoff: WrittenFile['cutoff'] }> {
  if (found !== undefined) {
    const { cutoff } = found.snapshot
    if (found.kind === 'TRADES') return { filter: { ...found.filter, upTo: cutoffPlace(cutoff) }, cutoff }
    return { filter: found.kind === 'POSITIONS' ? heldFilter(found) : {}, cutoff }
  }
  const head = await newestHead(sql)
  if (head === undefined || !(await isReadable(sql, head.ledgerVersion)))
    throw new PequodError('SERVICE_UNAVAILABLE', 'No snapshot can be read yet.', { retryAfter: RETRY_AFTER })
  const cutoff = cutoffOf(head)
  const filter = { ...(await exportFilter(sql, question)), upTo: cutoffPlace(cutoff) }
  if (table === 'trades') return { filter, cutoff }
  const asOf = question.asOf ?? dayOf(cutoff.time)
  return { filter: { ...filter, asOf, at: head.ledgerVersion }, cutoff }
}

function heldFilter({
  snapshot: { cutoff, ledgerVersion },
  traders,
  tokens,
}: Extract<FoundRows, { kind: 'POSITIONS' }>): ExportFilter {
  const held = new Map<number, Set<number>>()
  for (const [i, trader] of traders.entries()) {
    const own = held.get(trader) ?? new Set()
    held.set(trader, own.add(defined(tokens[i])))
  }
  const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
  return {
    held,
    traders: ascending(held.keys()),
    tokens: ascending(new Set(tokens)),
    upTo: cutoffPlace(cutoff),
    asOf: dayOf(cutoff.time),
    at: ledgerVersion,
  }
}

function cutoffOf({ cutoffBlock: block, cutoffTime: time }: StoredSnapshot): WrittenFile['cutoff'] {
  return { block, time }
}

/** Appends files to one, whose bytes are on the disk at the end, and removes them. */
async function joinParts(
  parts: AsyncIterable<string>,
  path: string,
  onBytes: (bytes: number) => void,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'w', 0o600)
  try {
    let bytes = 0
    for await (const part of parts) {
      for await (const chunk of createReadStream(part, { highWaterMark: 2 ** 20 })) {
        hash.update(chunk)
        await file.writeFile(chunk)
        bytes += chunk.length
      }
      await rm(part)
      onBytes(bytes)
    }
    await file.sync()
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

function tooLarge(bound: string): PequodError {
  return new PequodError(
    'BAD_USER_INPUT',
    `The export has more than ${bound}, the maximum: ask for fewer markets or a shorter time.`,
  )
}
