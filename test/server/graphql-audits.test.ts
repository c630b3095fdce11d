import { serverAudits } from 'graphql-http'
import { beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import { closeServed, serveWorld } from './served-world.ts'

/** What the working draft of GraphQL over HTTP asks of a server, by its authors' own suite and over a real socket. */
describe('GraphQL over HTTP', () => {
  closeServed()
  let url = ''
  beforeAll(async () => {
    const { app } = await serveWorld()
    url = `${await listen(app, { host: '127.0.0.1', port: 0 })}/graphql`
  })

  const audits = serverAudits({ url: () => url })

  test('has as many audits as were known when this was written', () => {
    expect(audits).toHaveLength(61)
  })

  test.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))('%s: %s', async (_id, _name, audit) => {
    const result = await audit()
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
  })
})
