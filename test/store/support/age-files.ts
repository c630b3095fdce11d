import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../../src/migrations/open-store.ts'

/** Makes every sealed file two hours old. */
export async function ageFiles({ db }: Store): Promise<void> {
  const then = Date.now() / 1_000 - 7_200
  for (const name of await readdir(db.duckdb.folder)) await utimes(join(db.duckdb.folder, name), then, then)
}
