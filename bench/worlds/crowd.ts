/**
 * A crowd's ledger of each size on SQLite, in a process of its own: ingest, the first refresh by phase, the same ledger
 * as of 30 days before its end, and the tops of eight weeks' boards. Seconds, seconds (of CPU) per million fills, and
 * the peak memory of the process after each step, threads included; one trader per ten fills, 2,000 markets a million.
 *
 *   npx node bench/worlds/crowd.ts [fills, default 300,000]...
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { readCutoff } from '../../src/numbers/boards/cutoff.ts'
import { topsAsOf } from '../../src/numbers/boards/tops-as-of.ts'
import { readBeside } from '../../src/numbers/days/read-beside.ts'
import type { RefreshResult } from '../../src/numbers/publish/publisher.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { crowdFile } from './crowd-file.ts'

/** The cost of a step: seconds, all threads' seconds of CPU, and the peak memory after it in MiB. */
interface Step {
  seconds: number
  /** Not known of the phases of a step. */
  cpu?: number
  peak?: number
}
type Steps = Record<string, Step>

/** One is always open. */
const LEAST_MARKETS = 400
const DAYS_AGO = 30
const WEEKS = 8

async function measure(fills: number): Promise<Steps> {
  const path = await crowdFile({ fills, traders: fills / 10, markets: Math.max(LEAST_MARKETS, fills / 500) })
  const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
  const steps: Steps = {}
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const before = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(before)
    const peak = process.resourceUsage().maxRSS / 1024
    const seconds = (performance.now() - start) / 1000
    steps[name] = { seconds, cpu: (user + system) / 1e6, peak }
    // Reports progress, since the largest take long.
    console.error(
      `${fills.toLocaleString('en')} fills: ${name} ${seconds.toFixed(1)} s, ${Math.round(peak)} MiB`,
    )
    return result
  }
  try {
    const database = join(folder, 'pequod.db')
    const { db, close } = await openStore({ kind: 'sqlite', path: database })
    await step('ingest', () => ingestEventLines(db, { path }, { onRefusal }))
    const { phases } = await step<RefreshResult>('refresh', () => refresh(db))
    for (const { name, seconds } of phases) steps[`  ${name}`] = { seconds }
    const { day } = await readCutoff(db, null)
    await step('as of a day', () => refresh(db, { asOf: day - DAYS_AGO }))
    await step(`tops of ${WEEKS} weeks`, () => topsOf(db, day))
    await close()
    console.error(
      `${fills.toLocaleString('en')} fills: ${Math.round(statSync(database).size / 2 ** 20)} MiB of database`,
    )
    return steps
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function onRefusal({ line, reason }: { line: number; reason: string }): never {
  throw new Error(`line ${line}: ${reason}`)
}

function topsOf(db: Database, last: number): Promise<unknown> {
  const days = Array.from({ length: WEEKS }, (_, week) => last - 7 * (WEEKS - week))
  const asked = { days, boards: LEADERBOARDS, size: 100 }
  return readBeside(db, last - 7, (sources) => topsAsOf(sources, asked))
}

function inProcess(fills: number): Steps {
  const { stdout, status } = spawnSync(process.execPath, [import.meta.filename, '--side', String(fills)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`the process of ${fills} fills ended with ${status}`)
  return JSON.parse(stdout) as Steps
}

if (process.argv[2] === '--side') console.log(JSON.stringify(await measure(Number(process.argv[3]))))
else {
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [300_000]
  const measured = sizes.map((fills) => ({ fills, steps: inProcess(fills) }))
  const cell = (text: string) => text.padStart(42)
  console.log(
    `${' '.repeat(18)}${sizes.map((fills) => cell(`${fills.toLocaleString('en')} fills`)).join('')}`,
  )
  for (const name of Object.keys(measured[0]?.steps ?? {})) {
    const cells = measured.map(({ fills, steps }) => {
      const { seconds, cpu, peak } = steps[name] ?? { seconds: Number.NaN }
      const perMillion = (spent: number) => ((spent * 1e6) / fills).toFixed(1)
      const ofCpu = cpu === undefined ? '' : ` (${perMillion(cpu)} CPU)`
      const memory = peak === undefined ? '' : ` ${Math.round(peak)} MiB`
      return cell(`${seconds.toFixed(1)} s, ${perMillion(seconds)}${ofCpu} s/M${memory}`)
    })
    console.log(name.padEnd(18) + cells.join(''))
  }
}
