/**
 * Processor time for each unit of cost: every operation of REST by its examples, and random queries, half of them lists of traders
 * with what a trader has, half of anything in the schema. Each is asked of a service that has read of its snapshot what all requests
 * share, once for everybody, and has computed nothing else. A query
 * that costs little and takes long would let one caller keep a server busy. Prints the median over what takes above a
 * millisecond, and the worst of it.
 *
 *   npx node bench/read/cost.ts [random queries, default 400] [traders, default 500]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { print } from 'graphql'
import { findParameters } from '../../bin/print/examples/ask-examples.ts'
import { plantExamples } from '../../bin/print/examples/plant-examples.ts'
import { createRandom } from '../../seeds/world/random.ts'
import { loadConfig } from '../../src/config/config.ts'
import { schema } from '../../src/graph/schema.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { readParameters } from '../../src/rest/parameters/read-parameters.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { createApp } from '../../src/server/app.ts'
import { createServiceMetrics } from '../../src/server/metrics/service-metrics.ts'
import { randomQueries } from '../../test/graph/support/random-query.ts'
import { tierCallers } from '../../test/server/support/tier-callers.ts'
import { WIDE_LIMITS } from '../../test/server/support/wide-limits.ts'

const SHOWN = 40
/** Measurements of each operation; the least counts, since a busy machine and garbage collection only add to it. */
const ROUNDS = 3
const [queries, traders] = [Number(process.argv[2] ?? 400), Number(process.argv[3] ?? 500)]

const folder = await mkdtemp(join(tmpdir(), 'pequod-bench-cost-'))
const store = await openStore({ kind: 'sqlite', path: join(folder, 'cost.db') })
const callers = await tierCallers({ store })
await plantExamples(store, { traders, days: 30, markets: 60 })
const config = loadConfig({ LOG_LEVEL: 'silent', ...WIDE_LIMITS })

interface Asked {
  name: string
  query: string
  variables?: Record<string, unknown>
}

interface Measured {
  name: string
  cost: number
  milliseconds: number
}

/** An operation's cost, and the processor's milliseconds; null where it has errors. */
async function measure({ name, query, variables }: Asked): Promise<Measured | null> {
  const metrics = createServiceMetrics()
  const app = await createApp({ db: store.db, config, metrics })
  const [shared, sharedTime] = await timed(app, { query: SHARED })
  if (shared.json().errors !== undefined) throw new Error(shared.body)
  sharedTimes.push(sharedTime)
  trivial = Math.min(trivial, (await timed(app, { query: '{ service { version } }' }))[1])
  const [answer, total] = await timed(app, { query, variables })
  await app.close()
  // The process's observers hold the registry, and its gauges the app: thousands of them would fill the memory.
  metrics.registry.clear()
  const { extensions, errors } = answer.json()
  if (errors !== undefined) {
    if (process.env.SHOW) console.error(name, answer.body.slice(0, 300))
    return null
  }
  // A request alone is the limiter's of requests.
  return { name, cost: extensions.cost.requested, milliseconds: total - trivial }
}

async function timed(app: FastifyInstance, payload: object) {
  const before = process.cpuUsage()
  const answer = await app.inject({ method: 'POST', url: '/graphql', headers: callers.PRO, payload })
  const { user, system } = process.cpuUsage(before)
  return [answer, (user + system) / 1_000] as const
}

const sharedTimes: number[] = []
/** Milliseconds of a trivial request, the least of all. */
let trivial = Number.POSITIVE_INFINITY

const named = await createApp({ db: store.db, config })
const parameters = await findParameters({ app: named, callers })
const known = await timed(named, {
  query: `{ leaderboard(id: "pnl-all") { entries(first: 100) { nodes { trader { address } } } }
    markets(first: 20) { nodes { condition } } }`,
})
await named.close()
const { leaderboard, markets } = known[0].json().data
const addresses: string[] = leaderboard.entries.nodes.map(
  (node: { trader: { address: string } }) => node.trader.address,
)
const conditions: string[] = markets.nodes.map((node: { condition: string }) => node.condition)
const [spareTrader, spareMarket] = [addresses.pop(), conditions.pop()]
/**
 * The data that a snapshot's first requests read for all later ones: its boards, and what profiles and markets are read
 * beside; of a trader and a market that nobody else asks for.
 */
const SHARED = `{ leaderboards { entryCount } markets(first: 1) { totalCount } events(first: 1) { totalCount }
  leaderboard(id: "pnl-all") { entries(first: 1) { nodes { rank } } }
  trader(address: "${spareTrader}") {
    ranks { rank } stats(period: DAYS_30) { pnl } pnlSeries { pnl } analytics { skill { edge } }
    trades(first: 1) { nodes { price } } activity(first: 1) { nodes { __typename } } positions(first: 1) { nodes { shares } }
  }
  market(id: "${spareMarket}") { question holders(first: 1) { nodes { shares trader { username } } } } }`

