/**
 * A downloaded history to a served snapshot: `pequod ingest history`, `pequod refresh` and the first answer, each in a
 * process of its own, against DuckDB alone reading, coding and sorting the same file; with the memory of the load, the
 * room of the store, and how long another process that writes waits meanwhile. A size that would take too long at the
 * rate of the one before is skipped with a message.
 *
 * The history is of a crowd, or in the market's shape (`raw-shape.ts`); its fills a position decide what a row costs.
 *
 *   npx node bench/load/load.ts [--postgres] [--market] [rows, default 300,000]...
 */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { filesOf, readManifests } from '../../src/store/ledger/sealed/manifest.ts'
import { BOARD_QUESTION, HOT_QUESTION } from '../peers/board-question.ts'
import type { Question } from '../run/load-round.ts'
import { startMeasured } from '../run/measured-process.ts'
import { type PostgresServer, startPostgres } from '../worlds/postgres-server.ts'
import { type Cost, measuredCommand } from './measured-command.ts'
import { writeRawHistory } from './raw-history.ts'
import { startSteadyWriter } from './steady-writer.ts'

/** A size that would take longer is not run. */
const MOST_MINUTES = 40
/** Room on the disk for each row: raw, coded by the baseline, loaded, and spilled while sorting. */
const BYTES_A_ROW = 500
const FIRST_QUESTIONS: readonly Question[] = [HOT_QUESTION, BOARD_QUESTION]
const PROGRAM = fileURLToPath(new URL('../../bin/pequod.js', import.meta.url))

/** A size's results, for the next one. */
interface Measured {
  rows: number
  /** Rows a second of only the load. */
  rate: number
  /** All that grows with the rows, the writing of the raw files included. */
  seconds: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    market: { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'pequod-load-'))
const stop = new AbortController()
let server: PostgresServer | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort()
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
try {
  let last: Measured | null = null
  for (const rows of positionals.length > 0 ? positionals.map(Number) : [300_000]) {
    const obstacle = await obstacleTo(rows, last)
    if (obstacle !== null) {
      console.log(`load, ${count(rows)} rows: not run, ${obstacle}`)
      break
    }
    const measured = await measure(rows)
    if (last)
      console.log(
        `load, ${count(rows)} rows: its rate is ${(measured.rate / last.rate).toFixed(2)} × that of ${count(last.rows)} rows`,
      )
    last = measured
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Why a size cannot be run, or null. */
async function obstacleTo(rows: number, last: Measured | null): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < rows * BYTES_A_ROW)
    return `it needs some ${Math.ceil((rows * BYTES_A_ROW) / 2 ** 30)} GiB of disk`
  const minutes = last === null ? 0 : (last.seconds * rows) / last.rows / 60
  return minutes <= MOST_MINUTES
    ? null
    : `it would take ${Math.round(minutes)} minutes at the rate of ${count(last?.rows ?? 0)} rows, more than ${MOST_MINUTES}`
}

