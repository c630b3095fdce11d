import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import { FILLED_COLUMNS, wholeOf } from './filled-source.ts'
import type { FoundFile, TableFile } from './history-files.ts'
import type { Stretch } from './staged-fills.ts'
import { fromFiles, rowsOf } from './table-queries.ts'

/** How rows are staged is part of a stretch's identity: raise this where the same rows become other fills. */
const STAGING_VERSION = 1
/** Blocks that are counted together, and stay together. */
const COUNTED_BLOCKS = 1_000
/** Parts of a full stretch: a join of five million rows with themselves spills, and takes twice as long a row as one of a million. */
const PARTS = 5
const FILES_A_QUERY = 256
/** Hashed bytes of a file's beginning and of its end. */
const HASHED_BYTES = 2 ** 16

/** A stretch, and the files that have rows in it. */
export interface CutStretch extends Stretch {
  files: readonly TableFile[]
  /** The blocks by parts: the engine joins one with itself in little memory. */
  parts: readonly Stretch['blocks'][]
  /** It holds the rows whose block cannot be read, beside its blocks. */
  unplaced: boolean
}

/**
 * Cuts the rows of one layout into stretches of blocks.
 * @param identities what {@link identityOf} says of the files as they were found
 */
export async function cutStretches(
  connection: DuckDBConnection,
  layout: Stretch['layout'],
  identities: ReadonlyMap<TableFile, string>,
  stretchRows: number,
): Promise<CutStretch[]> {
  const parts = await countParts(connection, layout, [...identities.keys()])
  const unplaced = parts.get(null)
  parts.delete(null)
  const cut: Draft[] = []
  for (const [part, { rows, files }] of [...parts].sort(([a], [b]) => Number(a) - Number(b))) {
    const last = cut.at(-1)
    if (last !== undefined && last.rows + rows <= stretchRows) {
      if (last.partRows + rows > stretchRows / PARTS) {
        last.begins.push(Number(part))
        last.partRows = 0
      }
      last.end = Number(part)
      last.rows += rows
      last.partRows += rows
      for (const file of files) last.files.add(file)
    } else cut.push(draftAt(Number(part), rows, files))
  }
  if (unplaced !== undefined) {
    cut[0] ??= draftAt(0, 0, [])
    cut[0].unplaced = true
    cut[0].rows += unplaced.rows
    for (const file of unplaced.files) cut[0].files.add(file)
  }
  return cut.map(({ begins, end, rows, files, unplaced }) => {
    const ends = [...begins.slice(1), end + 1]
    const parts = begins.map(
      (begin, i) => [begin * COUNTED_BLOCKS, defined(ends[i]) * COUNTED_BLOCKS - 1] as const,
    )
    const blocks = [defined(parts[0])[0], (end + 1) * COUNTED_BLOCKS - 1] as const
    const names = [...files].map((file) => identities.get(file) ?? '').sort()
    const identity = hashOf(JSON.stringify([STAGING_VERSION, layout, blocks, names]))
    return { layout, blocks, parts, rows, identity, files: [...files], unplaced }
  })
}

interface Draft {
  /** Where parts begin. */
  begins: number[]
  end: number
  rows: number
  /** Of the last part. */
  partRows: number
  files: Set<TableFile>
  unplaced: boolean
}

function draftAt(begin: number, rows: number, files: Iterable<TableFile>): Draft {
  return { begins: [begin], end: begin, rows, partRows: rows, files: new Set(files), unplaced: false }
}

/** Number of rows in a thousand blocks, and their files; null: rows whose block cannot be read. */
async function countParts(
  connection: DuckDBConnection,
  layout: Stretch['layout'],
  files: readonly TableFile[],
): Promise<Map<number | null, { rows: number; files: Set<TableFile> }>> {
  const parts = new Map<number | null, { rows: number; files: Set<TableFile> }>()
  const block = wholeOf(FILLED_COLUMNS[layout].block)
  for (let i = 0; i < files.length; i += FILES_A_QUERY) {
    const some = files.slice(i, i + FILES_A_QUERY)
    const selected = some.map(
      (file, n) =>
        `SELECT ${n} AS file, CASE WHEN ${block} >= 0 THEN ${block} // ${COUNTED_BLOCKS} END AS part FROM ${fromFiles([file])}`,
    )
    const counts = await rowsOf<{ file: number; part: number | null; rows: number }>(
      connection,
      `SELECT file, CAST(part AS DOUBLE) AS part, CAST(count(*) AS DOUBLE) AS rows FROM (${selected.join(' UNION ALL ')}) GROUP BY 1, 2`,
    )
    for (const { file, part, rows } of counts) {
      const counted = parts.get(part) ?? { rows: 0, files: new Set() }
      const found = some[file]
      if (found !== undefined) counted.files.add(found)
      counted.rows += rows
      parts.set(part, counted)
    }
  }
  return parts
}

/** Identifies a file by content, wherever it is: a Parquet file ends with its own index. */
export async function identityOf({ path, bytes }: FoundFile): Promise<string> {
  const handle = await open(path)
  try {
    const hash = createHash('sha256').update(`${bytes} `)
    for (const from of [0, Math.max(0, bytes - HASHED_BYTES)]) {
      const read = await handle.read(Buffer.alloc(HASHED_BYTES), 0, HASHED_BYTES, from)
      hash.update(read.buffer.subarray(0, read.bytesRead))
    }
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
