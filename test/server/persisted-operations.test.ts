import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/rest/routes.ts'
import { persistedManifest } from '../../src/server/persisted-manifest.ts'
import { persistedOperations } from '../../src/server/persisted-operations.ts'
import { GRAPHQL_WAYS } from './graphql-ways.ts'
import { closeServed, type Served, serveWorld } from './served-world.ts'

const OPERATIONS = persistedOperations(ROUTES)
const extensionsOf = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

test('the manifest is what the code makes of the operations: run npm run codegen', async () => {
  expect(await readFile('schema/persisted-operations.json', 'utf8')).toBe(persistedManifest(ROUTES))
})

test('an id is the SHA-256 of the text, and each operation of REST has one', () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(ROUTES.length)
  for (const { id, body } of OPERATIONS) expect(id).toBe(createHash('sha256').update(body).digest('hex'))
})

closeServed()
describe.each(GRAPHQL_WAYS)('a registered operation, %s', (_name, newWay) => {
  const way = newWay()
  let world: Served
  beforeAll(async () => {
    world = await serveWorld({ parts: { queries: way.queries } })
  })
  const post = (payload: object) => way.ask(world.app, { method: 'POST', url: '/graphql', payload })
  const get = (parameters: Record<string, string>) =>
    way.ask(world.app, { url: `/graphql?${new URLSearchParams(parameters)}` })

  test.each(OPERATIONS.map(({ name, id, body }) => [name, id, body]))(
    '%s is answered as by its text',
    async (_name, id, query) => {
      const variables = { id: 'pnl-7d', address: `0x${'1'.repeat(40)}` }
      const byText = await post({ query, variables })
      const byId = await post({ variables, extensions: extensionsOf(id) })
      expect([byId.statusCode, byId.body]).toEqual([byText.statusCode, byText.body])
      const byAddress = await get({
        variables: JSON.stringify(variables),
        extensions: JSON.stringify(extensionsOf(id)),
      })
      expect([byAddress.statusCode, byAddress.body]).toEqual([byText.statusCode, byText.body])
    },
  )

  test('of another id is 404, and says where the ids are', async () => {
    const answer = await post({ extensions: extensionsOf('0'.repeat(64)) })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().errors).toEqual([
      {
        message: expect.stringContaining('schema/persisted-operations.json'),
        extensions: { code: 'NOT_FOUND' },
      },
    ])
  })

  test.each([
    ['without an id', {}],
    ['of another version', { persistedQuery: { version: 2, sha256Hash: OPERATIONS[0]?.id } }],
    ['with an id that is no text', { persistedQuery: { version: 1, sha256Hash: 7 } }],
  ])('%s is a request for nothing', async (_what, extensions) => {
    const answer = await post({ variables: {}, extensions })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({
      message: expect.stringContaining('id of a registered operation'),
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  test('does not stand in the way of a text that is sent along, nor of any other', async () => {
    const extensions = extensionsOf(OPERATIONS[0]?.id ?? '')
    const { data } = (await post({ query: '{ service { name } }', extensions })).json()
    expect(data).toEqual({ service: { name: 'pequod' } })
  })
})
