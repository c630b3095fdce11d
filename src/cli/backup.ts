import { rename, rm, stat } from 'node:fs/promises'
import { loadConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import { copySqlite } from '../store/copy-sqlite.ts'
import type { PrintOptions } from './accounts.ts'
import type { CommandContext } from './command-context.ts'
import { failureReason } from './failure-reason.ts'

/**
 * `pequod backup`: copies the SQLite store as it is at one moment, while it is in use. The file is there whole or not
 * at all. Throws a CommandError where there is no such store, the file is there already, or it cannot be written.
 */
export async function backupStore(
  context: CommandContext,
  file: string,
  options: PrintOptions,
): Promise<void> {
  const { database } = loadConfig(context.env)
  if (database.kind === 'postgres')
    throw new CommandError(
      `PostgreSQL has tools of its own: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
    )
  await requireFiles(database.path, file)
  const bytes = await copyWhole(context, database.path, file)
  if (options.json) context.screen.printJson({ file, bytes })
  else
    context.screen.print(`${file}: ${bytes.toLocaleString('en')} bytes. Point DATABASE_URL at it to use it.`)
}

async function requireFiles(from: string, to: string): Promise<void> {
  const exists = async (path: string) => (await stat(path).catch(() => null)) !== null
  if (!(await exists(from))) throw new CommandError(`${from} does not exist: there is nothing to back up.`)
  if (await exists(to)) throw new CommandError(`${to} exists already: name another file, or move it away.`)
}

async function copyWhole({ screen }: CommandContext, from: string, to: string): Promise<number> {
  const partial = `${to}.partial`
  const progress = screen.progress(to, 1)
  try {
    await rm(partial, { force: true })
    await copySqlite(from, partial, { onProgress: ({ done, total }) => progress.update(done / (total || 1)) })
    const { size } = await stat(partial)
    await rename(partial, to)
    return size
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw new CommandError(`${to} cannot be written: ${failureReason(error)}.`, { cause: error })
  } finally {
    progress.stop()
  }
}
