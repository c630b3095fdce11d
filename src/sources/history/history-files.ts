import { createReadStream } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { CommandError } from '../../errors.ts'
import { wholeLines } from '../files/split-lines.ts'
import type { Column, Renamed } from './table-queries.ts'

export type Packing = 'PLAIN' | 'GZIP' | 'ZSTD' | 'PARQUET'

/** A file that was named, or found in a folder that was. */
export interface FoundFile {
  path: string
  bytes: number
  packing: Packing
  /** Named itself, not found in a folder. */
  named: boolean
}

export interface TableFile extends FoundFile {
  /** By the names that readers know them by. */
  columns: readonly Column[]
  /** Where they are called otherwise in the file. */
  renamed?: Renamed
}

const MAGIC: readonly [Packing, readonly number[]][] = [
  ['PARQUET', [0x50, 0x41, 0x52, 0x31]],
  ['ZSTD', [0x28, 0xb5, 0x2f, 0xfd]],
  ['GZIP', [0x1f, 0x8b]],
]

/**
 * The files of paths and of the folders among them, at any depth, each once and in the order of their paths. Names that
 * begin with a dot are skipped. Throws a CommandError that names a path which cannot be read, or a link in a folder to
 * a file outside it.
 */
export async function findHistoryFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const path of paths) {
    const status = await stat(path).catch((cause: unknown) => {
      throw new CommandError(`${path} cannot be read: check the path.`, { cause })
    })
    const files = status.isDirectory() ? await filesIn(path, await realpath(path)) : [path]
    for (const file of files) {
      const real = await realpath(file)
      const named = found.get(real)?.named || file === path
      found.set(real, { path: file, named, ...(await sizeAndPacking(file)) })
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** @param root the real path of the folder that was named */
async function filesIn(folder: string, root: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path, root)
      const isFile = entry.isFile() || (await stat(path).catch(() => null))?.isFile() === true
      if (entry.isSymbolicLink() && isFile) await refuseOutside(path, root)
      return isFile ? [path] : []
    })
  return (await Promise.all(lists)).flat()
}

async function refuseOutside(link: string, root: string): Promise<void> {
  const real = await realpath(link)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new CommandError(`${link} is a link to a file outside its folder: name ${real} itself to read it.`)
}

async function sizeAndPacking(path: string): Promise<Pick<FoundFile, 'bytes' | 'packing'>> {
  const handle = await open(path)
  try {
    const head = new Uint8Array(4)
    await handle.read(head, 0, 4, 0)
    const magic = MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))
    return { bytes: (await handle.stat()).size, packing: magic?.[0] ?? 'PLAIN' }
  } finally {
    await handle.close()
  }
}

/**
 * The lines of a text file, decompressed where it is compressed, in runs; `read` counts its bytes on the disk so far. Throws
 * a CommandError that names the file where it is damaged or cut short.
 */
export async function* linesOf(
  file: FoundFile,
  maxBytes: number,
): AsyncGenerator<{ whole: Buffer; read: number }> {
  const source = createReadStream(file.path, { highWaterMark: 2 ** 18 })
  const unpack =
    file.packing === 'GZIP' ? createGunzip() : file.packing === 'ZSTD' ? createZstdDecompress() : null
  if (unpack) source.on('error', (error) => unpack.destroy(error)).pipe(unpack)
  try {
    const chunks: AsyncIterable<Buffer> = unpack ?? source
    for await (const { whole } of wholeLines(chunks, maxBytes)) yield { whole, read: source.bytesRead }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`${file.path} is damaged or truncated (${reason}): fetch it again.`, { cause })
  } finally {
    source.destroy()
    unpack?.destroy()
  }
}
