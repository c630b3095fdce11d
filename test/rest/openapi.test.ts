import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { buildSchema, isObjectType, parse } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { createAnswerSchemas } from '../../src/rest/openapi/answer-schemas.ts'
import { documentText, serviceDocument } from '../../src/rest/openapi/document.ts'
import { operationBody } from '../../src/rest/operations/wire-mapper.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'
import { STREAMS } from '../../src/rest/routes/stream-routes.ts'
import { closeServed, serveNothing } from '../server/support/served-world.ts'

describe('the OpenAPI document', () => {
  closeServed()

  it('is printed in schema/openapi.json as the code has it (npm run docs prints it)', () => {
    const printed = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8')
    expect(printed).toBe(documentText())
  })

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(documentText()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('describes every route and has no dangling reference', () => {
    const { paths, components } = serviceDocument()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const routes = [...ROUTES, ...STREAMS, ...CHANGES].map(
      ({ method = 'GET', path }) => `${method.toLowerCase()} ${path}`,
    )
    // A path that is read and changed is described in one place.
    expect(described.toSorted()).toEqual(routes.toSorted())
    const names = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    const used = new Set(documentText().match(/#\/components\/\w+\/[\w-]+/g))
    expect([...used].filter((name) => !names.includes(name))).toEqual([])
    const unused = names.filter((name) => !used.has(name))
    expect(unused.filter((name) => !name.includes('/securitySchemes/'))).toEqual([])
  })

  it('names the tier of fields in words too', () => {
    const Described = z.looseObject({ description: z.string() })
    const Shapes = z.record(
      z.string(),
      z.looseObject({ properties: z.record(z.string(), Described).default({}) }),
    )
    const shapes = Shapes.parse(serviceDocument().components.schemas)
    const fields = Object.values(shapes).flatMap(({ properties }) => Object.values(properties))
    const marked = fields.filter((field) => 'x-tier' in field)
    expect(marked.length).toBeGreaterThan(0)
    for (const { description } of marked) expect(description).toMatch(/without Pro|signed in|withheld/i)
  })

  it('is served to anyone, uncounted, and revalidated by its tag', async () => {
    const { app } = await serveNothing({ env: { RATE_LIMIT_ANONYMOUS: '1' } })
    for (let time = 0; time < 3; time++) {
      const answer = await app.inject({ url: '/v1/openapi.json', headers: { 'x-api-key': 'wrong' } })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
      expect(answer.json()).toEqual(serviceDocument())
      const headers = { 'if-none-match': answer.headers.etag }
      const same = await app.inject({ url: '/v1/openapi.json', headers })
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', answer.headers.etag])
    }
  })
})

describe('the response schema of an operation', () => {
  const schema = buildSchema(`
    type Query { things(first: Int): ThingConnection!  thing: Thing  all: [Thing!]!
      "Null if there is none." own: Thing }
    type ThingConnection { edges: [ThingEdge!]! pageInfo: PageInfo! }
    type ThingEdge { node: Thing! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    "A thing." type Thing { id: ID!  "A part." part: Float  kind: Kind!  kinds: [Kind!]  inner: Thing }
    enum Kind { TOP_PNL }`)
  const thing = schema.getType('Thing')
  const part = isObjectType(thing) ? thing.getFields().part : undefined
  if (part) part.extensions = { limits: { minimum: 0, maximum: 1, note: ' of all' } }
  const bodyOf = (query: string) => operationBody(schema, parse(query))
  const parts = (query: string) => {
    const answers = createAnswerSchemas()
    return { body: answers.of(bodyOf(query)), components: answers.components }
  }

  test('has the selected fields, with null where the type has it', () => {
    const { body, components } = parts('query { thing { id part kind kinds } }')
    expect(body).toEqual({ $ref: '#/components/schemas/Thing' })
    expect(components.Thing).toMatchObject({
      description: 'A thing.',
      required: ['id', 'part', 'kind', 'kinds'],
      properties: {
        id: { type: 'string' },
        part: { type: ['number', 'null'], minimum: 0, maximum: 1 },
        kind: { $ref: '#/components/schemas/Kind' },
        kinds: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Kind' } },
      },
    })
    expect(components.Kind).toMatchObject({ type: 'string', enum: ['top-pnl'] })
  })

  test('is nullable where the field’s description says when it is null', () => {
    expect(parts('query { own { id } }').body).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }],
    })
  })

  test('is a page of rows for a connection, and items for a list', () => {
    const page = parts('query { things { edges { node { id } } pageInfo { hasNextPage endCursor } } }')
    expect(page.body).toEqual({ $ref: '#/components/schemas/ThingPage' })
    expect(page.components.ThingPage).toMatchObject({ required: ['items', 'nextCursor'] })
    expect(parts('query { all { id } }').body).toMatchObject({
      required: ['items'],
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
    })
  })

  test('is named by a fragment that is all of a selection, and refuses two selections of one name', () => {
    const answers = createAnswerSchemas()
    answers.of(bodyOf('query { thing { id kind } }'))
    expect(() => answers.of(bodyOf('query { all { id } }'))).toThrow('Two selections are called Thing')
    answers.of(bodyOf('query { all { ...Brief } } fragment Brief on Thing { id }'))
    expect(Object.keys(answers.components)).toEqual(['Kind', 'Thing', 'Brief'])
  })
})
