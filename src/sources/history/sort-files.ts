import { CommandError } from '../../errors.ts'
import type { FoundFile, TableFile } from './history-files.ts'
import type { HistoryTables } from './history-tables.ts'
import { type Layout, layoutOf } from './layout.ts'
import { firstBlockOf } from './log-files.ts'

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
