/**
 * The days of foresight on SQLite: made for a whole ledger of a demo world's fills, and brought up to date after 1,000
 * fills more, and after one late fill of the busiest trader beside that trader's first, in seconds (also by million fills)
 * and as the process's peak memory.
 *
 *   npx node bench/write/foresight.ts [fills, default 300,000]
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { readCutoff } from '../../src/numbers/boards/cutoff.ts'
import { updateForesightDays } from '../../src/numbers/days/foresight-days.ts'
import { endLease, takeLease } from '../../src/numbers/days/publisher-lease.ts'
import { ingestEventLines, ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { statement } from '../../src/store/engine/statement.ts'
import { pinNow } from '../../src/store/ledger/versions.ts'
import { FILLS, TOKENS, TRADERS } from '../../src/store/tables.ts'
import { fillFile } from '../worlds/fill-file.ts'

const MORE = 1_000

/** Imports a number of the lines. */
async function ingest(db: Database, lines: AsyncIterator<string, undefined>, count: number): Promise<void> {
  const chunks = async function* () {
    for (let taken = 0; taken < count; taken++) {
      const { value } = await lines.next()
      if (value === undefined) throw new Error('the file has too few lines')
      yield Buffer.from(`${value}\n`)
    }
  }
  const { events } = await ingestEventLines(db, { stream: Readable.from(chunks(), { objectMode: false }) })
  if (events !== count) throw new Error(`${count - events} of the lines were not taken`)
}

async function measured(db: Database, name: string): Promise<number> {
  const start = performance.now()
  const usage = process.cpuUsage()
  const made = await db.transaction(async (tx) => {
    const cutoff = await readCutoff(tx, null)
    await pinNow(tx, cutoff.day)
    const lease = await takeLease(tx)
    const updated = await updateForesightDays(tx, { cutoff, lease, write: (work) => work(tx) })
    await endLease(tx, lease, cutoff.version)
    return updated
  })
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(usage)
  await db.run('DELETE FROM touched_traders')
  const rows = `${made.toLocaleString('en')} foresight days`
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(
    `${name.padEnd(12)} ${seconds.toFixed(3)} s (${((user + system) / 1e6).toFixed(3)} s of CPU), ${rows}, peak ${peak} MiB`,
  )
  return seconds
}

const BUSIEST_FIRST = statement((from) =>
  from(FILLS)
    .select('key', 'time', 'owner_id', 'token_id')
    .where(
      'owner_id',
      from(FILLS).select('owner_id').groupBy('owner_id').orderBy(from.raw('COUNT(*)'), 'desc').limit(1),
    )
    .orderBy('time')
    .limit(1),
)

/** Imports a fill beside the first one of the trader with most fills. */
async function ingestLate(db: Database): Promise<void> {
  const first = await BUSIEST_FIRST.get(db)
  if (first === undefined) throw new Error('the ledger is empty')
  const names = async (table: typeof TRADERS | typeof TOKENS, column: string, id: number) =>
    String((await db.find(table, ['id'], { id: [id] }, 1, [column]))[0]?.[0])
  const block = Math.floor(first.key / 2 ** 20)
  const late = {
    kind: 'FILL',
    block,
    logIndex: 2 ** 20 - 1,
    tx: `0x${'f'.repeat(64)}`,
    time: first.time,
    exchange: null,
    owner: await names(TRADERS, 'address', first.ownerId),
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: await names(TOKENS, 'token', first.tokenId),
    shares: 100_000_000,
    usd: 40_000_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
  await ingestRecords(db, [late as SourceRecord])
}

const fills = Number(process.argv[2] ?? 300_000)
const file = createReadStream(await fillFile(fills))
const lines = createInterface({ input: file })[Symbol.asyncIterator]()
const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
try {
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  await ingest(db, lines, fills - MORE)
  console.log(
    `${(fills - MORE).toLocaleString('en')} fills, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  )
  const first = await measured(db, 'first')
  console.log(`             ${((first * 1e6) / fills).toFixed(2)} s a million fills`)
  await ingest(db, lines, MORE)
  await measured(db, 'incremental')
  await ingestLate(db)
  await measured(db, 'late fill')
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
