/**
 * Counts the code: hand-written lines and files of `src` by room, the files that a cold request passes, long functions,
 * repeated lines, the size of an install, and with `--tests` the processor time of `npm test`. It has no thresholds.
 *
 *   npm run measure
 *   npm run measure -- --files   only the cold requests, with the files of each
 *   npm run measure -- --tests
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seed } from '../../seeds/world/demo.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createApp } from '../../src/server/app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HAND_WRITTEN = /\.(ts|js|graphql|css)$/
const LONG_FUNCTION = 60
/** Lines that two places share before they count as repeated. */
const REPEATED_RUN = 6
/** Rooms that a redesign of their own takes apart; their lines are also summed separately. */
const LEDGER_ROOMS = /^src\/(refresh|store\/(ledger|segments|past|load|ingest|trades|verify))\//

const { values } = parseArgs({
  options: { files: { type: 'boolean', default: false }, tests: { type: 'boolean', default: false } },
})

const files = sourceFiles()
if (!values.files) {
  printRooms()
  printLongFunctions()
  printRepeatedLines()
}
await printRequests()
if (!values.files) printInstall()
if (values.tests) await printTests()

/** The tracked files of `src` that people write, each with its lines. */
function sourceFiles(): { path: string; lines: string[] }[] {
  const listed = spawnSync('git', ['ls-files', 'src'], { cwd: ROOT, encoding: 'utf8' }).stdout
  return listed
    .split('\n')
    .filter((path) => HAND_WRITTEN.test(path) && !path.includes('.generated.'))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n') }))
}

function printRooms(): void {
  const rooms = new Map<string, { files: number; lines: number }>()
  const count = (room: string, lines: number) => {
    const sums = rooms.get(room) ?? { files: 0, lines: 0 }
    rooms.set(room, { files: sums.files + 1, lines: sums.lines + lines })
  }
  for (const { path, lines } of files) {
    const parts = path.split('/')
    count(parts.length > 2 ? `src/${parts[1]}` : 'src (files)', lines.length)
    if (LEDGER_ROOMS.test(path)) count('of these: ledger rooms', lines.length)
    count('all', lines.length)
  }
  console.log('Hand-written lines and files')
  const order = [...rooms].sort(([, a], [, b]) => b.lines - a.lines)
  for (const [room, { files, lines }] of order)
    console.log(`  ${room.padEnd(24)}${figure(lines)} lines${figure(files)} files`)
}

function printLongFunctions(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-measure-'))
  const options = { maxLines: LONG_FUNCTION, skipBlankLines: true }
  const rules = {
    recommended: false,
    complexity: { noExcessiveLinesPerFunction: { level: 'warn', options } },
  }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter: { rules } }))
  const only = '--only=complexity/noExcessiveLinesPerFunction'
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', only, `--config-path=${folder}`, '--reporter=json', '--max-diagnostics=none', 'src'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  rmSync(folder, { recursive: true })
  const found: { message: string; location: { path: string; start: { line: number } } }[] =
    JSON.parse(stdout).diagnostics
  console.log(
    `\nFunctions of more than ${LONG_FUNCTION} lines, without blank lines and comments: ${found.length}`,
  )
  for (const { message, location } of found)
    console.log(`  ${/\d+/.exec(message)?.[0]} ${location.path}:${location.start.line}`)
}

/** Counts lines of code in a run of six or more that also occurs elsewhere, without imports. */
function printRepeatedLines(): void {
  const places = new Map<string, { path: string; at: number }[]>()
  const codeOf = new Map<string, string[]>()
  for (const { path, lines } of files) {
    const code = lines
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line) && !/^(import |\/\/|\*|\/\*|} from )/.test(line))
    codeOf.set(path, code)
    for (let at = 0; at + REPEATED_RUN <= code.length; at++) {
      const run = code.slice(at, at + REPEATED_RUN).join('\n')
      places.set(run, [...(places.get(run) ?? []), { path, at }])
    }
  }
  const repeated = new Set<string>()
  for (const found of places.values())
    if (found.length > 1)
      for (const { path, at } of found)
        for (let line = at; line < at + REPEATED_RUN; line++) repeated.add(`${path}:${line}`)
  const all = [...codeOf.values()].reduce((sum, code) => sum + code.length, 0)
  console.log(
    `\nLines in runs of ${REPEATED_RUN} or more that occur elsewhere too: ${repeated.size} of ${all}`,
  )
}

