import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGE, ERROR_CATALOGUE } from '../../src/errors.ts'
import { GRAPHQL_WAYS } from './support/graphql-ways.ts'
import { closeServed, type Served, serveNothing, serveWorld } from './support/served-world.ts'

const JSON_BODY = { 'content-type': 'application/json' }

closeServed()

describe.each(GRAPHQL_WAYS)('/graphql, %s', (_name, newWay) => {
  const way = newWay()
  let world: Served
  beforeAll(async () => {
    world = await serveWorld(way.served)
  })
  const post = (payload: unknown, headers: Record<string, string> = JSON_BODY) =>
    way.ask(world.app, {
      method: 'POST',
      url: '/graphql',
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers,
    })

  test('answers POST and GET', async () => {
    const query = '{ service { simulation } }'
    const expected = { data: { service: { simulation: true } } }
    expect((await post({ query })).json()).toMatchObject(expected)
    const get = await way.ask(world.app, { url: `/graphql?query=${encodeURIComponent(query)}` })
    expect(get.json()).toMatchObject(expected)
  })

  test.each([
    ['{', 'not valid JSON'],
    ['', ''],
    ['{}', 'must be an object'],
    ['null', 'must be an object'],
    ['[]', 'batching'],
    ['[{"query":"{ __typename }"}]', 'batching'],
    ['"{ __typename }"', 'must be an object'],
  ])('a body of %s is refused in our words', async (payload, words) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveLength(1)
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(answer.json().errors[0].message).toContain(words)
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a body of %s is refused: a page of another origin could send it without asking',
    async (type) => {
      const answer = await post('query=%7B__typename%7D', { 'content-type': type })
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ])
    },
  )

  test('refuses a body above 100 KB, chunked ones too', async () => {
    const large = JSON.stringify({ query: `{ __typename } # ${'x'.repeat(100_000)}` })
    expect((await post(large)).statusCode).toBe(413)
    const chunked = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: JSON_BODY,
      payload: Readable.from([Buffer.from(large.slice(0, 60_000)), Buffer.from(large.slice(60_000))]),
    })
    expect([chunked.statusCode, chunked.json().errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('allows no other origin to read it', async () => {
    const headers = { ...JSON_BODY, origin: 'https://elsewhere.example' }
    const answers = [
      await post({ query: '{ __typename }' }, headers),
      await world.app.inject({ method: 'OPTIONS', url: '/graphql', headers }),
    ]
    for (const answer of answers) expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  const nested = (depth: number) =>
    `{ node(id: "a") ${'{ ... on Trader { ranks'.repeat(depth)}${'} }'.repeat(depth)} }`
  test.each([
    ['a syntax error', '{', 'BAD_USER_INPUT'],
    ['an unknown field', '{ nope }', 'BAD_USER_INPUT'],
    ['a missing argument', '{ leaderboard { id } }', 'BAD_USER_INPUT'],
    [
      'a bad argument',
      '{ leaderboard(id: "pnl-7d") { entries(first: 0) { totalCount } } }',
      'BAD_USER_INPUT',
    ],
    ['an unknown board', '{ leaderboard(id: "x") { id } }', 'NOT_FOUND'],
    ['a query nested 2,000 levels', nested(2000), 'QUERY_TOO_COSTLY'],
    [
      '1,000 aliases',
      `{ ${Array.from({ length: 400 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
      'QUERY_TOO_COSTLY',
    ],
  ])('%s has a code of the catalogue', async (_what, query, code) => {
    const { errors } = (await post({ query })).json()
    expect(errors[0].extensions.code).toBe(code)
    expect(Object.keys(ERROR_CATALOGUE)).toContain(code)
    expect(JSON.stringify(errors)).not.toContain('stack')
  })

  test('an answer with data is 200 beside a refused field, and 401 with a challenge without data', async () => {
    const { data } = (
      await post({ query: '{ leaderboard(id: "pnl-all") { entries(first: 1) { nodes { address } } } }' })
    ).json()
    const [{ address }] = data.leaderboard.entries.nodes
    const partial = await post({
      query: `{ service { name } node(id: "${address}") { ... on Trader { positions(last: 1) { totalCount } } } }`,
    })
    expect(partial.statusCode).toBe(200)
    expect(partial.json().data).toEqual({ service: { name: 'pequod' }, node: null })
    expect(partial.json().errors[0].extensions.code).toBe('UNAUTHENTICATED')
    const refused = await post({ query: '{ __typename }' }, { ...JSON_BODY, 'x-api-key': 'pq_live_0' })
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, CHALLENGE])
    const rest = await way.ask(world.app, { url: '/v1/leaderboard', headers: { 'x-api-key': 'pq_live_0' } })
    expect([rest.statusCode, rest.headers['www-authenticate']]).toEqual([401, CHALLENGE])
  })

  test('walks from a board by traders and markets to other traders, five of each', async () => {
    const query = `{ leaderboard(id: "pnl-all") { entries(first: 5) { edges { node { trader {
      positions(first: 5) { edges { node { market { holders(first: 5) { edges { node { trader { address } } } } } } } }
    } } } } } }`
    const { data, errors } = (await post({ query })).json()
    expect(errors).toBeUndefined()
    const [entry] = data.leaderboard.entries.edges
    const [position] = entry.node.trader.positions.edges
    expect(position.node.market.holders.edges[0].node.trader.address).toMatch(/^0x/)
  })

  test('masks internal faults', async () => {
    const broken = await serveWorld(way.served)
    await broken.app.inject('/health/ready')
    await broken.store.knex.schema.dropTable('traders')
    const payload = { query: '{ traders { edges { node { address } } } }' }
    const answer = await way.ask(broken.app, { method: 'POST', url: '/graphql', payload })
    expect(answer.json().errors[0].extensions).toEqual({ code: 'INTERNAL' })
    expect(answer.body).not.toContain('no such table')
  })

  test('is 503 with Retry-After before the first refresh, but names the service', async () => {
    const { app } = await serveNothing(way.served)
    const ask = (query: string) => way.ask(app, { method: 'POST', url: '/graphql', payload: { query } })
    const answer = await ask('{ leaderboards { id } }')
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE')
    expect((await ask('{ service { name } }')).json().data).toEqual({ service: { name: 'pequod' } })
  })
})
