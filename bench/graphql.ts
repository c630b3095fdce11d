/**
 * A leaderboard of 100 rows asked by GraphQL POST, no answer kept: the service as it is started (limiter, API keys,
 * limits on queries, masking, security headers) against stock graphql-yoga on node:http, which has no plugin of ours,
 * over the same schema, resolvers and store. Both in one process and in turns; medians over the rounds.
 *
 *   npx node bench/graphql.ts [rounds, default 7]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createYoga } from 'graphql-yoga'
import { seed } from '../seeds/demo.ts'
import { createFieldLimiter } from '../src/access/field-limiter.ts'
import { createMemoryLimiter } from '../src/access/memory-limiter.ts'
import { loadConfig } from '../src/config.ts'
import { createRequestContext, type RequestContext } from '../src/graph/context.ts'
import { schema } from '../src/graph/schema.ts'
import { refresh } from '../src/refresh/refresh.ts'
import { createApp } from '../src/server/app.ts'
import { listen } from '../src/server/listen.ts'
import { createAccountStore } from '../src/store/accounts.ts'
import { createSnapshotReader } from '../src/store/snapshot-reader.ts'
import { openStore } from '../src/store/store.ts'
import { alertParts, callerOf, LABELS } from '../test/graph/ask.ts'

const SECONDS = 2
const ROUNDS = Number(process.argv[2] ?? 7)
/** Above what one machine answers, so that every request is counted and none is refused. */
const LIMIT = '100000'
const ROW =
  'rank previousRank address username value pnl realizedPnl volume roi winRate tradeCount marketCount'
const BODY = JSON.stringify({
  query: `query Board($id: String!) { leaderboard(id: $id) { id title cutoff { time } entries { ${ROW} } } }`,
  variables: { id: 'pnl-7d' },
})

const folder = await mkdtemp(join(tmpdir(), 'pequod-graphql-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
await seed(store, { world: { traders: 300, days: 12, markets: 20 } })
await refresh(store.db)
const config = loadConfig({
  LOG_LEVEL: 'silent',
  DATABASE_URL: `sqlite:${path}`,
  RATE_LIMIT_ANONYMOUS: LIMIT,
})

/** Something that answers GraphQL, and its end. */
interface Server {
  url: string
  close(): Promise<unknown>
}

async function service(): Promise<Server> {
  const app = await createApp({ db: store.db, config })
  return { url: await listen(app, { host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

async function stock(): Promise<Server> {
  const shared = {
    reader: createSnapshotReader(store.db),
    accounts: createAccountStore(store.db),
    labels: LABELS,
    limitField: createFieldLimiter(createMemoryLimiter()),
    caller: callerOf('ANONYMOUS'),
    ...(await alertParts(store.db)),
  }
  const yoga = createYoga<object, RequestContext>({
    schema,
    context: () => createRequestContext(shared),
    logging: false,
  })
  const server = createServer(yoga)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(done)),
  }
}

/** Requests a second by the clock, and by the time that the thread of the server was running. */
interface Rate {
  clock: number
  thread: number
}

async function rateOf({ url }: Server): Promise<Rate> {
  const before = process.threadCpuUsage()
  const { requests, non2xx } = await autocannon({
    url: `${url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: BODY,
    connections: 16,
    duration: SECONDS,
    workers: 1,
  })
  const { user, system } = process.threadCpuUsage(before)
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused`)
  return { clock: requests.average, thread: requests.total / ((user + system) / 1_000_000) }
}

const servers = { service: await service(), stock: await stock() }
const rates = { service: [] as Rate[], stock: [] as Rate[] }
// Whoever comes first pays for compiling: a round that does not count, then each is first every other time.
for (let round = -1; round < ROUNDS; round++) {
  const order = round % 2 === 0 ? (['stock', 'service'] as const) : (['service', 'stock'] as const)
  for (const name of order) {
    const rate = await rateOf(servers[name])
    if (round >= 0) rates[name].push(rate)
  }
}

/** The middle of some figures, and the least and the most of them. */
function spread(figures: readonly number[]): { median: number; text: string } {
  const sorted = figures.toSorted((a, b) => a - b)
  const [least = 0, median = 0, most = 0] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
    (at) => sorted[at],
  )
  const [from, mid, to] = [least, median, most].map((figure) => Math.round(figure).toLocaleString('en'))
  return { median, text: `${mid} requests/s (${from} to ${to})` }
}

for (const [by, key] of [
  ['the clock', 'clock'],
  ["the server's own processor time", 'thread'],
] as const) {
  const [ours, theirs] = [rates.service, rates.stock].map((all) => spread(all.map((rate) => rate[key])))
  if (ours === undefined || theirs === undefined) continue
  const ratio = (ours.median / theirs.median).toFixed(2)
  console.log(
    `graphql: ${ours.text} by ${by}, stock graphql-yoga ${theirs.text}: ratio ${ratio} (aim 2.00), ${ROUNDS} rounds`,
  )
}

await Promise.all(Object.values(servers).map(({ close }) => close()))
await store.close()
await rm(folder, { recursive: true, force: true })
