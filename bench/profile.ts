/**
 * A profile and its analytics for the trader with the most fills against the median trader's: the demo's world, in which
 * one more wallet makes 100,000 of the fills that others make, over all markets and days. Both are asked for in turn
 * by a caller who is signed in, each time in full (no entity tag), and once more without the daily series.
 *
 *   npx node bench/profile.ts [fills of the busiest trader, default 100,000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { demoWorld } from '../seeds/world.ts'
import { createApiKeySecret } from '../src/access/api-key.ts'
import { loadConfig } from '../src/config.ts'
import { addressOf } from '../src/ledger/address.ts'
import type { SourceRecord } from '../src/ledger/event.ts'
import { refresh } from '../src/refresh/refresh.ts'
import { createApp } from '../src/server/app.ts'
import { printEventLine } from '../src/sources/event-lines.ts'
import { ingestEventLines } from '../src/sources/ingest.ts'
import { createAccountStore } from '../src/store/accounts.ts'
import { openStore } from '../src/store/store.ts'

const FILLS = Number(process.argv[2] ?? 100_000)
const ROUNDS = 300
const WORLD = { traders: 2_000, markets: 120, days: 120 }
const BUSIEST = addressOf(`0x${'b'.repeat(40)}`)
/** Far above the log indices of the world, whose blocks hold few logs. */
const OWN_LOGS = 500_000

/** The world's records, and behind each fill the busiest trader's own like it, as long as it has fills to make. */
function* records(): Generator<SourceRecord> {
  if (BUSIEST === null) throw new Error('the busiest trader has no address')
  let made = 0
  for (const record of demoWorld(WORLD)) {
    yield record
    if (record.kind !== 'FILL' || record.logIndex === null || made === FILLS) continue
    made++
    yield { ...record, owner: BUSIEST, logIndex: record.logIndex + OWN_LOGS }
  }
  if (made < FILLS) throw new Error(`the world holds ${made} fills, not ${FILLS}`)
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-profile-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
const lines = Readable.from(
  (function* () {
    for (const record of records()) yield Buffer.from(`${printEventLine(record)}\n`)
  })(),
)
await ingestEventLines(store.db, { stream: lines })
await refresh(store.db)

const accounts = createAccountStore(store.db)
const account = await accounts.createAccount('bench', 'FREE')
const { key, hash, prefix } = createApiKeySecret()
await accounts.insertKey({ accountId: account.id, hash, prefix, name: 'bench', expiresAt: null })
const config = loadConfig({
  LOG_LEVEL: 'silent',
  DATABASE_URL: `sqlite:${path}`,
  RATE_LIMIT_KEY: '100000',
})
const app = await createApp({ db: store.db, config })
const headers = { 'x-api-key': key }

/** The trader whom half of the others trade less than. */
const median = await store.db.get<{ address: string; fills: number }>(
  'SELECT t.address, s.fills FROM trader_stats s JOIN traders t ON t.id = s.trader_id WHERE s.period = 0 AND s.fills > 0 ' +
    'ORDER BY s.fills LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM trader_stats WHERE period = 0 AND fills > 0)',
)
if (!median) throw new Error('nobody traded')

/** Milliseconds of one answer, and its bytes. */
async function ask(url: string): Promise<{ ms: number; bytes: number }> {
  const from = performance.now()
  const answer = await app.inject({ url, headers })
  const ms = performance.now() - from
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return { ms, bytes: answer.body.length }
}

function middle(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const graphql = (address: string) =>
  `/graphql?query=${encodeURIComponent(`{ trader(address: "${address}") { username pnl roi winRate sharpeRatio maxDrawdown
    ranks { leaderboard rank } analytics { summary { pnl } skill { verdict } strategy { name } } } }`)}`

process.stdout.write(`the busiest trader has ${FILLS} fills, the median one ${median.fills}\n`)
for (const [name, urlOf] of [
  ['/v1/trader/{address}', (address: string) => `/v1/trader/${address}`],
  ['/v1/trader/{address}/analytics', (address: string) => `/v1/trader/${address}/analytics`],
  ['/graphql, without the series', graphql],
] as const) {
  const times = { busiest: [] as number[], median: [] as number[] }
  const bytes = { busiest: 0, median: 0 }
  for (let round = -20; round < ROUNDS; round++) {
    for (const [who, address] of [
      ['busiest', `${BUSIEST}`],
      ['median', median.address],
    ] as const) {
      const answer = await ask(urlOf(address))
      bytes[who] = answer.bytes
      if (round >= 0) times[who].push(answer.ms)
    }
  }
  const [busiest, other] = [middle(times.busiest), middle(times.median)]
  process.stdout.write(
    `${name}: ${busiest.toFixed(2)} ms (${bytes.busiest} bytes) against ${other.toFixed(2)} ms ` +
      `(${bytes.median} bytes): ratio ${(busiest / other).toFixed(2)}\n`,
  )
}
await app.close()
await store.close()
await rm(folder, { recursive: true, force: true })
