import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import {
  persistedManifest,
  persistedOperations,
  trustedDocuments,
} from '../../../src/server/graphql/persisted-operations.ts'
import { GRAPHQL_WAYS } from '../support/graphql-ways.ts'
import { closeServed, type Served, serveWorld } from '../support/served-world.ts'

const OPERATIONS = persistedOperations(ROUTES)
const extensionsOf = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

test('the manifest of registered operations is current: run npm run codegen', async () => {
  expect(await readFile('schema/persisted-operations.json', 'utf8')).toBe(persistedManifest(ROUTES))
})

test('a registered id is the SHA-256 of the text, and each operation of REST has one', () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(ROUTES.length)
  for (const { id, body } of OPERATIONS) expect(id).toBe(createHash('sha256').update(body).digest('hex'))
})

test('the ids in the documentation are registered', async () => {
  const ids = [...(await readFile('docs/api.md', 'utf8')).matchAll(/documentId=(?:sha256:)?([0-9a-f]{64})/g)]
  expect(ids.length).toBeGreaterThan(0)
  for (const [, id] of ids) expect(OPERATIONS.map((operation) => operation.id)).toContain(id)
})

closeServed()
describe.each(GRAPHQL_WAYS)('a registered operation, %s', (_name, newWay) => {
  const way = newWay()
  let world: Served
  beforeAll(async () => {
    world = await serveWorld(way.served)
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
      for (const documentId of [id, `sha256:${id}`]) {
        const byDocumentId = await post({ variables, documentId })
        expect([byDocumentId.statusCode, byDocumentId.body]).toEqual([byText.statusCode, byText.body])
        const inAddress = await get({ variables: JSON.stringify(variables), documentId })
        expect([inAddress.statusCode, inAddress.body]).toEqual([byText.statusCode, byText.body])
      }
    },
  )

  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 404],
  ])('of another id has the %s error on which clients send the text', async (accept, status) => {
    const payload = { extensions: extensionsOf('0'.repeat(64)) }
    const answer = await way.ask(world.app, { method: 'POST', url: '/graphql', payload, headers: { accept } })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().errors).toEqual([
      {
        message: 'PersistedQueryNotSupported',
        extensions: {
          code: 'PERSISTED_QUERY_NOT_SUPPORTED',
          detail: expect.stringContaining('schema/persisted-operations.json'),
        },
      },
    ])
  })

  test.each([
    ['without an id', {}],
    ['of another version', { persistedQuery: { version: 2, sha256Hash: OPERATIONS[0]?.id } }],
    ['with an id that is no text', { persistedQuery: { version: 1, sha256Hash: 7 } }],
  ])('%s is a request without an operation', async (_what, extensions) => {
    const answer = await post({ variables: {}, extensions })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({
      message: expect.stringContaining('id of a registered operation'),
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  test('does not interfere with a text that is sent with it, nor with any other', async () => {
    const extensions = extensionsOf(OPERATIONS[0]?.id ?? '')
    const { data } = (await post({ query: '{ service { name } }', extensions })).json()
    expect(data).toEqual({ service: { name: 'pequod' } })
  })
})

describe.each(GRAPHQL_WAYS)('with TRUSTED_DOCUMENTS=only, %s', (_name, newWay) => {
  const way = newWay()
  const own = { id: 'mine', name: 'Mine', type: 'query', body: 'query Mine { service { name } }' }
  let world: Served
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pequod-manifest-'))
    const file = join(folder, 'manifest.json')
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations: [own] }
    await writeFile(file, JSON.stringify(manifest))
    const env = { TRUSTED_DOCUMENTS: 'only', TRUSTED_DOCUMENTS_FILE: file }
    world = await serveWorld({ ...way.served, env: { ...way.served.env, ...env } })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const post = (payload: object) => way.ask(world.app, { method: 'POST', url: '/graphql', payload })

  test('a text is refused with 403, also a registered one', async () => {
    for (const query of ['{ service { name } }', own.body, OPERATIONS[0]?.body]) {
      const answer = await post({ query, documentId: own.id })
      expect(answer.statusCode).toBe(403)
      expect(answer.json().errors[0]).toMatchObject({
        message: expect.stringContaining('registered operations only'),
        extensions: { code: 'FORBIDDEN' },
      })
    }
  })

  test('operations of REST and of the host’s own manifest run by their ids', async () => {
    expect((await post({ documentId: own.id })).json().data).toEqual({ service: { name: 'pequod' } })
    expect((await post({ documentId: OPERATIONS[0]?.id })).statusCode).toBe(200)
    expect((await world.app.inject('/v1/leaderboard')).statusCode).toBe(200)
  })
})

test.each([
  ['no JSON', 'nothing'],
  ['no operations', '{}'],
  ['a text that is no document', '{"operations":[{"id":"a","body":"query {"}]}'],
])('a manifest with %s stops the start in one sentence', async (_what, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-manifest-'))
  const file = join(folder, 'manifest.json')
  await writeFile(file, text)
  expect(() => trustedDocuments({ routes: ROUTES, pages: new Map() }, { file, only: false })).toThrow(
    /^TRUSTED_DOCUMENTS_FILE is not a manifest/,
  )
  await rm(folder, { recursive: true, force: true })
})
