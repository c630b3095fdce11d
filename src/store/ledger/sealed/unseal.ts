import type { Sql } from '../../engine/database.ts'
import type { Value } from '../../engine/table-types.ts'
import { CHAIN_KINDS, type ChainKind } from './chain-kinds.ts'
import { readManifest, type Segment, writeManifest } from './manifest.ts'
import { type SegmentFile, sealedFiles } from './sealed-files.ts'

/**
 * Turns sealed events back into rows: those of every segment that holds the key or one behind it. A reorganisation that
 * goes back so far changes what was taken for settled.
 */
export async function unsealFrom(tx: Sql, key: number): Promise<void> {
  for (const kind of CHAIN_KINDS) {
    const reached = (await readManifest(tx, kind.kind)).filter(({ lastKey }) => lastKey >= key)
    const names = Object.keys(kind.columns)
    const order = kind.table.key.join(', ')
    for (const segment of reached) {
      const pages = sealedFiles(tx).pages<Record<string, Value>>(
        wholeFiles(kind, segment).map((file) => [file]),
        (terms, hashes) =>
          `SELECT ${names.join(', ')} FROM ${terms} JOIN ${hashes} USING (${order}) ORDER BY ${order}`,
      )
      for await (const page of pages)
        await tx.insertNew(
          kind.table,
          Object.fromEntries(names.map((name) => [name, page.map((row) => row[name] ?? null)])),
          page.length,
        )
    }
    await writeManifest(tx, reached, null)
  }
}

/** The files of a segment that hold every column between them. */
function wholeFiles({ whole }: ChainKind, segment: Segment): SegmentFile[] {
  const files = segment.files as Record<string, SegmentFile>
  return whole.flatMap((name) => files[name] ?? [])
}
