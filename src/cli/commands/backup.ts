import { rename, rm, stat } from 'node:fs/promises'
import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import type { StoreAddress } from '../../store/engine/database.ts'
import { copySqlite, openSqlite } from '../../store/engine/sqlite.ts'
import { copyFiles } from '../../store/ledger/files.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { failureReason } from '../screen/failures.ts'

/**
 * `pequod backup`: copies a consistent state of the SQLite store while it is in use, and the sealed files that it names
 * into a folder beside the copy. The copy is atomic. Throws a CommandError if there is no such store, the file exists
 * already, or it cannot be written.
 */
export async function backupStore(
  context: CommandContext,
  file: string,
  options: PrintOptions,
): Promise<void> {
  const { database } = loadConfig(context.env)
  if (database.kind === 'postgres')
    throw new CommandError(`For PostgreSQL, use pg_dump --format=custom --file=${file} "$DATABASE_URL"`)
  await requireFiles(database.path, file)
  const bytes = await copyWhole(context, database, file)
  if (options.json) context.screen.printJson({ file, bytes })
  else context.screen.print(`${file}: ${countText(bytes)} bytes. To use it, set DATABASE_URL to it.`)
}

/** The folder of the copy's sealed files. */
function dataOf(file: string): string {
  return `${file}-data`
}

async function requireFiles(from: string, to: string): Promise<void> {
  const exists = async (path: string) => (await stat(path).catch(() => null)) !== null
  if (!(await exists(from))) throw new CommandError(`${from} does not exist: there is nothing to back up.`)
  for (const path of [to, dataOf(to)])
    if (await exists(path))
      throw new CommandError(`${path} already exists: choose another file, or move it away.`)
}

async function copyWhole(
  { screen }: CommandContext,
  from: StoreAddress & { kind: 'sqlite' },
  to: string,
): Promise<number> {
  const partial = `${to}.partial`
  const progress = screen.progress({ label: `Copying to ${to}`, total: 1 })
  try {
    await rm(partial, { force: true })
    await copySqlite(from.path, partial, {
      onProgress: ({ done, total }) => progress.update(done / (total || 1)),
    })
    const sealed = await copySealed(from, partial, to)
    const { size } = await stat(partial)
    await rename(partial, to)
    progress.finish()
    return size + sealed
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    await rm(dataOf(to), { force: true, recursive: true }).catch(() => undefined)
    throw new CommandError(`${to} cannot be written: ${failureReason(error)}.`, { cause: error })
  } finally {
    progress.stop()
  }
}

/**
 * Copies the sealed files that the copied store names, which never change. The files precede the store: a store without
 * its files would be no backup.
 * @returns their bytes
 */
async function copySealed(
  from: StoreAddress & { kind: 'sqlite' },
  copy: string,
  to: string,
): Promise<number> {
  const [source, target] = await Promise.all([
    openSqlite(from),
    openSqlite({ path: copy, data: { folder: dataOf(to) } }),
  ])
  try {
    return await copyFiles(source, target)
  } finally {
    await source.close()
    await target.close()
  }
}
