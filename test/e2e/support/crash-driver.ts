import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callPequod } from '../../cli/support/call-pequod.ts'

/*
 * Takes a folder's files into the store of DATABASE_URL, one `pequod ingest` after the other (a folder in it is raw history),
 * with a `pequod seal` and a `pequod refresh` after every third, and notes after each command how far it is, and says so.
 * Killed at any moment and started again, it repeats at most the command that it was at.
 *
 * Usage: node crash-driver.ts FILES-FOLDER NOTE-FILE
 */
const [, , folder = '', note = ''] = process.argv
const env = {
  DATABASE_URL: process.env.DATABASE_URL ?? '',
  DATA_DIR: process.env.DATA_DIR ?? '',
  // A second in which a kill finds files that no manifest names.
  DATA_LAG_SECONDS: '1',
}
const files = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
const commands = files.flatMap((file, i) => {
  const path = join(folder, file.name)
  const ingest = file.isDirectory()
    ? ['ingest', 'history', path, '--no-metadata']
    : ['ingest', 'events', path]
  return i % 3 === 2 || i === files.length - 1 ? [ingest, ['seal'], ['refresh']] : [ingest]
})

process.stdout.write('started\n')
const done = Number(await readFile(note, 'utf8').catch(() => '0'))
for (const [i, command] of commands.entries()) {
  if (i < done) continue
  const { status, stderr } = await callPequod(command, env)
  if (status !== 0) {
    process.stderr.write(stderr)
    process.exit(1)
  }
  await writeFile(`${note}.next`, String(i + 1))
  await rename(`${note}.next`, note)
  process.stdout.write(`${i + 1} done\n`)
}
