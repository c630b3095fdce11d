/**
 * Runs every test that draws its examples, round after round, each from a seed of its own: what fails once in a
 * thousand draws is found here and not in CI. A line for each round; the exit status is 1 where one failed.
 *
 *   npm run test:hunt                                   ten rounds of all of them
 *   npm run test:hunt -- refresh store --rounds 50      of those whose paths hold one of these words
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonTestResults } from 'vitest/node'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' } },
})
const rounds = Number(values.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number from 1 on, not ${values.rounds}.`)
const files = globSync('test/**/*.test.ts')
  .filter((path) => positionals.length === 0 || positionals.some((word) => path.includes(word)))
  .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
if (files.length === 0)
  throw new Error(`No test that draws has one of these in its path: ${positionals.join(', ')}.`)

const report = join(tmpdir(), `pequod-hunt-${process.pid}.json`)
for (let round = 1; round <= rounds; round++) {
  const seed = randomInt(2 ** 31)
  const { numPassedTests, failed } = await run(seed)
  console.log(`round ${round}, seed ${seed}: ${numPassedTests} passed, ${failed.length} failed`)
  for (const { file, name, message } of failed) console.log(`  ${file}: ${name}\n${message}`)
  if (failed.length === 0) continue
  process.exitCode = 1
  const again = [...new Set(failed.map(({ file }) => file))].join(' ')
  console.log(`  again: PEQUOD_SEED=${seed} npx vitest run ${again}`)
}
rmSync(report, { force: true })

async function run(seed: number) {
  rmSync(report, { force: true })
  const child = spawn('vitest', ['run', ...files, '--reporter=json', `--outputFile=${report}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PEQUOD_SEED: String(seed) },
  })
  await once(child, 'exit')
  const { numPassedTests, testResults }: JsonTestResults = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.flatMap(({ name: file, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0 && message !== '') return [{ file, name: 'could not be run', message }]
    return tests.map((one) => ({ file, name: one.fullName, message: one.failureMessages?.[0] ?? '' }))
  })
  return { numPassedTests, failed }
}
