import fc from 'fast-check'
import { type ExecutionResult, execute, parse, specifiedRules, validate } from 'graphql'
import { compileQuery as compileAsItStands, isCompiledQuery } from 'graphql-jit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { compileQuery as compileOperation, MAX_FIELDS } from '../../src/execute/compiled-queries.ts'
import { documentSize } from '../../src/execute/operation.ts'
import { createRequestContext, type RequestContext } from '../../src/graph/kit/context.ts'
import { maskError } from '../../src/graph/kit/errors.ts'
import { createFieldLimiter } from '../../src/graph/kit/field-limit.ts'
import { schema } from '../../src/graph/schema.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { alertParts, callerOf } from '../graph/support/ask.ts'
import { plantWorld } from '../graph/support/planted-world.ts'
import { newStore, publish, readerOf } from '../graph/support/published-store.ts'
import { randomQueries } from '../graph/support/random-query.ts'

/** graphql-jit executes the text after this mark in a literal. */
const MARK = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'
const world = plantWorld(12)
let contextOf: (tier: Tier) => RequestContext
let remove: () => Promise<void>

beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await publish(store.db, world)
  const shared = {
    ...(await alertParts(store.db, readerOf(store.db))),
    accounts: createAccountStore(store.db),
    limitField: createFieldLimiter(createMemoryLimiter()),
  }
  contextOf = (tier) => createRequestContext({ ...shared, caller: callerOf(tier) })
})
afterAll(() => remove())

interface Told {
  data: string
  /** Errors of fields whose place is in the data. */
  errors: string[]
  /** Places that became null because of errors further in; one of these errors is reported, and others may be. */
  nulled: string[]
}

/** The answer as a caller gets it, with errors unordered, since no order is promised. */
function toldBy({ data, errors = [] }: ExecutionResult): Told {
  const masked = errors.map((error) => maskError(error, false))
  const places = masked.map(({ path = [] }) => nullAbove(data, path))
  return {
    data: JSON.stringify(data),
    errors: masked
      .filter((_, at) => places[at] === null)
      .map((error) => JSON.stringify(error))
      .toSorted(),
    nulled: [...new Set(places.filter((place) => place !== null))].toSorted(),
  }
}

/** The place in the data above a path that holds null; null for none. */
function nullAbove(data: unknown, path: readonly (string | number)[]): string | null {
  let value = data
  for (const [at, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, at).join('.')
    value = Reflect.get(Object(value), key)
  }
  return null
}

async function plainly(text: string, variableValues: Record<string, unknown>, tier: Tier) {
  return execute({ schema, document: parse(text), variableValues, contextValue: contextOf(tier) })
}

async function compiled(text: string, variables: Record<string, unknown>, tier: Tier) {
  const query = compileQuery(text)
  if (query === null) throw new Error(`does not compile: ${text}`)
  return query.run(variables, contextOf(tier))
}

function compileQuery(text: string, name: string | null = null) {
  return compileOperation(schema, { document: parse(text), name })
}

const queries = randomQueries({
  schema,
  texts: {
    id: [...LEADERBOARDS.map(({ id }) => id), 'luck-7d'],
    address: [world.traders[3]?.address ?? '', '0x1'],
    query: ['a', '0x', ''],
  },
  oddTexts: ['', 'é"\\', `${MARK}(globalThis.pwned = 1, 0)`],
})

