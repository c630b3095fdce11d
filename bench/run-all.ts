/**
 * Runs the benches one after the other and writes what they print, the machine, and which aims were met into
 * `bench/RESULTS.md`, after each of them: what is cut off keeps what it has.
 *
 *   npm run bench [-- [--all] [--tiny] [NAME…]]
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { BENCHES } from './benches.ts'
import { parseResults, printResults, type Result } from './results-page.ts'
import { runBench } from './run-bench.ts'

const PAGE = new URL('RESULTS.md', import.meta.url)

/** Those of the names, or else the short ones, or all. */
function chosen(names: readonly string[], isAll: boolean): Bench[] {
  const unknown = names.find((name) => !BENCHES.some((bench) => bench.name === name))
  if (unknown !== undefined)
    throw new RangeError(
      `no bench is called ${unknown}; there are ${BENCHES.map(({ name }) => name).join(', ')}`,
    )
  if (names.length > 0) return BENCHES.filter(({ name }) => names.includes(name))
  return BENCHES.filter(({ isLong = false }) => isAll || !isLong)
}

async function writeResult(bench: Bench, result: Result): Promise<void> {
  const results = parseResults(await readFile(PAGE, 'utf8').catch(() => ''))
  results.set(bench.name, result)
  await writeFile(PAGE, printResults(BENCHES, results))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, tiny: { type: 'boolean', default: false } },
})
for (const bench of chosen(positionals, values.all)) {
  console.log(`\n${bench.title}`)
  const { result, isWhole } = await runBench(bench, values.tiny)
  if (!isWhole) process.exitCode = 1
  if (!values.tiny) await writeResult(bench, result)
}
