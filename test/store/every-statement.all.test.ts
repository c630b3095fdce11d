import { execFile } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { newPlace } from './support/engines.ts'
import { type Recorded, recordsIn } from './support/scenario/compare-records.ts'
import { coverageIn, statementsIn } from './support/scenario/statements-in.ts'

const run = promisify(execFile)
const ENGINES = ['sqlite', 'postgres'] as const
const CHAPTERS = ['ledger', 'sources', 'chain', 'follows', 'service']
const scenario = (name: string) => fileURLToPath(new URL(`support/scenario/${name}.ts`, import.meta.url))

interface Run {
  ran(file: string, at: number): boolean
  found: Recorded
}

const cleanups: (() => Promise<void>)[] = []
const runs = {} as Record<(typeof ENGINES)[number], Run>

/** Runs the scenario in a process of its own, in which V8 counts what runs. */
async function play(engine: StoreAddress['kind']): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-scenario-'))
  const [files, coverage] = [join(folder, 'files'), join(folder, 'coverage')]
  await Promise.all([files, coverage].map((path) => mkdir(path)))
  const addresses: Record<string, StoreAddress> = {}
  for (const chapter of CHAPTERS) {
    const { address, remove } = await newPlace(engine)
    cleanups.push(remove)
    addresses[chapter] = address
  }
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const given = [
    '--import',
    scenario('record-statements'),
    scenario('run-scenario'),
    JSON.stringify(addresses),
    files,
  ]
  await run(process.execPath, given, {
    env: { ...env, NODE_V8_COVERAGE: coverage, STATEMENTS_FILE: join(folder, 'statements') },
    maxBuffer: 2 ** 26,
    timeout: 540_000,
  })
  return { ran: coverageIn(coverage), found: recordsIn(folder) }
}

async function playBoth(): Promise<Record<(typeof ENGINES)[number], Run>> {
  const [sqlite, postgres] = await Promise.all([play('sqlite'), play('postgres')])
  return { sqlite, postgres }
}

beforeAll(async () => {
  Object.assign(runs, await playBoth())
}, 600_000)
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

const places = statementsIn('src')
const nameOf = (place: string) => place.replace(/:.*$/, '').split('/').at(-1) ?? ''

test.each(ENGINES)('the scenario runs every statement of the code (%s)', (engine) => {
  const unreached = places.filter((one) => !one.isByHand && !runs[engine].ran(one.file, one.at))
  expect(unreached.map(({ place }) => place)).toEqual([])
})

/** How many texts by hand no engine runs here, by file: each is DuckDB's, or runs elsewhere. */
const ELSEWHERE = {
  // DuckDB, over the tables of downloaded data sets: the store's engine has no part in them.
  'fill-sql.ts': 10,
  'filled-source.ts': 1,
  'history-tables.ts': 10,
  'odd-transactions.ts': 1,
  'stage-fills.ts': 16,
  'stretches.ts': 2,
  'table-queries.ts': 1,
  // DuckDB, over more rows or files than a test has.
  'known-fills.ts': 1,
  'days.ts': 1,
  'exported-tables.ts': 1,
  'foresight-write.ts': 1,
  'write-table.ts': 1,
  // Connections of their own: a lock, and a notice of alerts to other processes.
  'alert-notices.ts': 1,
  'locks.ts': 2,
  // The module that records in its place.
  'trace-statements.ts': 1,
}
/** Texts of one engine, which do not run on the other, by the same. */
const OF_THE_OTHER = {
  sqlite: {
    // Catalogues, partitions, bulk statements and advisory locks of PostgreSQL; its clock and its replicas.
    'locks.ts': 3,
    'check-services.ts': 1,
    'check-clock.ts': 1,
    'month-partitions.ts': 1,
    'postgres-statements.ts': 1,
    'postgres.ts': 9,
    'schema-state.ts': 1,
  },
  // A backup copies SQLite's file.
  postgres: { 'sqlite.ts': 2 },
}

