import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for one test file's files, removed when its tests are done. */
export function temporaryFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-sources-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let count = 0
  return {
    folder,
    /** Writes a new file and answers its path. */
    write(content: string | Uint8Array): string {
      const path = join(folder, `file-${count++}`)
      writeFileSync(path, content)
      return path
    },
  }
}
