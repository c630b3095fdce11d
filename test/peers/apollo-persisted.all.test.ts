import { createHash } from 'node:crypto'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { print } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { GRAPHQL_WAYS } from '../server/support/graphql-ways.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'

closeServed()
describe.each(GRAPHQL_WAYS)('an operation that is not registered, %s', (_name, newWay) => {
  const way = newWay()
  let world: Served
  beforeAll(async () => {
    world = await serveWorld(way.served)
  })

  test.each([true, false])('is sent again as a text by Apollo’s link (by GET: %s)', async (byGet) => {
    const sent: (string | null)[] = []
    const link = new PersistedQueryLink({
      generateHash: (document) => createHash('sha256').update(print(document)).digest('hex'),
      useGETForHashedQueries: byGet,
    })
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: link.concat(new HttpLink({ uri: 'http://service/graphql', fetch: throughApp(sent) })),
    })
    const query = gql`query Mine { service { name } }`
    for (const times of [2, 3]) {
      const { data } = await client.query({ query, fetchPolicy: 'network-only' })
      expect(data).toMatchObject({ service: { name: 'pequod' } })
      expect(sent.length).toBe(times)
    }
    expect(sent.map((text) => text !== null)).toEqual([false, true, true])
  })

  /** A fetch that asks the app; notes the query of each request. */
  function throughApp(sent: (string | null)[]): typeof fetch {
    return async (input, { method = 'GET', body, headers } = {}) => {
      const url = String(input).replace('http://service', '')
      const given = typeof body === 'string' ? JSON.parse(body) : {}
      sent.push(given.query ?? null)
      const answer = await way.ask(world.app, {
        method: method === 'GET' ? ('GET' as const) : ('POST' as const),
        url,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      const type = String(answer.headers['content-type'])
      return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } })
    }
  }
})