/** Asks each question in a process of its own, which counts by coverage. */
async function printRequests(): Promise<void> {
  console.log('\nFiles of src that a cold request runs, and their lines')
  const folder = mkdtempSync(join(tmpdir(), 'pequod-measure-'))
  const path = join(folder, 'world.db')
  const { trader, market } = await buildWorld(path)
  const child = fileURLToPath(new URL('measure-request.ts', import.meta.url))
  for (const name of ['leaderboard', 'traderPath', 'trader', 'whales', 'follow', 'holders']) {
    const words = [child, name, path, trader, market]
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The question ${name} failed: ${stderr}`)
    const { request, paths }: { request: string; paths: string[] } = JSON.parse(stdout)
    const passed = new Set(paths)
    const lines = files.reduce((sum, { path, lines }) => sum + (passed.has(path) ? lines.length : 0), 0)
    console.log(`  ${request.padEnd(44)}${figure(passed.size)} files${figure(lines)} lines`)
    if (values.files) for (const path of paths.toSorted()) console.log(`    ${path}`)
  }
  rmSync(folder, { recursive: true })
}

/** Builds the world, and names a trader and a market of it to ask for. */
async function buildWorld(path: string): Promise<{ trader: string; market: string }> {
  const world = await openStore({ kind: 'sqlite', path })
  await seed(world, { world: { traders: 300, days: 12, markets: 20 } })
  await refresh(world.db)
  const service = await createApp({
    db: world.db,
    config: loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${path}` }),
  })
  const board = await service.inject('/v1/leaderboard/pnl-all?limit=1')
  const list = await service.inject('/v1/markets?limit=1')
  await service.close()
  await world.close()
  return { trader: board.json().entries[0].address, market: list.json().items[0].condition }
}

function printInstall(): void {
  let bytes = 0
  let packages = 0
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      // The pinned Node, which a machine with a new one of its own does not run.
      if (path === join(ROOT, 'node_modules/node') || entry.name.startsWith('node-bin-')) continue
      if (entry.isDirectory()) walk(path)
      else bytes += lstatSync(path).blocks * 512
      if (entry.name === 'package.json' && isPackage(folder)) packages++
    }
  }
  walk(join(ROOT, 'node_modules'))
  console.log(
    `\nInstall without the pinned Node: ${Math.round(bytes / 1e6)} MB, ${packages} packages (with copies)`,
  )
}

function isPackage(folder: string): boolean {
  const parts = folder.slice(folder.lastIndexOf('node_modules') + 'node_modules/'.length).split('/')
  return parts.length === (parts[0]?.startsWith('@') ? 2 : 1)
}

/**
 * Runs `npm test` and adds up what all its processes used, those included that outlive their parent: each carries a mark
 * in its environment, and its times are read until it is gone. Time used after the last look, 50 ms before an end, is lost.
 */
async function printTests(): Promise<void> {
  const mark = `PEQUOD_MEASURED=${randomUUID()}`
  const [name = '', id] = mark.split('=')
  const run = spawn('npm', ['test'], { cwd: ROOT, env: { ...process.env, [name]: id }, stdio: 'inherit' })
  const used = new Map<string, number>()
  const others = new Set<string>()
  const look = () => {
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) readTimes(pid)
  }
  const readTimes = (pid: string) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // A process id is used again; with its start it is one process.
      const key = `${pid} ${fields[19]}`
      if (others.has(key)) return
      if (!used.has(key) && !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) {
        others.add(key)
        return
      }
      used.set(key, (Number(fields[11]) + Number(fields[12])) / 100)
    } catch {
      // It has ended meanwhile.
    }
  }
  const looking = setInterval(look, 50)
  const [status] = await once(run, 'exit')
  look()
  clearInterval(looking)
  const seconds = [...used.values()].reduce((sum, one) => sum + one, 0)
  console.log(`\nnpm test: ${(seconds / 60).toFixed(1)} CPU-minutes, exit status ${status}`)
}

function figure(count: number): string {
  return count.toLocaleString('en').padStart(9)
}
