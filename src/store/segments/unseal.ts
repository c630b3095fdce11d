import type { Sql } from '../database.ts'
import { FILLS } from '../tables.ts'
import { readManifest, writeManifest } from './manifest.ts'

/**
 * Turns sealed fills back into rows: those of every segment that holds the key or one behind it. A reorganisation that
 * goes back so far changes what was taken for settled.
 */
export async function unsealFrom(tx: Sql, key: number): Promise<void> {
  const reached = (await readManifest(tx, 'FILLS')).filter(({ lastKey }) => lastKey >= key)
  const names = Object.keys(FILLS.columns)
  for (const { files } of reached) {
    const pages = tx.segments.pages<Record<string, number | Uint8Array | null>>(
      [[files.traders], [files.hashes]],
      (fills, marks) => `SELECT ${names.join(', ')} FROM ${fills} JOIN ${marks} USING (key) ORDER BY key`,
    )
    for await (const page of pages)
      await tx.insertNew(
        FILLS,
        Object.fromEntries(names.map((name) => [name, page.map((row) => row[name] ?? null)])),
        page.length,
      )
  }
  await writeManifest(tx, reached, null)
}
