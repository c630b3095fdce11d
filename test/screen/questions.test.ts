import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { print } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import type { ScreenedTraderPage } from '../../src/client/entry.ts'
import { ScreenTradersDocument } from '../../src/rest/operations/operations.generated.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { connectClient } from '../mcp/support/mcp-client.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** A question in the words of each door. */
interface Question {
  where: Record<string, unknown>
  /** The conditions as parameters of their own. */
  flat: Record<string, string>
  orderBy: Record<string, unknown>[]
  order: string
  /** The question's other parameters, as REST writes them and as GraphQL does. */
  rest: Record<string, string>
  graphql: Record<string, unknown>
}

const GOOD_AT_POLITICS: Question = {
  where: { isBot: false, lastTrade: { from: '2026-02-10' }, units: { min: 1 }, edgeLow: { known: false } },
  flat: { isBot: 'false', lastFrom: '2026-02-10', minUnits: '1', knownEdgeLow: 'false' },
  orderBy: [{ by: 'ROI', direction: 'DESC' }],
  order: 'roi:desc',
  rest: { period: '90d', category: 'politics' },
  graphql: { period: 'DAYS_90', category: 'POLITICS' },
}

const QUESTIONS: readonly Question[] = [
  GOOD_AT_POLITICS,
  {
    where: { maxDrawdownPct: { max: 0.5 }, marketCount: { min: 2 }, nearCertainShare: { max: 0.1 } },
    flat: { maxMaxDrawdownPct: '0.5', minMarketCount: '2', maxNearCertainShare: '0.1' },
    orderBy: [
      { by: 'ROI', weight: 0.4 },
      { by: 'MAX_DRAWDOWN_PCT', weight: 0.3, direction: 'ASC' },
      { by: 'EDGE', weight: 0.3 },
    ],
    order: 'roi*0.4,max_drawdown_pct*0.3:asc,edge*0.3',
    rest: {},
    graphql: {},
  },
  {
    ...GOOD_AT_POLITICS,
    where: { isBot: false, tradeCount: { min: 2 } },
    flat: { isBot: 'false', minTradeCount: '2' },
    rest: { ...GOOD_AT_POLITICS.rest, asOf: '2026-02-26', compareTo: '2026-02-28' },
    graphql: { ...GOOD_AT_POLITICS.graphql, asOf: '2026-02-26', compareTo: '2026-02-28' },
  },
]

let served: Served
let headers: Record<string, string>
let origin: string
beforeAll(async () => {
  served = await serveWorld()
  headers = (await tierCallers(served)).PRO
  await served.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(served.app.server.address() as AddressInfo).port}`
})
closeServed()

async function byRest(parameters: Record<string, string>): Promise<ScreenedTraderPage> {
  const answer = await fetch(`${origin}/v1/traders?${new URLSearchParams(parameters)}`, { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ScreenedTraderPage
}

test.each(QUESTIONS.map((question, i) => [i + 1, question] as const))(
  'question %i has one answer by GraphQL, REST, the command line and MCP, and by its own link',
  async (_number, { where, flat, orderBy, order, rest, graphql }) => {
    const json = JSON.stringify(where)
    const page = await byRest({ ...rest, where: json, order, limit: '3' })
    expect(page.items.length).toBeGreaterThan(0)
    expect(await byRest({ ...rest, ...flat, order, limit: '3' })).toEqual(page)

    const again = await fetch(`${origin}${page.path}&limit=3`, { headers })
    expect(await again.json()).toEqual(page)

    const payload = {
      query: print(ScreenTradersDocument),
      variables: { ...graphql, where, orderBy, limit: 3 },
    }
    const { data } = (await served.app.inject({ method: 'POST', url: '/graphql', payload, headers })).json()
    const { edges, totalCount, unknown, path } = data.traders
    expect({ totalCount, unknown, path }).toEqual({
      totalCount: page.totalCount,
      unknown: page.unknown,
      path: page.path,
    })
    for (const [i, { node, rank, score, numbers, other, between }] of edges.entries()) {
      const row = page.items[i]
      expect([row?.address, row?.rank, row?.score]).toEqual([node.address, rank, score])
      for (const [ours, theirs] of [
        [row?.numbers, numbers],
        [row?.other, other],
        [row?.between, between],
      ])
        expect([ours?.roi, ours?.pnl, ours?.edge, ours?.lastTrade]).toEqual([
          theirs?.roi,
          theirs?.pnl,
          theirs?.edge,
          theirs?.lastTrade,
        ])
    }

    const options = Object.entries({ ...rest, where: json, order }).flatMap(([name, value]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ])
    const { stdout, status } = await callPequod(
      ['traders', ...options, '--limit', '3', '--json', '--server', origin],
      { PEQUOD_API_KEY: headers['x-api-key'] ?? '' },
    )
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual(page)

    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers },
    })
    const { client, call } = await connectClient(transport)
    const { structuredContent } = await call('screenTraders', { ...rest, where, order, limit: 3 })
    await client.close()
    const { items, totalCount: count } = Object(structuredContent) as ScreenedTraderPage
    expect([items, count]).toEqual([page.items, page.totalCount])
  },
)
