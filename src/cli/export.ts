import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CommandError } from '../errors.ts'
import { printable } from '../printable.ts'
import { printEventLine } from '../sources/print-event-line.ts'
import type { Database } from '../store/database.ts'
import { exportEvents } from '../store/export-events.ts'
import type { CommandContext } from './command-context.ts'
import { withStore } from './with-store.ts'

/**
 * `pequod export events`: writes what the store holds as event lines, to standard output without a file. A file is
 * there whole or not at all. Throws a CommandError where it cannot be written.
 */
export async function exportEventLines(context: CommandContext, file?: string): Promise<void> {
  await withStore(context, async ({ db }) => {
    const lines = eventLines(db)
    if (file === undefined || file === '-')
      await writeLines(process.stdout.isTTY ? shown(lines) : lines, process.stdout)
    else context.screen.note(`${file}: ${(await writeFile(lines, file)).toLocaleString('en')} lines`)
  })
}

async function* eventLines(db: Database): AsyncGenerator<string> {
  for await (const record of exportEvents(db)) yield printEventLine(record)
}

/** Lines of the same value for a terminal, which names and questions must not steer. */
async function* shown(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield printable(line)
}

async function writeFile(lines: AsyncIterable<string>, file: string): Promise<number> {
  if ((await stat(file).catch(() => null))?.isDirectory())
    throw new CommandError(`${file} is a folder: name a file in it.`)
  const partial = `${file}.partial`
  const stream = createWriteStream(partial)
  try {
    const count = await writeLines(lines, stream)
    stream.end()
    await finished(stream)
    await rename(partial, file)
    return count
  } catch (error) {
    stream.destroy()
    await rm(partial, { force: true }).catch(() => undefined)
    throw explained(error, file)
  }
}

/** Writes in pieces of 64 KB: a write a line would be most of the work. */
async function writeLines(lines: AsyncIterable<string>, stream: Writable): Promise<number> {
  let failure: Error | null = null
  stream.once('error', (error) => {
    failure = error
  })
  let waiting = ''
  let count = 0
  const flush = async () => {
    if (failure !== null) throw failure
    if (!stream.write(waiting)) await once(stream, 'drain')
    waiting = ''
  }
  for await (const line of lines) {
    waiting += `${line}\n`
    count++
    if (waiting.length > 65_536) await flush()
  }
  await flush()
  return count
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentences: Record<string, string> = {
    ENOENT: `${file} cannot be written: its folder does not exist.`,
    ENOTDIR: `${file} cannot be written: a part of its path is a file, not a folder.`,
    EACCES: `${file} cannot be written: this user may not write there.`,
    EROFS: `${file} cannot be written: the file system is read-only.`,
    ENOSPC: `${file} cannot be written: the disk is full.`,
  }
  const sentence = sentences[code]
  return sentence === undefined ? error : new CommandError(sentence, { cause: error })
}
