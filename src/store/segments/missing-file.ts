import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../engine/database.ts'
import { filesOf, readManifests } from './manifest.ts'

/**
 * The first sealed file that the folder lacks, or has in another size, in words: a machine whose folder is not the one that
 * the others share. Looks at names and sizes alone. Null where all are there.
 */
export async function missingFile(sql: Sql): Promise<string | null> {
  const { folder } = sql.segments
  for (const { name, bytes } of filesOf(await readManifests(sql))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.size !== bytes) return `${name} is ${found === null ? 'missing' : 'not whole'} in ${folder}`
  }
  return null
}
