import { createReadStream } from 'node:fs'
import { appendFile, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { countText } from '../../formats.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { type Address, addressOf, DAY_SECONDS, MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { type ExportQuestion, exportFilter } from '../../store/export/export-filter.ts'
import { columnsNamed, type ExportFilter } from '../../store/export/exported-table.ts'
import { EXPORTED_TABLES } from '../../store/export/exported-tables.ts'
import type { ExportFormat, ExportName } from '../../store/export/exports.ts'
import { writeTable } from '../../store/export/write-table.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { printable } from '../../text.ts'
import { endSignal } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal, UsageError } from '../exit-status.ts'
import { parseDay } from '../options.ts'
import { withStore } from '../with-store.ts'
import { inTemporaryFolder, writeAtomically } from './atomic-file.ts'

export interface ExportOptions {
  format: ExportFormat
  out?: string
  from?: string
  to?: string
  trader?: string
  market?: string
  event?: string
  minUsd?: string
  asOf?: string
  /** Names separated by commas. @default every column */
  columns?: string
}

/**
 * `pequod export trades` and the like: writes a table of the store to a file, atomically, or to standard output. Throws
 * a CommandError if it cannot be written, or was stopped.
 */
export async function exportTable(
  context: CommandContext,
  name: ExportName,
  { format, out = '-', columns, ...asked }: ExportOptions,
): Promise<void> {
  const question = questionOf(asked)
  const whole = EXPORTED_TABLES[name]
  const table =
    columns === undefined ? whole : { ...whole, columns: columnsNamed(whole.columns, columns.split(',')) }
  if (out === '-' && format === 'parquet' && process.stdout.isTTY)
    throw new UsageError('Parquet is binary: set a file with --out, or choose another format.')
  const signal = endSignal(terminationSignal(), 'Stopped before the end.')
  await withStore(context, async ({ db }) => {
    const filter = await exportFilter(db, question)
    const progress = await startProgress(context, db, name, filter)
    const parts = (folder: string) =>
      writeTable(db, table, { format, folder, filter, signal, onProgress: progress.update })
    try {
      if (out === '-') await inTemporaryFolder(undefined, (folder) => print(parts(folder), signal))
      else await writeAtomically(out, (folder, path) => join(parts(folder), path))
      progress.finish()
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      progress.stop()
    }
    if (out !== '-') context.screen.note(`${out}: ${countText(progress.rows())} rows`)
  })
}

function questionOf({
  from,
  to,
  ...asked
}: Omit<ExportOptions, 'format' | 'out' | 'columns'>): ExportQuestion {
  const { trader, market, event, minUsd, asOf } = asked
  const since = from === undefined ? undefined : parseDay(from, '--from') * DAY_SECONDS
  const before = to === undefined ? undefined : (parseDay(to, '--to') + 1) * DAY_SECONDS
  if (since !== undefined && before !== undefined && since >= before)
    throw new UsageError(`--from ${from} is after --to ${to}.`)
  return {
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(trader !== undefined && { traders: [parseTrader(trader)] }),
    ...(market !== undefined && { markets: [market] }),
    ...(event !== undefined && { events: [event] }),
    ...(minUsd !== undefined && { minUsd: parseUsd(minUsd) }),
    ...(asOf !== undefined && { asOf: parseDay(asOf, '--as-of') }),
  }
}

function parseUsd(text: string): MicroUsd {
  const usd = /^\d{1,13}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (usd >= FILL_USD.minimum && usd <= FILL_USD.maximum) return Math.round(usd * MICRO)
  throw new UsageError(`--min-usd ${JSON.stringify(text)} is not an amount in dollars.`)
}

function parseTrader(text: string): Address {
  const address = addressOf(text.toLowerCase())
  if (address !== null) return address
  throw new UsageError(`--trader ${JSON.stringify(text)} is not an address: 0x and 40 hex digits.`)
}

/** The total is known where all fills are exported. */
async function startProgress(
  { screen }: CommandContext,
  db: Database,
  name: ExportName,
  filter: ExportFilter,
) {
  const isWhole = name === 'trades' && Object.keys(filter).length === 0
  const total = isWhole ? (await readLedgerState(db)).fills : null
  const bar = screen.progress({ label: `Exporting ${name}`, total, unit: 'rows' })
  let done = 0
  return {
    update(rows: number) {
      done = rows
      bar.update(done)
    },
    rows: () => done,
    finish: () => bar.finish(),
    stop: () => bar.stop(),
  }
}

async function join(parts: AsyncIterable<string>, path: string): Promise<void> {
  let isFirst = true
  for await (const part of parts) {
    if (isFirst) await rename(part, path)
    else {
      await appendFile(path, createReadStream(part))
      await rm(part)
    }
    isFirst = false
  }
}

/** Writes to standard output; for a terminal it escapes lines, so that names and questions cannot control it. */
async function print(parts: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const part of parts) {
    const bytes = createReadStream(part)
    if (process.stdout.isTTY)
      for await (const line of createInterface({ input: bytes })) process.stdout.write(`${printable(line)}\n`)
    else await pipeline(bytes, process.stdout, { end: false, signal })
    await rm(part)
  }
}
