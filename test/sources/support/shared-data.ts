import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../../../shared/data/', import.meta.url)

/** Whether the recorded real data is missing beside the repository. */
export const noSharedData = !existsSync(folder)
/** The suffix of a test's name when it cannot run. */
export const skipNote = noSharedData ? ' (skipped: no shared data)' : ''

/** The path of a recorded file. */
export function sharedData(name: string): string {
  return fileURLToPath(new URL(name, folder))
}
