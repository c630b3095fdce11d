import { constants } from 'node:fs'
import { access, type FileHandle, open, stat } from 'node:fs/promises'
import { CommandError } from '../../errors.ts'

const CHUNK_BYTES = 256 * 1024

/** A file that is open for reading once, from its start. */
export interface OpenFile {
  /** Its size in bytes; null if unknown before its end (a pipe). */
  size: number | null
  /** Its bytes in order. The file closes when they end, or when the reader leaves. */
  chunks: AsyncIterable<Buffer>
}

/**
 * Opens a file for reading. Throws a CommandError that names the path where it is missing, is a folder, may not be
 * read, is empty, or is compressed.
 */
export async function openFile(path: string): Promise<OpenFile> {
  const handle = await openOrExplain(path)
  try {
    const status = await handle.stat()
    if (status.isFile()) await refuseUnreadable(handle, path, status.size)
    return { size: status.isFile() ? status.size : null, chunks: chunksOf(handle, path) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openOrExplain(path: string): Promise<FileHandle> {
  try {
    if ((await stat(path)).isDirectory()) throw new CommandError(`${path} is a folder: choose a file in it.`)
    await access(path, constants.R_OK)
    return await open(path)
  } catch (error) {
    throw error instanceof CommandError ? error : explained(error, path)
  }
}

/** Explains a failure of the file system in a sentence. */
function explained(error: unknown, path: string): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const unreadable = `${path} cannot be read: give this user permission to read it.`
  const sentences: Record<string, string> = {
    ENOENT: `${path} does not exist: check the path.`,
    ENOTDIR: `${path} does not exist: part of its path is a file, not a folder.`,
    EACCES: unreadable,
    EPERM: unreadable,
    EMFILE: `${path} cannot be opened: too many files are open.`,
  }
  return new CommandError(sentences[code] ?? `${path} cannot be read (${code || String(error)}).`, {
    cause: error,
  })
}

async function refuseUnreadable(handle: FileHandle, path: string, size: number): Promise<void> {
  if (size === 0) throw new CommandError(`${path} is empty.`)
  const head = new Uint8Array(2)
  await handle.read(head, 0, 2, 0)
  const [first, second] = head
  if (first === 0x1f && second === 0x8b)
    throw new CommandError(`${path} is compressed with gzip: decompress it first.`)
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new CommandError(`${path} is UTF-16 text: save it as UTF-8.`)
}

async function* chunksOf(handle: FileHandle, path: string): AsyncGenerator<Buffer> {
  const buffers: AsyncIterable<Buffer> = handle.createReadStream({ highWaterMark: CHUNK_BYTES, start: 0 })
  try {
    yield* buffers
  } catch (error) {
    throw explained(error, path)
  }
}