function registered(): Asked[] {
  return ROUTES.filter(({ method = 'GET' }) => method === 'GET').map((route) => {
    const live = { ...parameters[route.name] }
    const given = { path: {}, query: {} } as Record<string, Record<string, string>>
    for (const { name, in: place, required, example } of Object.values(route.parameters))
      if (required) given[place] = { ...given[place], [name]: live[name] ?? example }
    const variables = readParameters(route.parameters, { path: {}, query: {}, ...given })
    return { name: `GET ${route.path} (${route.name})`, query: print(route.operation), variables }
  })
}

const random = createRandom(7, 'cost')
const pick = <T>(list: readonly T[]) => list[random.below(list.length)] as T
const PERIOD = ['DAYS_7', 'DAYS_30', 'DAYS_90', 'ALL']
const FIELDS = [
  () => `stats(period: ${pick(PERIOD)}) { pnl roi winRate }`,
  () => `pnlSeries(period: ${pick(PERIOD)}) { day pnl }`,
  () => 'ranks { leaderboard { id } rank }',
  () => `positions(first: ${random.below(25) + 1}) { nodes { shares value } }`,
  () => `trades(first: ${random.below(25) + 1}) { nodes { price usd } }`,
  () => `activity(first: ${random.below(25) + 1}) { nodes { __typename } }`,
  () => `analytics(period: ${pick(PERIOD)}) { skill { edge } behavior { __typename } }`,
  () => 'username bio',
]
const LISTS = [
  (n: number, fields: string) =>
    `{ leaderboard(id: "pnl-all") { entries(first: ${n}) { nodes { trader { ${fields} } } } } }`,
  (n: number, fields: string) =>
    `{ nodes(ids: ${JSON.stringify(addresses.slice(0, Math.min(n, 25)))}) { ... on Trader { ${fields} } } }`,
  (n: number, fields: string) =>
    `{ market(id: "${pick(conditions)}") { holders(first: ${Math.min(n, 100)}) { nodes { trader { ${fields} } } } } }`,
  (_: number, fields: string) => `{ trader(address: "${pick(addresses)}") { ${fields} } }`,
]

function ofTraders(): Asked {
  const fields = FIELDS.filter(() => random.below(3) === 0).map((field) => field())
  const query = pick(LISTS)(random.below(100) + 1, fields.join(' ') || 'username')
  return { name: query, query }
}

/** Without days, which are computed in a thread of their own and have a price of their own. */
function* ofAnything(): Generator<Asked> {
  const given = randomQueries({
    schema,
    texts: {
      id: [...LEADERBOARDS.slice(0, 8).map(({ id }) => id), ...conditions.slice(0, 8)],
      address: addresses.slice(0, 8),
      market: conditions.slice(0, 8),
      query: ['a', '0x'],
    },
    oddTexts: ['politics', 'sports'],
  }).filter(({ text }) => !text.includes('asOf'))
  for (const { text, variables } of fc.sample(given, { seed: 7, numRuns: 10 * queries }))
    yield { name: text, query: text, variables }
}

/** The first of them that are answered without an error; asking warms the process up, too. */
async function answered(some: Iterable<Asked>, most: number): Promise<Asked[]> {
  const found: Asked[] = []
  for (const one of some) {
    if (found.length >= most) break
    if ((await measure(one)) !== null) found.push(one)
  }
  return found
}

/** Returns the least of the rounds; an operation far below a millisecond in one is not measured again. */
async function measureOften(one: Asked): Promise<Measured | null> {
  const rounds: Measured[] = []
  while (rounds.length < ROUNDS && (rounds[0]?.milliseconds ?? 1) > 0.5) {
    const found = await measure(one)
    if (found === null) return null
    rounds.push(found)
  }
  return rounds.sort((a, b) => a.milliseconds - b.milliseconds)[0] ?? null
}

const all = registered()
const half = Math.ceil(queries / 2)
const asked = [
  ...(await answered(all, all.length)),
  ...(await answered(Array.from({ length: half }, ofTraders), half)),
  ...(await answered(ofAnything(), queries - half)),
]
const measured: Measured[] = []
for (const one of asked) measured.push(...[await measureOften(one)].filter((found) => found !== null))
await store.close()
await rm(folder, { recursive: true, force: true })

const refused = all.length - asked.filter(({ name }) => name.startsWith('GET ')).length
const heavy = measured.filter(({ milliseconds }) => milliseconds > 1)
const perUnit = ({ milliseconds, cost }: Measured) => milliseconds / Math.max(1, cost)
heavy.sort((a, b) => perUnit(b) - perUnit(a))
const median = perUnit(heavy[Math.floor(heavy.length / 2)] ?? { name: '', cost: 1, milliseconds: 0 })
console.log(
  `${all.length} registered operations, ${refused} refused; ${asked.length - all.length + refused} random; ${heavy.length} above 1 ms`,
)
sharedTimes.sort((a, b) => a - b)
console.log(
  `first reads of a snapshot, once for everybody: ${sharedTimes[Math.floor(sharedTimes.length / 2)]?.toFixed(1)} ms`,
)
console.log(`median ${(median * 1_000).toFixed(1)} µs a unit of cost`)
for (const one of heavy.slice(0, SHOWN))
  console.log(
    `${(perUnit(one) / median).toFixed(1)} × median: ${one.milliseconds.toFixed(1)} ms for ${one.cost}: ${one.name.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
  )