test.each(ENGINES)('the scenario runs every text of SQL by hand but those listed (%s)', (engine) => {
  const unreached = places.filter((one) => one.isByHand && !runs[engine].ran(one.file, one.at))
  const counts = Object.entries(Object.groupBy(unreached, ({ file }) => nameOf(file)))
  const found = Object.fromEntries(counts.map(([name, list = []]) => [name, list.length]))
  expect(found).toEqual({ ...ELSEWHERE, ...OF_THE_OTHER[engine] })
})

/** Files whose answers may differ, with reasons; every other answer is the same. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  'accounts.ts': 'PostgreSQL draws an id also where the name is taken',
  'run-claims.ts': 'a claim has the id of its account',
  'rules.ts': 'a registered rule has the id of its account',
  'channels.ts': 'deliveries are under way: what was noted of one by now depends on the time',
  'message-queue.ts': 'the same',
  'outbox.ts': 'the same',
  'check-boards.ts':
    'a condition is 0 or 1 on SQLite, false or true on PostgreSQL; it is read as a condition',
  'check-store.ts': 'a column without a name',
  'day-log.ts': 'the key of the log is drawn, and an entry has the moment when it was made',
  'followers.ts': 'deliveries are under way',
  none: 'reads of the test itself, side by side',
  'schema-state.ts': 'the catalogue of each engine',
  'sign-state.ts': 'a packed state: V8 writes a whole number in either of two forms',
}
/** Statements of one engine: locks of PostgreSQL, its own functions, and a table whose types differ. */
const OF_ONE_ENGINE = /^LOCK TABLE|^SET TRANSACTION|\bpg_|^CREATE TEMP TABLE/
/** Files with a place that ran with other values on each engine, with reasons. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  'check-clock.ts': 'the clock of a server',
  'day-log.ts': 'the key of the log is drawn',
  'runs.ts': 'the id of an account that is created late: PostgreSQL draws more of them',
  'fold-lanes.ts': 'a lease, whose holder each thread draws',
  'write-range.ts': 'positions in any order',
  'write-days.ts': 'positions in any order',
}

/** One engine may be asked the same at more moments than the other: what the other found, it found too. */
function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > other.size ? isWithin(other, one) : [...one].every((answer) => other.has(answer))
}

/** The answers that differ between the engines, and the places of the code with an answer of both. */
function comparison({ sqlite, postgres }: Record<(typeof ENGINES)[number], Run>) {
  const compared = new Set<string>()
  const differing = [...sqlite.found].flatMap(([key, one]) => {
    const other = postgres.found.get(key)
    if (other === undefined) return []
    for (const { record } of [one, other]) compared.add(record.place)
    if (nameOf(one.record.place) in MAY_DIFFER || isWithin(one.answers, other.answers)) return []
    const [ours, theirs] = [[...one.answers].join(), [...other.answers].join()]
    const from = Math.max(0, [...ours].findIndex((character, i) => character !== theirs[i]) - 100)
    const shown = (answers: string) => answers.slice(from, from + 400)
    return [{ place: one.record.place, key: key.slice(0, 300), sqlite: shown(ours), postgres: shown(theirs) }]
  })
  return { compared, differing }
}

test('the same statement finds the same rows on both engines', async () => {
  const { sqlite, postgres } = runs
  const { compared, differing } = comparison(runs)
  // The service's jobs read at moments of their own: an engine's difference is there again in a second run.
  const again = differing.length === 0 ? [] : comparison(await playBoth()).differing
  expect(again.filter(({ place }) => differing.some((one) => one.place === place))).toEqual([])
  const alone = [...sqlite.found.values(), ...postgres.found.values()]
    .filter(({ record: { place, text } }) => !compared.has(place) && !OF_ONE_ENGINE.test(text))
    .map(({ record }) => record.place)
    .filter((place) => !(nameOf(place) in NOT_COMPARED))
  expect(alone).toEqual([])
})
