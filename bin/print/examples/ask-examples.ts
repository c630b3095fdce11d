import type { Tier } from '../../../src/access/tier.ts'
import { examplePath } from '../../../src/pages/reference/plain-reference.ts'
import type { DocumentExamples, ParameterExamples } from '../../../src/rest/openapi/operation-object.ts'
import type { RestRoute } from '../../../src/rest/route.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { cutShort } from './cut-short.ts'
import type { ExampleWorld } from './example-world.ts'

/**
 * The document's examples from the world.
 * @throws Error for a path without an answer
 */
export async function askExamples(world: ExampleWorld): Promise<DocumentExamples> {
  const parameters = await findParameters(world)
  const answers: Record<string, Partial<Record<Tier, unknown>>> = {}
  for (const route of ROUTES) answers[route.name] = await askRoute(world, route, parameters[route.name] ?? {})
  return { parameters, answers, failures: await askFailures(world) }
}

/** Parameters that exist in the world, where a route has no examples of its own. */
export async function findParameters(
  world: Pick<ExampleWorld, 'app' | 'callers'>,
): Promise<Record<string, ParameterExamples>> {
  const ask = async (url: string, tier: Tier) =>
    (await world.app.inject({ url, headers: world.callers[tier] })).json()
  const leaders = (await ask('/v1/leaderboard/pnl-30d?limit=2', 'FREE')).entries
  const { address } = leaders[0]
  const [trade] = (await ask(`/v1/trader/${address}/trades?limit=1`, 'FREE')).items
  const ofTrader = { address, market: trade.market.condition }
  const [largest] = (await ask(`/v1/explain/trader/${address}/pnl?limit=1`, 'ANONYMOUS')).items
  const { id } = (await ask('/v1/whales', 'ANONYMOUS')).items[0]
  const { condition } = (await ask('/v1/smart-money', 'PRO')).weeklyPick
  const ofMarket = { id: condition }
  const event = (await ask('/v1/events?limit=1', 'ANONYMOUS')).items[0].id
  const picked = await ask(`/v1/market/${condition}`, 'PRO')
  const filters = 'minUsd=1000&side=BUY&change=opened,added&category=politics,sports&board=pnl-30d'
  const [large] = (await ask(`/v1/trades?${filters}&limit=1`, 'PRO')).items
  const held = await ask(`/v1/market/${large.market.condition}`, 'PRO')
  const ofTape = {
    market: large.market.condition,
    trader: large.trader.address,
    event: held.event?.id ?? event,
  }
  const iso = (seconds: number) =>
    `${new Date(Date.parse(large.time) + seconds * 1_000).toISOString().slice(0, 19)}Z`
  return {
    getTrader: { address },
    getTraderAnalytics: { address },
    listTraderPositions: ofTrader,
    listTraderTrades: ofTrader,
    getWhaleAlert: { id },
    listTraderActivity: { address },
    listTraderLots: { address, also: leaders.at(-1)?.address ?? '' },
    compareTraders: { traders: leaders.map((entry: { address: string }) => entry.address).join() },
    proveTrader: { trader: address },
    explainNumber: { id: address, step: largest.path },
    getMarket: ofMarket,
    listMarketHolders: ofMarket,
    listMarketTraders: ofMarket,
    listMarketTrades: ofMarket,
    listMarketPrices: ofMarket,
    getMarketFlow: ofMarket,
    getMarketMovers: { id: large.market.condition, from: iso(-3_600), to: iso(3_600) },
    getEvent: { id: event },
    getEventIfWins: { id: picked.event.id, market: condition },
    getSmartMoneyMarket: ofMarket,
    listTrades: ofTape,
  }
}

/**
 * The answer for the highest tier, under the lowest tier with the same answer, and the answer for the lowest tier that
 * gets one.
 */
async function askRoute(
  { app, callers }: ExampleWorld,
  route: RestRoute,
  parameters: ParameterExamples,
): Promise<Partial<Record<Tier, unknown>>> {
  const url = examplePath(route, parameters)
  const answers = new Map<string, Tier>()
  for (const tier of ['PRO', 'FREE', 'ANONYMOUS'] as const) {
    const answer = await app.inject({ url, headers: callers[tier] })
    if (answer.statusCode === 200) answers.set(JSON.stringify(cutShort(answer.json())), tier)
  }
  const shown = [...answers].filter((_, at) => at === 0 || at === answers.size - 1)
  if (shown.length === 0) throw new Error(`${url} has no answer for any tier.`)
  return Object.fromEntries(shown.map(([text, tier]) => [tier, JSON.parse(text)]))
}

/** A failure of each kind. */
async function askFailures({ app, limited, empty, broken, callers }: ExampleWorld) {
  const answers = await Promise.all([
    app.inject({ url: '/v1/leaderboard', headers: { 'x-api-key': 'pq_live_nobody' } }),
    app.inject({ url: '/v1/smart-money/history', headers: callers.FREE }),
    app.inject('/v1/leaderboard/pnl-8d'),
    app.inject('/v1/trader?limit=0&sort=pnl'),
    limited.inject('/v1/leaderboard'),
    empty.inject('/v1/leaderboard'),
    broken.inject('/v1/leaderboard'),
  ])
  return Object.fromEntries(answers.map((answer) => [answer.json().code, answer.json()]))
}
