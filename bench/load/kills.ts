/**
 * Kills the program at random moments of loading, sealing and publishing, and compares what a run to the end leaves with an
 * uninterrupted run: the crash tests, which tell what they did.
 *
 *   npx node bench/load/kills.ts [kills of each store, default 50]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const kills = process.argv[2] ?? '50'
const root = fileURLToPath(new URL('../../', import.meta.url))
const report = join(tmpdir(), `pequod-kills-${process.pid}.json`)
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'test/e2e/crash.all.test.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
  {
    cwd: root,
    env: { ...process.env, PEQUOD_TESTS: 'all', PEQUOD_CRASH_KILLS: kills, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const closed = once(child, 'close')
for await (const line of createInterface({ input: child.stdout }))
  if (/killed \d+ times/.test(line)) console.log(line.trim())
const [status] = await closed
const { numFailedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8'))
await rm(report)
console.log(`kills: ${numFailedTests} of ${numTotalTests} tests failed, ${kills} kills in each`)
process.exitCode = status === 0 ? 0 : 1
