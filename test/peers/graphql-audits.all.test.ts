import { serverAudits } from 'graphql-http'
import { beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { GRAPHQL_WAYS, knownBefore } from '../server/support/graphql-ways.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

closeServed()

/** The requirements of GraphQL over HTTP's working draft for a server, by its authors' own suite and over a real socket. */
describe.each(GRAPHQL_WAYS)('GraphQL over HTTP, %s', (_name, newWay) => {
  const way = newWay()
  let url = ''
  beforeAll(async () => {
    const { app } = await serveWorld(way.served)
    url = `${await listen(app, { host: '127.0.0.1', port: 0 })}/graphql`
  })

  const audits = serverAudits({ url: () => url })

  test('has the number of audits known when this was written', () => {
    expect(audits).toHaveLength(61)
  })

  test.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))(
    '%s: %s',
    async (_id, _name, audit) => {
      const result = await audit()
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
    },
  )

  test('was audited this way', () => {
    // 61 audits ask some 25 times for a query that can be compiled, and get an answer; the first is yoga's.
    expect(way.compiled() >= 15).toBe(newWay === knownBefore)
  })
})
