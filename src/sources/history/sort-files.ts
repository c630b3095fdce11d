import { CommandError } from '../../errors.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import type { FoundFile, TableFile } from './history-files.ts'
import type { HistoryTables } from './history-tables.ts'
import { type Layout, layoutOf } from './layout.ts'
import { firstBlockOf } from './log-files.ts'
import type { PlacedRow, RowLogs } from './raw-rows.ts'

/** Files by their layout; those of raw logs have no columns. */
export type HistoryFiles = ReadonlyMap<Layout, TableFile[]>

/** Callbacks on the files found. */
export interface SortOptions {
  /** Called before reading with the layouts found, and the number of files of each. */
  onLayouts?(layouts: ReadonlyMap<Layout, number>): void
  /** Called with the files in folders that are skipped, by reason, as the end of a sentence. */
  onPassedOver?(reason: string, paths: readonly string[]): void
}

/**
 * The files by their layout, once all of them can be read.
 * @throws CommandError if a named file has an unknown layout, or a file that a layout needs is missing
 */
export async function sortHistoryFiles(
  found: readonly FoundFile[],
  tables: HistoryTables,
  options: SortOptions,
): Promise<HistoryFiles> {
  const files = new Map<Layout, TableFile[]>()
  const passedOver = new Map<string, string[]>()
  for (const file of found) {
    const known = await layoutOfFile(file, tables)
    if ('layout' in known) files.set(known.layout, [...(files.get(known.layout) ?? []), known.file])
    else if (file.named) throw new CommandError(`${file.path} ${known.reason}.`)
    else passedOver.set(known.reason, [...(passedOver.get(known.reason) ?? []), file.path])
  }
  const [first] = passedOver
  if (files.size === 0 && first) throw new CommandError(`${first[1][0]} ${first[0]}.`)
  if (files.size === 0) throw new CommandError('No files to read.')
  const timed = (['TRADES', 'RESOLUTIONS'] as const).find((layout) => files.has(layout))
  const [untimed] = (timed && files.get(timed)) ?? []
  if (untimed && !files.has('BLOCKS'))
    throw new CommandError(`${untimed.path} has no block times: pass the folder "blocks" too.`)
  options.onLayouts?.(new Map([...files].map(([layout, { length }]) => [layout, length])))
  for (const [reason, paths] of passedOver) options.onPassedOver?.(reason, paths)
  return files
}

async function layoutOfFile(
  file: FoundFile,
  tables: HistoryTables,
): Promise<{ layout: Layout; file: TableFile } | { reason: string }> {
  if (file.bytes === 0) return { reason: 'is empty' }
  if (file.packing === 'PARQUET' || /\.csv(?:\.gz|\.zst)?$/i.test(file.path)) {
    try {
      const columns = await tables.columnsOf(file)
      const known = layoutOf(columns, file.path)
      if ('reason' in known) return known
      const { layout, renamed } = known
      if (renamed === undefined) return { layout, file: { ...file, columns } }
      const table = { ...file, renamed }
      return { layout, file: { ...table, columns: await tables.columnsOf(table) } }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return { reason: `is damaged, or no table (${error.message})` }
    }
  }
  const block = await firstBlockOf(file)
  return typeof block === 'number' ? { layout: 'LOGS', file: { ...file, columns: [] } } : block
}

export interface RowBlock extends RowLogs {
  rows: number
}

/**
 * Cuts rows, which come in order of their places, into blocks, and makes logs of each. The same row twice counts once; rows
 * that put different events at one place are refused, all of them.
 */
export async function* rowBlocks<Row extends PlacedRow>(
  pages: AsyncIterable<readonly Row[]>,
  logsOf: (rows: readonly Row[]) => RowLogs,
): AsyncGenerator<RowBlock> {
  let held: Row[] = []
  const taken = (): RowBlock => {
    const { rows, refused } = eachOnce(held)
    const read = logsOf(rows)
    const block = { logs: read.logs, refused: [...refused, ...read.refused], rows: held.length }
    held = []
    return block
  }
  for await (const page of pages) {
    for (const row of page) {
      if (held.length > 0 && held[0]?.block !== row.block) yield taken()
      held.push(row)
    }
  }
  if (held.length > 0) yield taken()
}

function eachOnce<Row extends PlacedRow>(block: readonly Row[]): { rows: Row[]; refused: LogRefusal[] } {
  const byIndex = Map.groupBy(block, ({ logIndex }) => logIndex)
  if (byIndex.size === block.length) return { rows: [...block], refused: [] }
  const rows: Row[] = []
  const refused: LogRefusal[] = []
  for (const [logIndex, same] of byIndex) {
    const different = new Map(same.map((row) => [JSON.stringify(row), row]))
    // Without an index each row is refused by itself.
    if (different.size === 1 || logIndex === null) rows.push(...different.values())
    else
      for (const { tx } of different.values())
        refused.push({
          tx,
          logIndex,
          reason: `log ${logIndex} of block ${block[0]?.block} has two contradictory versions`,
        })
  }
  return { rows, refused }
}
