import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT, temporaryFolder } from './support/run-pequod.ts'

/** Runs the tests of a folder that holds this one file, the way `npm test` does; answers the exit status. */
async function statusOf(file: string): Promise<{ status: number | null; said: string }> {
  const folder = await temporaryFolder()
  await symlink(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  await mkdir(join(folder.path, 'test'))
  await writeFile(join(folder.path, 'test/one.test.ts'), file)
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // One run's environment must not leak into another.
  const env = { PATH: process.env.PATH, HOME: tmpdir() }
  const child = spawn(process.execPath, [vitest, 'run', '--dir', folder.path], { cwd: ROOT, env })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  await folder.remove()
  return { status, said: stdout + stderr }
}

const IMPORT = "import { expect, test } from 'vitest'\n"

test.concurrent.each([
  ['a test fails', `${IMPORT}test('one', () => expect(1).toBe(2))`, /expected 1 to be 2/],
  [
    'fails only for an unhandled error',
    `${IMPORT}test('one', () => { Promise.reject(new Error('unseen')) })`,
    /Tests .*1 passed.*unseen/s,
  ],
  ['a file cannot be loaded', "import './none.ts'", /Cannot find module/],
])('a run of the tests ends with status 1 where %s', async (_, file, saying) => {
  const { status, said } = await statusOf(file)
  expect(said).toMatch(saying)
  expect(status).toBe(1)
})

test('npm test exits with the status of the test run', () => {
  expect(packageJson.scripts.test).toMatch(/&& vitest run$/)
})
