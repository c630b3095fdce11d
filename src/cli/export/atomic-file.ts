import { rmSync } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'

/**
 * Writes a file atomically: in a temporary folder beside it, then renamed. The folder is always removed. Throws a
 * CommandError if the file cannot be written.
 * @param write gets the folder, and the file's path in it
 */
export async function writeAtomically<T>(
  file: string,
  write: (folder: string, path: string) => Promise<T>,
): Promise<T> {
  if ((await stat(file).catch(() => null))?.isDirectory())
    throw new CommandError(`${file} is a folder: choose a file in it.`)
  try {
    return await inTemporaryFolder(`${file}.partial-`, async (folder) => {
      const path = join(folder, 'file')
      const result = await write(folder, path)
      await rename(path, file)
      return result
    })
  } catch (error) {
    throw explained(error, file)
  }
}

/** Works in a new folder that is removed afterwards, also when the process exits. */
export async function inTemporaryFolder<T>(
  prefix: string = join(tmpdir(), 'pequod-'),
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(prefix)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await work(folder)
  } finally {
    process.off('exit', remove)
    await rm(folder, { recursive: true, force: true })
  }
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isFull = code === 'ENOSPC' || (error instanceof Error && error.message.includes('No space left'))
  const sentences: Record<string, string> = {
    ENOENT: `${file} cannot be written: its folder does not exist.`,
    ENOTDIR: `${file} cannot be written: part of its path is a file, not a folder.`,
    EACCES: `${file} cannot be written: this user has no permission to write there.`,
    EROFS: `${file} cannot be written: the file system is read-only.`,
  }
  const sentence = isFull ? `${file} cannot be written: the disk is full.` : sentences[code]
  return sentence === undefined ? error : new CommandError(sentence, { cause: error })
}