describe('a compiled query', () => {
  it('reads conditions that contain themselves as graphql-js does', async () => {
    const text = 'query ($all: TraderWhere) { traders(where: $all) { totalCount nodes { address } } }'
    const fitting = { any: [{ volume: { min: 1000 } }, { not: { isBot: true } }], verdict: 'CANNOT_TELL' }
    for (const variables of [{}, { all: null }, { all: {} }, { all: fitting }]) {
      const [quick, plain] = [await compiled(text, variables, 'PRO'), await plainly(text, variables, 'PRO')]
      expect(plain.errors).toBeUndefined()
      expect(quick && toldBy(quick)).toEqual(toldBy(plain))
    }
    for (const all of [{ any: [{ nothing: 1 }] }, { not: { volume: 1 } }, { isBot: 'no' }, []])
      expect(await compiled(text, { all }, 'PRO')).toBeNull()
  })

  it('answers as graphql-js does, for any query and caller', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(...TIERS), async ({ text, variables }, tier) => {
        const document = parse(text)
        fc.pre(documentSize(document).fields <= MAX_FIELDS)
        expect(validate(schema, document, specifiedRules)).toEqual([])
        const plain = await plainly(text, variables, tier)
        const quick = await compiled(text, variables, tier)
        if (plain.data === undefined) expect(quick).toBeNull()
        else expect(quick && toldBy(quick)).toEqual(toldBy(plain))
      }),
      { numRuns: 100 },
    )
    expect(Reflect.has(globalThis, 'pwned')).toBe(false)
  })

  it('takes a literal for text, also where graphql-jit would run it', async () => {
    const code = `${MARK}(globalThis.pwned = 1, 0)`
    const calls = compileAsItStands(schema, parse(`{ leaderboard(id: "${code}") { id } }`))
    if (isCompiledQuery(calls)) await calls.query(undefined, contextOf('PRO'), {})
    expect(Reflect.has(globalThis, 'pwned')).toBe(true)
    Reflect.deleteProperty(globalThis, 'pwned')
    const texts = [
      `{ leaderboard(id: "${code}") { id } }`,
      `query ($id: String! = "${code}") { leaderboard(id: $id) { id } }`,
      `{ markets(where: { query: """${code}""" }) { edges { cursor } } }`,
    ]
    for (const text of texts) expect(await compiled(text, {}, 'PRO')).not.toBeNull()
    expect(Reflect.has(globalThis, 'pwned')).toBe(false)
  })

  it('gets no value for a literal, nor for an undeclared variable', async () => {
    const text = '{ leaderboard(id: "pnl-7d") { id } }'
    const { data } = (await compiled(text, { _0: 'roi-7d', nope: 1 }, 'FREE')) ?? {}
    expect(JSON.parse(JSON.stringify(data))).toEqual({ leaderboard: { id: 'pnl-7d' } })
  })

  it.each([
    ['a mutation', 'mutation { __typename }'],
    ['a subscription', 'subscription { whaleAlerts { id } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    ['introspection of a type', '{ __type(name: "Query") { name } }'],
    ['a directive', 'query ($a: Boolean!) { leaderboards { id @include(if: $a) } }'],
    ['a directive on a fragment', '{ ...F @skip(if: false) } fragment F on Query { service { name } }'],
    ['an abstract field', '{ node(id: "pnl-7d") { id } }'],
    ['a list of abstract fields', '{ nodes(ids: ["pnl-7d"]) { id } }'],
    ['another field under the name of a type’s', '{ service { __typename: name } }'],
    ['introspection under another name', '{ a: __schema { queryType { name } } }'],
    ['a name that is the prototype', '{ __proto__: service { name } }'],
    ['names that join to another’s path', '{ a_b: service { name } a: service { b: name } }'],
    ['a variable named as ours', 'query ($_0: String!) { leaderboard(id: $_0) { id } }'],
    [
      'a variable that can be null where it must not',
      'query ($id: String = "x") { leaderboard(id: $id) { id } }',
    ],
    ['a literal around a variable', 'query ($id: ID!) { nodes(ids: [$id]) { id } }'],
    ['an operation that is not there', 'query A { service { name } }', 'B'],
    [
      'one operation of several without its name',
      'query A { service { name } } query B { service { name } }',
    ],
    ['too many fields', manyFields(MAX_FIELDS + 1)],
  ])('is not compiled for %s', (_what, text, name: string | null = null) => {
    expect(compileQuery(text, name)).toBeNull()
  })

  it('is compiled from one operation of several', async () => {
    const text =
      'query A { service { name } } query B { leaderboard(id: "roi-7d") { ...F } } fragment F on Leaderboard { id }'
    const query = compileQuery(text, 'B')
    const result = await query?.run({}, contextOf('FREE'))
    expect(JSON.stringify(result)).toBe('{"data":{"leaderboard":{"id":"roi-7d"}}}')
    expect(compileQuery(manyFields(MAX_FIELDS))).not.toBeNull()
  })

  it('locates an error with any line ending', async () => {
    const text = '{\r\n\r  a: service { name }\n  leaderboard(id: "nope") {\r\n id } }'
    const { errors } = (await compiled(text, {}, 'FREE')) ?? {}
    expect(errors?.[0]?.locations).toEqual((await plainly(text, {}, 'FREE')).errors?.[0]?.locations)
  })
})

/** A query of a number of fields, in fragments that are spread twice each. */
function manyFields(count: number): string {
  const half = Math.floor((count - 1) / 2)
  const names = (many: number) => Array.from({ length: many }, () => 'name').join(' ')
  return `{ service { ...F ...F ${names(count - 1 - 2 * half)} } } fragment F on Service { ${names(half)} }`
}