async function measure(rows: number): Promise<Measured> {
  const began = performance.now()
  const of = (name: string) => join(folder, name)
  const raw = await writeRawHistory(of('raw'), { rows, world: values.market ? 'MARKET' : 'CROWD' })
  const say = (text: string) => console.log(`load, ${count(rows)} rows: ${text}`)
  const million = ({ processor }: Cost) =>
    `${((processor * 1e6) / raw.rows).toFixed(1)} CPU seconds a million`
  const written = (performance.now() - began) / 1_000
  say(
    `${count(raw.rows)} OrderFilled drawn from ${count(raw.wallets)} wallets in ${count(raw.markets)} markets ` +
      `(${raw.shape.fillsAPosition.toFixed(1)} a position on ${raw.shape.daysAPosition.toFixed(1)} days, ` +
      `${raw.shape.fillsAWallet.toFixed(0)} a wallet), ` +
      `${Math.round(raw.bytes / 2 ** 20)} MiB in ${raw.files} files, written in ${written.toFixed(1)} s`,
  )
  const baseline = await alone(of('raw'), of('coded'))
  say(`DuckDB alone ${cost(baseline)}, ${million(baseline)}`)

  server = values.postgres ? await startPostgres() : null
  const address: StoreAddress = server
    ? { kind: 'postgres', url: server.url, data: { folder: of('data') } }
    : { kind: 'sqlite', path: of('pequod.db'), data: { folder: of('data') } }
  const env = {
    DATABASE_URL: address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url,
    DATA_DIR: of('data'),
  }
  const run = (...args: string[]) => measuredCommand([PROGRAM, ...args], { env, signal: stop.signal })
  await (await openStore(address)).close()
  const writer = await startSteadyWriter(address)
  try {
    const idle = await writer.idle()
    const load = await writer.during(() => run('ingest', 'history', of('raw'), '--no-metadata'))
    const rate = raw.rows / load.result.seconds
    say(
      `load ${cost(load.result)}, ${million(load.result)}, ${count(Math.round(rate))} rows/s${server ? ' (the server apart)' : ''}`,
    )
    await tellRoom(address, raw.rows, 'loaded', say)
    const refresh = await writer.during(() => run('refresh'))
    say(`refresh ${cost(refresh.result)}, ${million(refresh.result)}`)
    const answered = await firstAnswers(env)
    say(`first answer ${answered.toFixed(1)} s after the service was started`)
    const whole = load.result.seconds + refresh.result.seconds + answered
    const times = (seconds: number, of: number) => `${(seconds / of).toFixed(2)} ×`
    const processor = load.result.processor + refresh.result.processor
    say(
      `raw files to a served snapshot ${whole.toFixed(1)} s, ${times(whole, baseline.seconds)} DuckDB alone by the clock ` +
        `and ${times(processor, baseline.processor)} by processor time, ` +
        `${((processor * 1e6) / raw.rows).toFixed(1)} CPU seconds a million; ` +
        `the load ${times(load.result.seconds, baseline.seconds)} and ${times(load.result.processor, baseline.processor)}`,
    )
    await tellRoom(address, raw.rows, 'with its snapshot', say)
    const [more, ms] = [Math.max(load.wait, refresh.wait) - idle, (wait: number) => `${wait.toFixed(0)} ms`]
    say(
      `longest wait of another writer ${ms(load.wait)} during the load, ${ms(refresh.wait)} during the refresh, ` +
        `${ms(idle)} when idle: ${Math.max(0, more).toFixed(0)} ms more`,
    )
    return { rows, rate, seconds: written + baseline.seconds + load.result.seconds + refresh.result.seconds }
  } finally {
    await writer.end()
    await server?.stop()
    for (const name of ['raw', 'data', 'pequod.db', 'pequod.db-wal', 'pequod.db-shm'])
      await rm(of(name), { recursive: true, force: true })
  }
}

/** The cost of DuckDB alone for the raw files. */
async function alone(raw: string, out: string): Promise<Cost> {
  await mkdir(out)
  try {
    const script = fileURLToPath(new URL('baseline.ts', import.meta.url))
    return await measuredCommand([script, raw, out], { signal: stop.signal })
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Seconds from the start of the service until it has answered a board by REST and by GraphQL. */
async function firstAnswers({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
}: Record<string, string>): Promise<number> {
  const start = performance.now()
  const service = await startMeasured('read/service-server.ts', { databaseUrl, dataDir })
  try {
    for (const { path, body } of FIRST_QUESTIONS) {
      const answer = await fetch(`${service.url}${path}`, {
        ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      })
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
    }
    return (performance.now() - start) / 1_000
  } finally {
    await service.end()
  }
}

/** Prints bytes per fill of the store, of the sealed part, and of the hashes in it. */
async function tellRoom(
  address: StoreAddress,
  rows: number,
  when: string,
  say: (text: string) => void,
): Promise<void> {
  const { db, close } = await openStore(address)
  const sealed = filesOf(await readManifests(db))
  const stored = await storeBytes(address, db)
  await close()
  const bytes = (files: typeof sealed) => files.reduce((sum, file) => sum + file.bytes, 0)
  const hashes = bytes(sealed.filter(({ name }) => name.includes('.hashes')))
  const all = stored + bytes(sealed)
  const each = (of: number) => (of / rows).toFixed(1)
  say(
    `${when}: ${each(all)} bytes a fill, ${each(all - hashes)} without hashes; the store ${each(stored)}, ` +
      `sealed ${each(bytes(sealed))} in ${count(sealed.length)} files`,
  )
}

type Db = Awaited<ReturnType<typeof openStore>>['db']

async function storeBytes(address: StoreAddress, db: Db): Promise<number> {
  if (address.kind === 'sqlite') {
    // Otherwise the newest writes would count twice.
    await db.all('PRAGMA wal_checkpoint(TRUNCATE)')
    const sizes = ['', '-wal'].map(
      async (end) => (await stat(address.path + end).catch(() => null))?.size ?? 0,
    )
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  const row = await db.get<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes', [])
  return Number(row?.bytes ?? 0)
}

function cost({ seconds, peakMiB }: Cost): string {
  return `${seconds.toFixed(1)} s, peak ${count(Math.round(peakMiB))} MiB`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
