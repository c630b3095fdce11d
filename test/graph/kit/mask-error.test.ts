import { buildSchema, execute, GraphQLError, GraphQLScalarType, graphql, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ERROR_CATALOGUE, type ErrorCode, PequodError } from '../../../src/errors.ts'
import { maskError } from '../../../src/graph/kit/errors.ts'
import { schema } from '../../../src/graph/schema.ts'

const SECRET = 'SELECT password FROM /srv/pequod.db'

/** The error that graphql makes of a resolver's failure. */
async function failureOf(thrown: unknown): Promise<GraphQLError> {
  const root = {
    field: () => {
      throw thrown
    },
  }
  const result = await execute({
    schema: buildSchema('type Query { field: Int }'),
    document: parse('{ field }'),
    rootValue: root,
  })
  const [error] = 'errors' in result ? (result.errors ?? []) : []
  if (!error) throw new Error('The resolver did not fail')
  return error
}

async function refusalOf(
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<GraphQLError> {
  const { errors } = await graphql({ schema, source, variableValues, contextValue: {} })
  const [error] = errors ?? []
  if (!error) throw new Error('Nothing was refused')
  return error
}

describe('an error in an answer', () => {
  it.each(Object.keys(ERROR_CATALOGUE) as ErrorCode[])(
    'keeps the sentence, place and code of %s',
    async (code) => {
      const masked = maskError(
        await failureOf(new PequodError(code, 'A sentence.', { cause: new Error(SECRET) })),
        false,
      )
      expect(masked).toMatchObject({
        message: 'A sentence.',
        path: ['field'],
        locations: [{ line: 1, column: 3 }],
      })
      expect(masked.extensions.code).toBe(code === 'PRO_REQUIRED' ? 'FORBIDDEN' : code)
      expect(JSON.stringify(masked)).not.toContain(SECRET)
    },
  )

  it('names each problem of bad input', async () => {
    const problems = [{ in: 'argument', name: 'limit', message: 'must be a number' }] as const
    const masked = maskError(await failureOf(new PequodError('BAD_USER_INPUT', 'No.', { problems })), false)
    expect(masked.extensions).toEqual({ code: 'BAD_USER_INPUT', problems })
  })

  it('sets the HTTP status only where the request failed as a whole', async () => {
    const late = maskError(
      await failureOf(new PequodError('RATE_LIMITED', 'Slow down.', { retryAfter: 1 })),
      false,
    )
    expect(late.extensions).toEqual({
      code: 'RATE_LIMITED',
      retryAfter: 1,
      http: { status: 429, headers: { 'Retry-After': '1' } },
    })
    const unknown = maskError(await failureOf(new PequodError('NOT_FOUND', 'No such thing.')), false)
    expect(unknown.extensions).toEqual({ code: 'NOT_FOUND' })
  })

  it.each([
    ['an error', new Error(SECRET)],
    ['an error of graphql from a resolver', new GraphQLError(SECRET)],
    [
      'an error with a code of its own',
      new GraphQLError(SECRET, { extensions: { code: 'SQLITE_BUSY', sql: SECRET } }),
    ],
    [
      'an error around another',
      new GraphQLError('Failed', { originalError: new Error(SECRET), extensions: { code: 'NOT_FOUND' } }),
    ],
    ['a text', SECRET],
    ['nothing', undefined],
  ])('hides the internals of %s', async (_what, thrown) => {
    for (const error of [await failureOf(thrown), thrown]) {
      const isTold = error instanceof GraphQLError && error.path === undefined && !error.originalError
      if (isTold) continue // outside of execution, graphql's own errors are about the request
      const masked = maskError(error, false)
      expect(masked.message).toBe('Internal error; it has been logged.')
      expect(masked.extensions).toEqual({ code: 'INTERNAL' })
      expect(masked.originalError).toBeUndefined()
      expect(JSON.stringify(masked)).not.toContain('password')
    }
  })

  it('shows its cause in development', async () => {
    const masked = maskError(await failureOf(new TypeError(SECRET)), true)
    expect(masked.message).toBe(SECRET)
    expect(masked.extensions).toEqual({ code: 'INTERNAL', stack: expect.stringContaining('TypeError') })
  })

  it("hides a value that a scalar refuses, which is a resolver's fault", async () => {
    const bad = new GraphQLScalarType({
      name: 'Bad',
      serialize: () => {
        throw new GraphQLError(SECRET)
      },
    })
    const own = buildSchema('scalar Bad type Query { field: Bad }')
    Object.assign(own.getType('Bad') ?? {}, { serialize: bad.serialize })
    const { errors } = await graphql({ schema: own, source: '{ field }', rootValue: { field: 1 } })
    expect(maskError(errors?.[0], false).extensions).toEqual({ code: 'INTERNAL' })
  })

  it.each([
    ['a syntax error', '{ leaderboards', {}],
    ['an unknown field', '{ nothing }', {}],
    ['a missing argument', '{ trader { pnl } }', {}],
    ['a literal of another type', '{ leaderboard(id: 7) { id } }', {}],
    ['an unknown enum value', '{ trader(address: "0x") { stats(period: YEAR) { pnl } } }', {}],
    ['a variable of another type', 'query ($id: String!) { leaderboard(id: $id) { id } }', { id: [1] }],
    ['a missing variable', 'query ($id: String!) { leaderboard(id: $id) { id } }', {}],
    [
      'a number beyond 32 bits',
      'query ($n: Int) { leaderboard(id: "pnl-7d") { entries(first: $n) { totalCount } } }',
      { n: 1e12 },
    ],
    [
      'several operations without a name',
      'query A { leaderboards { id } } query B { leaderboards { id } }',
      {},
    ],
  ])("is BAD_USER_INPUT in graphql's words for %s", async (_what, source, variables) => {
    const error = await refusalOf(source, variables)
    const masked = maskError(error, false)
    expect(masked.message).toBe(error.message)
    expect(masked.extensions.code).toBe('BAD_USER_INPUT')
  })

  it('keeps only the HTTP details of a bad request', () => {
    const http = { spec: true, status: 400 }
    const error = new GraphQLError('POST body sent invalid JSON.', {
      extensions: { code: 'BAD_REQUEST', http, originalError: { message: SECRET } },
    })
    expect(maskError(error, false).extensions).toEqual({ code: 'BAD_USER_INPUT', http })
  })

  it('is the same when masked twice', async () => {
    for (const error of [
      await failureOf(new Error(SECRET)),
      await failureOf(new PequodError('NOT_FOUND', 'No.')),
    ]) {
      const once = maskError(error, false)
      expect(maskError(once, false)).toBe(once)
    }
  })
})
