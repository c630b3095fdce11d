import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { FILLED_COLUMNS, filledSource, wholeOf } from './filled-source.ts'
import type { FoundFile, TableFile } from './history-files.ts'
import type { Stretch } from './staged-fills.ts'
import type { CutStretch } from './stretches.ts'
import { copyTo, fromFiles, quoted, run } from './table-queries.ts'

/** SQL of the rows of a stretch, with their times. */
export function sourceOf(
  { layout, blocks: [first, last], unplaced, files }: CutStretch,
  times: readonly FoundFile[],
): string {
  const within = (block: string) => `${block} BETWEEN ${first} AND ${last}`
  const of = FILLED_COLUMNS[layout]
  const block = wholeOf(of.block)
  const alike = Map.groupBy(files, ({ columns, renamed }) => JSON.stringify([columns, renamed]))
  const sources = [...alike.values()].map((group) => {
    const source = filledSource(fromFiles(group), group[0]?.columns ?? [], of)
    return `${source} WHERE ${within(block)}${unplaced ? ` OR coalesce(${block}, -1) < 0` : ''}`
  })
  const all = sources.join(' UNION ALL ')
  if (times.length === 0) return all
  return (
    `SELECT s.* REPLACE (t.time AS time) FROM (${all}) s LEFT JOIN (SELECT ${wholeOf('block_number')} AS block, ` +
    `CASE WHEN min(${SECONDS}) = max(${SECONDS}) THEN min(${SECONDS}) END AS time FROM ${fromFiles(times)} ` +
    `WHERE ${within(wholeOf('block_number'))} GROUP BY 1) t ON t.block = s.block`
  )
}

/** A time as text, or as a timestamp, in seconds since 1970. */
const SECONDS = 'epoch(TRY_CAST("timestamp" AS TIMESTAMP))'

/** A file as Parquet: text is read from its start each time, so it is converted once, into a folder. */
export async function asParquet(
  connection: DuckDBConnection,
  folder: string,
  file: TableFile,
  layout: Stretch['layout'],
): Promise<TableFile> {
  if (file.packing === 'PARQUET') return file
  const path = join(folder, `${randomUUID()}.parquet`)
  const needed = new Set<string | null>(Object.values(FILLED_COLUMNS[layout]).flat())
  const columns = file.columns.filter(({ name }) => needed.has(name))
  const list = columns.map(({ name }) => quoted(name))
  await run(connection, copyTo(path, `SELECT ${list.join(', ')} FROM ${fromFiles([file])}`, 'zstd'))
  const { renamed: _, ...rest } = file
  return { ...rest, path, packing: 'PARQUET', columns }
}
