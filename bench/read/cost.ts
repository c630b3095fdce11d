/**
 * Processor time for each unit of cost: every operation of REST by its examples, and random queries of lists of traders with
 * what a trader has, each asked of a service that has computed nothing yet. A query that costs little and takes long would let
 * one caller keep a server busy. Prints the median over what takes above a millisecond, and the worst of it.
 *
 *   npx node bench/read/cost.ts [random queries, default 120] [traders, default 400]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { getOperationAST, print } from 'graphql'
import { seed } from '../../seeds/world/demo.ts'
import { createRandom } from '../../seeds/world/random.ts'
import { loadConfig } from '../../src/config/config.ts'
import { refresh } from '../../src/refresh/publish/refresh.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { createApp } from '../../src/server/app.ts'
import { openStore } from '../../src/store/open-store.ts'
import { tierCallers } from '../../test/server/support/tier-callers.ts'

const SHOWN = 40
const random = createRandom(7, 'cost')
const pick = <T>(list: readonly T[]) => list[random.below(list.length)] as T
const [queries, traders] = [Number(process.argv[2] ?? 120), Number(process.argv[3] ?? 400)]

const folder = await mkdtemp(join(tmpdir(), 'pequod-bench-cost-'))
const store = await openStore({ kind: 'sqlite', path: join(folder, 'cost.db') })
await seed(store, { world: { traders, days: 30, markets: 60 } })
await refresh(store.db)
const { PRO: headers } = await tierCallers({ store })
const config = loadConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_KEY: '100000', PEQUOD_FAST: 'off' })

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

async function measure({ name, query, variables }: Asked): Promise<Measured | null> {
  const app = await createApp({ db: store.db, config })
  await app.ready()
  // The first request of an app reads what every request shares.
  await app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: { query: '{ service { version } leaderboard(id: "pnl-all") { id } }' },
  })
  const [, trivial] = await timed(app, { query: '{ service { version } }' })
  const [answer, total] = await timed(app, { query, variables })
  await app.close()
  const { extensions, errors } = answer.json()
  const cost = extensions?.cost?.requested
  if (errors !== undefined || typeof cost !== 'number') {
    if (process.env.SHOW) console.error(name, answer.body.slice(0, 300))
    return null
  }
  // A request alone is the limiter's of requests.
  return { name, cost, milliseconds: total - trivial }
}

async function timed(app: FastifyInstance, payload: object) {
  const before = process.cpuUsage()
  const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
  const { user, system } = process.cpuUsage(before)
  return [answer, (user + system) / 1_000] as const
}

const named = await createApp({ db: store.db, config })
const first = async (query: string) =>
  JSON.parse((await named.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })).body).data
const { leaderboard } = await first(
  '{ leaderboard(id: "pnl-all") { entries(first: 100) { nodes { trader { address } } } } }',
)
const addresses: string[] = leaderboard.entries.nodes.map(
  (node: { trader: { address: string } }) => node.trader.address,
)
const { markets } = await first('{ markets(first: 20) { nodes { condition } } }')
const conditions: string[] = markets.nodes.map((node: { condition: string }) => node.condition)
await named.close()

const GIVEN: Record<string, unknown> = {
  address: addresses[0],
  addresses: addresses.slice(0, 25),
  market: conditions[0],
  condition: conditions[0],
}

function registered(): Asked[] {
  return ROUTES.filter(({ method = 'GET' }) => method === 'GET').map(
    ({ name, path, operation, parameters }) => {
      const required = getOperationAST(operation)?.variableDefinitions ?? []
      const variables = Object.fromEntries(
        required
          .filter(({ type, defaultValue }) => type.kind === 'NonNullType' && defaultValue === undefined)
          .map(
            ({
              variable: {
                name: { value },
              },
            }) => {
              const { example, type } =
                (parameters as Record<string, { example: string; type: unknown }>)[value] ?? {}
              const known = path.startsWith('/v1/market/') && value === 'id' ? conditions[0] : GIVEN[value]
              return [value, known ?? (type === 'number' ? Number(example) : example)]
            },
          ),
      )
      return { name: `GET ${path} (${name})`, query: print(operation), variables }
    },
  )
}

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
    `{ tradersByAddress(addresses: ${JSON.stringify(addresses.slice(0, Math.min(n, 25)))}) { ${fields} } }`,
  (n: number, fields: string) =>
    `{ market(id: "${pick(conditions)}") { holders(first: ${Math.min(n, 100)}) { nodes { trader { ${fields} } } } } }`,
  (_: number, fields: string) => `{ trader(address: "${pick(addresses)}") { ${fields} } }`,
]

function drawn(index: number): Asked {
  const fields = FIELDS.filter(() => random.below(3) === 0).map((field) => field())
  const query = pick(LISTS)(random.below(100) + 1, fields.join(' ') || 'username')
  return { name: `random ${index}: ${query}`, query }
}

const measured: Measured[] = []
const asked = [...registered(), ...Array.from({ length: queries }, (_, i) => drawn(i))]
let refused = 0
for (const one of asked) {
  const found = await measure(one)
  if (found === null) refused++
  else measured.push(found)
}
await store.close()
await rm(folder, { recursive: true, force: true })

const heavy = measured.filter(({ milliseconds }) => milliseconds > 1)
const perUnit = ({ milliseconds, cost }: Measured) => milliseconds / Math.max(1, cost)
heavy.sort((a, b) => perUnit(b) - perUnit(a))
const median = perUnit(heavy[Math.floor(heavy.length / 2)] ?? { name: '', cost: 1, milliseconds: 0 })
console.log(`${asked.length} operations, ${refused} refused, ${heavy.length} above 1 ms`)
console.log(`median ${(median * 1_000).toFixed(1)} µs a unit of cost`)
for (const one of heavy.slice(0, SHOWN))
  console.log(
    `${(perUnit(one) / median).toFixed(1)} × median: ${one.milliseconds.toFixed(0)} ms for ${one.cost}: ${one.name.slice(0, 160)}`,
  )
