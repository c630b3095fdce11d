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

const PAGE = new URL('../RESULTS.md', import.meta.url)

/** The benches to run: those named, or else the short ones, or all. */
function asked(args: readonly string[]): { benches: readonly Bench[]; isTiny: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, tiny: { type: 'boolean', default: false } },
  })
  const unknown = positionals.find((name) => !BENCHES.some((bench) => bench.name === name))
  const names = BENCHES.map(({ name }) => name).join(', ')
  if (unknown !== undefined) throw new RangeError(`No bench is called ${unknown}; there are ${names}.`)
  const benches =
    positionals.length > 0
      ? BENCHES.filter(({ name }) => positionals.includes(name))
      : BENCHES.filter(({ isLong = false }) => values.all || !isLong)
  return { benches, isTiny: values.tiny }
}

async function keep({ name }: Bench, result: Result): Promise<void> {
  const results = parseResults(await readFile(PAGE, 'utf8').catch(() => ''))
  await writeFile(PAGE, printResults(BENCHES, results.set(name, result)))
}

async function runAll(args: readonly string[]): Promise<void> {
  const { benches, isTiny } = asked(args)
  for (const bench of benches) {
    console.log(`\n${bench.title}`)
    const { result, isWhole } = await runBench(bench, isTiny)
    if (!isWhole) process.exitCode = 1
    if (!isTiny) await keep(bench, result)
  }
}

try {
  await runAll(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
