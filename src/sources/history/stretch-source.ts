import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { blockOf, type FilledColumns, filledSource, quoted } from './filled-source.ts'
import type { FoundFile } from './history-files.ts'
import type { CutStretch } from './stretches.ts'
import { copyTo, csv, parquet, run } from './table-queries.ts'

/** SQL of the rows of a stretch, with their times. */
export function sourceOf(
  { blocks: [first, last], unplaced, files }: CutStretch,
  times: readonly FoundFile[],
): string {
  const within = (block: string) => `${block} BETWEEN ${first} AND ${last}`
  const alike = Map.groupBy(files, ({ columns, of }) => JSON.stringify([columns, of]))
  const sources = [...alike.values()].map((group) => {
    const [{ columns, of } = { columns: [], of: null }] = group
    if (of === null) throw new RangeError('A stretch has files.')
    const source = filledSource({ paths: group.map(({ path }) => path), columns, of })
    const block = blockOf(of.block)
    return `${source} WHERE ${within(block)}${unplaced ? ` OR coalesce(${block}, -1) < 0` : ''}`
  })
  const all = sources.join(' UNION ALL ')
  if (times.length === 0) return all
  return (
    `SELECT s.* REPLACE (t.time AS time) FROM (${all}) s LEFT JOIN (SELECT ${blockOf('block_number')} AS block, ` +
    `CASE WHEN min(${SECONDS}) = max(${SECONDS}) THEN min(${SECONDS}) END AS time FROM ${parquet(times.map(({ path }) => path))} ` +
    `WHERE ${within(blockOf('block_number'))} GROUP BY 1) t ON t.block = s.block`
  )
}

/** A time as text, or as a timestamp, in seconds since 1970. */
const SECONDS = 'epoch(TRY_CAST("timestamp" AS TIMESTAMP))'

/** The path of a file as Parquet: text is read from its start each time, so it is converted once, into a folder. */
export async function asParquet(
  connection: DuckDBConnection,
  folder: string,
  { file, of }: { file: FoundFile; of: FilledColumns },
): Promise<string> {
  if (file.packing === 'PARQUET') return file.path
  const path = join(folder, `${randomUUID()}.parquet`)
  const columns = [
    ...new Set(
      Object.values(of)
        .flat()
        .filter((name) => name !== null),
    ),
  ]
  await run(
    connection,
    copyTo(path, `SELECT ${columns.map(quoted).join(', ')} FROM ${csv([file.path])}`, 'zstd'),
  )
  return path
}
