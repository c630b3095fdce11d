import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bench } from './bench.ts'
import type { Result } from './results-page.ts'

/** A bench's result, and whether all of its runs came to their end. */
export interface BenchRun {
  result: Result
  isWhole: boolean
}

/**
 * Runs a bench, each of its runs in a process of its own, and passes on what they print.
 * @param isTiny true: by `tinyRuns`
 */
export async function runBench(bench: Bench, isTiny: boolean): Promise<BenchRun> {
  const runs = (isTiny ? bench.tinyRuns : undefined) ?? bench.runs ?? [[]]
  const printed: string[] = []
  const before = load()
  const start = performance.now()
  let isWhole = true
  for (const args of runs) {
    const command = ['node', `bench/${bench.script}`, ...args].join(' ')
    say(printed, `$ ${command}`)
    const failure = await runScript(bench, args, (line) => say(printed, line))
    if (failure === null) continue
    isWhole = false
    say(printed, `(${command} ${failure})`)
  }
  const took = Math.round((performance.now() - start) / 1_000)
  const measured = `${machine()} · load ${before} before, ${load()} after · took ${took} s`
  return { result: { measured, printed }, isWhole }
}

/** Resolves to what went wrong, or null. */
async function runScript(
  { script, minutes }: Bench,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: minutes * 60_000,
  })
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) onLine(line)
  const [status, signal] = await closed
  if (signal !== null) return `was ended after ${minutes} minutes, by ${signal}`
  return status === 0 ? null : `ended with ${status}`
}

function say(printed: string[], line: string): void {
  console.log(line)
  if (line.trim() !== '') printed.push(line.trimEnd())
}

/** When and on what: neither its name nor its maker. */
function machine(): string {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  return `${when} UTC · ${availableParallelism()} cores, ${memory} GiB, Node ${process.version}`
}

/** Processes that ran or waited for a core, over the last minute. */
function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1)
}
