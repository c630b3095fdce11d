import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { countText } from '../../formats.ts'
import { printEventLine } from '../../sources/files/print-event-line.ts'
import type { Database } from '../../store/engine/database.ts'
import { exportEvents } from '../../store/export/export-events.ts'
import { printable } from '../../text.ts'
import type { CommandContext } from '../command-context.ts'
import { withStore } from '../with-store.ts'
import { writeAtomically } from './atomic-file.ts'

/**
 * `pequod export events`: writes the ledger as event lines, to standard output if no file is named. A file is written
 * atomically. Throws a CommandError if it cannot be written.
 */
export async function exportEventLines(context: CommandContext, file?: string): Promise<void> {
  await withStore(context, async ({ db }) => {
    const lines = eventLines(db)
    if (file === undefined || file === '-')
      await writeLines(process.stdout.isTTY ? shown(lines) : lines, process.stdout)
    else {
      const count = await writeAtomically(file, (_, path) => writeFile(lines, path))
      context.screen.note(`${file}: ${countText(count)} lines`)
    }
  })
}

async function* eventLines(db: Database): AsyncGenerator<string> {
  for await (const record of exportEvents(db)) yield printEventLine(record)
}

/** Escapes lines for a terminal, so that names and questions cannot control it; the JSON values stay the same. */
async function* shown(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield printable(line)
}

async function writeFile(lines: AsyncIterable<string>, path: string): Promise<number> {
  const stream = createWriteStream(path)
  try {
    const count = await writeLines(lines, stream)
    stream.end()
    await finished(stream)
    return count
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** Writes in pieces of 64 KB: a write per line would take most of the time. */
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
