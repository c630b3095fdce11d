import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { filesOf, readManifests, rowsByKind, type SegmentKind } from './sealed/manifest.ts'
import { sealedFiles } from './sealed/sealed-files.ts'

export type SealedKind = SegmentKind

/** A Parquet file that the manifest names. */
export interface SealedFile {
  name: string
  bytes: number
  /** Hex. */
  sha256: string
  kind: SealedKind
  /** The order of its rows: traders, tokens, markets, hashes, transactions or days. */
  sortedBy: string
  rows: number
  /** Of its first row and its last; of days, their first seconds. */
  firstTime: Seconds
  lastTime: Seconds
}

export interface SealedPart {
  /** Groups of rows that were sealed together. */
  segments: number
  /** Rows that readers find in them, by kind. */
  rows: Readonly<Record<SealedKind, number>>
  files: readonly SealedFile[]
}

/** Returns the part of the ledger that is sealed now. */
export async function sealedPart(sql: Sql): Promise<SealedPart> {
  const segments = await readManifests(sql)
  const files = segments.flatMap(({ kind, rows, firstTime, lastTime, files: own }) =>
    Object.entries(own).map(([sortedBy, file]) => ({ ...file, kind, sortedBy, rows, firstTime, lastTime })),
  )
  return { segments: segments.length, rows: rowsByKind(segments), files }
}

/**
 * The first sealed file that the folder lacks, or has in another size, in words: a machine whose folder is not the one that
 * the others share. Looks at names and sizes alone. Null where all are there.
 */
export async function missingFile(sql: Sql): Promise<string | null> {
  const { folder } = sql.duckdb
  for (const { name, bytes } of filesOf(await readManifests(sql))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.size !== bytes) return `${name} is ${found === null ? 'missing' : 'not whole'} in ${folder}`
  }
  return null
}

/**
 * Copies the files that a copied store names into its own data folder, and reads each of them through.
 * @returns their bytes
 */
export async function copyFiles(source: Sql, copy: Sql): Promise<number> {
  const files = filesOf(await readManifests(copy))
  if (files.length > 0) await mkdir(copy.duckdb.folder, { recursive: true, mode: 0o700 })
  for (const file of files) {
    await copyFile(join(source.duckdb.folder, file.name), join(copy.duckdb.folder, file.name))
    const fault = await sealedFiles(copy).faultOf(file)
    if (fault !== null) throw new Error(fault)
  }
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
