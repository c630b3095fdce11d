import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApolloGateway, IntrospectAndCompose, RemoteGraphQLDataSource } from '@apollo/gateway'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, type Served, serveAgain, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** Somebody else's subgraph: notes on traders and markets. */
const notes = buildSubgraphSchema({
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    type Trader @key(fields: "id") { id: ID! note: String! }
    type Market @key(fields: "id") { id: ID! note: String! }
    union Noted = Trader | Market
    type Query { noted(traders: [ID!]!, markets: [ID!]!): [Noted!]! }
  `),
  resolvers: {
    Query: {
      noted: (_root: unknown, { traders, markets }: { traders: string[]; markets: string[] }) => [
        ...traders.map((id) => ({ __typename: 'Trader', id })),
        ...markets.map((id) => ({ __typename: 'Market', id })),
      ],
    },
    Trader: { note: ({ id }: { id: string }) => `a note on ${id}` },
    Market: { note: ({ id }: { id: string }) => `a note on ${id}` },
  },
})

closeServed()
let served: Served
let key: string
let gateway: ApolloGateway
let ask: (query: string, variables?: object) => Promise<{ data?: unknown; errors?: unknown }>
const others = createServer(createYoga({ schema: notes, graphqlEndpoint: '/', logging: false }))

beforeAll(async () => {
  served = await serveWorld({ env: { FEDERATION: 'on' } })
  key = (await tierCallers(served)).PRO['x-api-key'] ?? ''
  const own = `${await listen(served.app, { host: '127.0.0.1', port: 0 })}/graphql`
  await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve))
  const other = `http://127.0.0.1:${(others.address() as AddressInfo).port}/`
  gateway = new ApolloGateway({
    supergraphSdl: new IntrospectAndCompose({
      subgraphs: [
        { name: 'pequod', url: own },
        { name: 'notes', url: other },
      ],
    }),
    buildService: ({ url = '' }) =>
      new RemoteGraphQLDataSource({
        url,
        willSendRequest: ({ request }) => request.http?.headers.set('x-api-key', key),
      }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const { executor } = await gateway.load()
  type Asked = Parameters<typeof executor>[0]
  ask = async (query, variables = {}) =>
    JSON.parse(
      JSON.stringify(
        await executor({
          request: { query, variables },
          document: parse(query),
          source: query,
          queryHash: query,
          operationName: null,
          context: {},
          metrics: {},
          cache: new Map(),
        } as unknown as Asked),
      ),
    )
})
afterAll(async () => {
  await gateway.stop()
  others.close()
})

describe('the endpoint as a subgraph', () => {
  it('is composed with others, and answers through a gateway as it does alone', async () => {
    const query = `{ leaderboard(id: "pnl-7d") { id entries(first: 3) { nodes { rank trader { id pnl } } } }
      markets(first: 2) { nodes { id question outcomes { name price } } } }`
    const alone = await served.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': key },
      payload: { query },
    })
    const { data, errors } = await ask(query)
    expect(errors).toBeUndefined()
    expect(data).toEqual(alone.json().data)
  })

  it('extends types of others by id, and is extended by them', async () => {
    const { data } = (await ask(
      '{ traders(first: 2) { nodes { id address note } } markets(first: 1) { nodes { id question note } } }',
    )) as {
      data: {
        traders: { nodes: { id: string; note: string }[] }
        markets: { nodes: { id: string; question: string }[] }
      }
    }
    const [traders, markets] = [data.traders.nodes, data.markets.nodes]
    for (const { id, note } of traders) expect(note).toBe(`a note on ${id}`)
    const ids = { traders: traders.map(({ id }) => id), markets: markets.map(({ id }) => id) }
    const back = await ask(
      `query ($traders: [ID!]!, $markets: [ID!]!) { noted(traders: $traders, markets: $markets) {
        ... on Trader { id note address } ... on Market { id note question } } }`,
      ids,
    )
    expect(back).toEqual({
      data: {
        noted: [
          ...traders,
          ...markets.map(({ id, question }) => ({ id, question, note: `a note on ${id}` })),
        ],
      },
    })
  })

  it.each([
    ['another type', [{ __typename: 'Trader', id: 'pnl-7d' }]],
    ['a type without a key', [{ __typename: 'Trade', id: '52000000-17' }]],
    ['no reference', ['0x12']],
    ['too many', Array.from({ length: 101 }, () => ({ __typename: 'Leaderboard', id: 'pnl-7d' }))],
  ])('refuses references to %s', async (_what, representations) => {
    const query =
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename } }'
    const payload = { query, variables: { representations } }
    const answer = await served.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': key },
      payload,
    })
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it('answers null for unknown entities, and is a subgraph only when configured', async () => {
    const query =
      '{ _entities(representations: [{__typename: "Trader", id: "0x' +
      '9'.repeat(40) +
      '"}]) { __typename } _service { sdl } }'
    const post = (app: Served['app']) => app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    const { data } = (await post(served.app)).json()
    expect(data._entities).toEqual([null])
    expect(data._service.sdl).toContain('type Market implements Node @key(fields: "id") {')
    const plain = await serveAgain(served, {})
    expect((await post(plain.app)).json().errors[0].message).toContain('_entities')
  })
})
