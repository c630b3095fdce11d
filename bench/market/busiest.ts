/**
 * The trader with the most fills against the median one with 30, in one store: its numbers over all four periods, its
 * analytics, its daily series, its newest trades, its places on the leaderboards, and all of them in one REST request. Each is requested
 * cold, as the first request for either trader after a new snapshot, and then repeatedly. A third trader comes first, and
 * pays for the parts that a snapshot reads once for everybody, such as its boards.
 *
 *   npx node bench/market/busiest.ts [fills of the busiest trader, default 100,000] [rounds, default 9]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Address } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { inTurns } from '../run/in-turns.ts'
import { median, ratios, spread } from '../run/spread.ts'
import { makeMarketStore, walletOf } from './market-store.ts'
import { createNewFills } from './new-fills.ts'
import { BUSIEST, busiestShape } from './shapes.ts'

const fills = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 9)
const OTHERS = Math.max(100, Math.round(fills / 50))
const WARM_ASKS = 30
const WALLETS = { busiest: walletOf(BUSIEST), median: walletOf(OTHERS / 2), third: walletOf(OTHERS) }

const NUMBERS =
  'pnl realizedPnl volume roi winRate sharpeRatio profitFactor maxDrawdown tradeCount marketCount'
const graphql = (fields: string) => (address: Address) => ({
  method: 'POST' as const,
  url: '/graphql',
  payload: { query: `{ trader(address: "${address}") { ${fields} } }` },
})
const QUESTIONS = {
  'four periods': graphql(
    ['DAYS_7', 'DAYS_30', 'DAYS_90', 'ALL']
      .map((period) => `${period}: stats(period: ${period}) { ${NUMBERS} }`)
      .join(' '),
  ),
  analytics: graphql(
    `analytics { summary { pnl activeDays } risk { sharpeRatio largestWin } behavior { hourHistogram holdingTime botProbability }
      skill { units edge edgePValue verdict } attribution { byCategory { name units pnl } byTag { name units pnl } }
      calibration { from count outcomeRate } bestMarkets { condition pnl } worstMarkets { condition pnl } strategy { name } }`,
  ),
  series: graphql('pnlSeries { day pnl realizedPnl volume }'),
  trades: graphql(
    'trades(first: 50) { nodes { time side price shares usd realizedPnl market { question } } pageInfo { endCursor } }',
  ),
  'explain root': (address: Address) => ({
    method: 'GET' as const,
    url: `/v1/explain/trader/${address}/pnl`,
  }),
  ranks: graphql('ranks { leaderboard: leaderboardId rank entryCount } percentiles { metric percentile }'),
  'profile by REST': (address: Address) => ({ method: 'GET' as const, url: `/v1/trader/${address}` }),
}
type Question = (typeof QUESTIONS)[keyof typeof QUESTIONS]

const folder = await mkdtemp(join(tmpdir(), 'pequod-busiest-'))
const path = join(folder, 'pequod.db')
const shape = busiestShape(fills, OTHERS)
const { db, close } = await makeMarketStore({ kind: 'sqlite', path }, shape)
await refresh(db)
const accounts = createAccountStore(db)
const account = await accounts.createAccount('bench', 'FREE')
const { key } = await issueKey(accounts, { accountId: account.id, name: 'bench', expiresAt: null })
const app = await createApp({
  db,
  config: loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${path}`, RATE_LIMIT_KEY: '100000' }),
})
/** Fills of neither requested trader; the markets of the last epoch are open. */
const news = createNewFills(shape, {
  traders: { first: OTHERS / 2 + 1, count: OTHERS / 4 },
  markets: { first: shape.markets * 0.9, count: shape.markets / 10 },
})

try {
  console.log(
    `busiest: ${count(fills)} fills in ${count(shape.markets)} markets over ${shape.days} days, beside ${count(OTHERS)} traders of 30`,
  )
  for (const [name, question] of Object.entries(QUESTIONS)) {
    for (const address of Object.values(WALLETS)) await ask(question, address)
    const cold: Record<'busiest' | 'median', number[]> = { busiest: [], median: [] }
    const warm: typeof cold = { busiest: [], median: [] }
    await inTurns([true, false], Math.ceil(rounds / 2), async (isBusiestFirst) => {
      await publishAnother()
      await ask(question, WALLETS.third)
      const order = isBusiestFirst ? (['busiest', 'median'] as const) : (['median', 'busiest'] as const)
      for (const who of order) cold[who].push((await ask(question, WALLETS[who])).ms)
      const asked = await inTurns(order, WARM_ASKS, (who) => ask(question, WALLETS[who]))
      for (const [i, who] of order.entries()) warm[who].push(median(asked[i]?.map(({ ms }) => ms) ?? []))
    })
    const bytes = await Promise.all(
      [WALLETS.busiest, WALLETS.median].map(async (who) => (await ask(question, who)).bytes),
    )
    const words = (times: typeof cold) =>
      `${spread(times.busiest, 2)} ms against ${spread(times.median, 2)}, ${spread(ratios(times.busiest, times.median), 2)} ×`
    console.log(
      `busiest, ${name}: cold ${words(cold)} (aim 3); warm ${words(warm)} (aim 1.2); ${bytes.map(count).join(' and ')} bytes`,
    )
  }
} finally {
  await app.close()
  await close()
  await rm(folder, { recursive: true, force: true })
}

/** Publishes after a fill of somebody else, and waits until that is what is answered by. */
async function publishAnother(): Promise<void> {
  const time = news.after() + 60
  await ingestRecords(db, news.take(1, time))
  await refresh(db)
  const cutoff = graphql('cutoff { time }')
  for (let tries = 0; !(await ask(cutoff, WALLETS.third)).body.includes(isoOf(time)); tries++)
    if (tries > 10_000) throw new Error('the new snapshot is never answered by')
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19)
}

/** Milliseconds of one answer in full, and the answer. */
async function ask(
  question: Question,
  address: Address,
): Promise<{ ms: number; bytes: number; body: string }> {
  const from = performance.now()
  const answer = await app.inject({ ...question(address), headers: { 'x-api-key': key } })
  const ms = performance.now() - from
  if (answer.statusCode !== 200 || answer.body.includes('"errors"'))
    throw new Error(`${question(address).url} answered ${answer.statusCode}: ${answer.body}`)
  return { ms, bytes: answer.body.length, body: answer.body }
}

function count(number: number): string {
  return number.toLocaleString('en')
}
