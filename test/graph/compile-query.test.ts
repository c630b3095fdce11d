import fc from 'fast-check'
import { execute, parse, specifiedRules, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFieldLimiter } from '../../src/access/field-limiter.ts'
import { createMemoryLimiter } from '../../src/access/memory-limiter.ts'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { compileQuery } from '../../src/graph/compile-query.ts'
import { createRequestContext, type RequestContext } from '../../src/graph/context.ts'
import { documentSize } from '../../src/graph/document-size.ts'
import { MAX_FIELDS } from '../../src/graph/is-compilable.ts'
import { schema } from '../../src/graph/schema.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { createAccountStore } from '../../src/store/accounts.ts'
import { createSnapshotReader } from '../../src/store/snapshot-reader.ts'
import { alertParts, callerOf, LABELS } from './ask.ts'
import { plantWorld } from './planted-world.ts'
import { newStore, publish } from './published-store.ts'
import { randomQueries } from './random-query.ts'
import { toldResult } from './told-result.ts'

const world = plantWorld(12)
let contextOf: (tier: Tier) => RequestContext
let remove: () => Promise<void>

beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await publish(store.db, world)
  const shared = {
    ...(await alertParts(store.db)),
    reader: createSnapshotReader(store.db),
    accounts: createAccountStore(store.db),
    labels: LABELS,
    limitField: createFieldLimiter(createMemoryLimiter()),
  }
  contextOf = (tier) => createRequestContext({ ...shared, caller: callerOf(tier) })
})
afterAll(() => remove())

async function plainly(text: string, variableValues: Record<string, unknown>, tier: Tier) {
  return execute({ schema, document: parse(text), variableValues, contextValue: contextOf(tier) })
}

async function compiled(text: string, variables: Record<string, unknown>, tier: Tier) {
  const query = compileQuery(schema, parse(text), null)
  if (query === null) throw new Error(`does not compile: ${text}`)
  return query.run(variables, contextOf(tier))
}

const queries = randomQueries({
  schema,
  texts: {
    id: [...LEADERBOARDS.map(({ id }) => id), 'luck-7d'],
    address: [world.traders[3]?.address ?? '', '0x1'],
    query: ['a', '0x', ''],
  },
  oddTexts: ['', 'é"\\', '"};throw 1;//'],
})

describe('a compiled query', () => {
  it('answers as graphql does, whatever is asked and whoever asks', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(...TIERS), async ({ text, variables }, tier) => {
        const document = parse(text)
        fc.pre(documentSize(document).fields <= MAX_FIELDS)
        expect(validate(schema, document, specifiedRules)).toEqual([])
        const plain = await plainly(text, variables, tier)
        const quick = await compiled(text, variables, tier)
        if (plain.data === undefined) expect(quick.data).toBeUndefined()
        else expect(toldResult(quick)).toEqual(toldResult(plain))
      }),
      { numRuns: 100 },
    )
  })

  it.each<[string, string, Record<string, unknown>?]>([
    ['another field under the name of a type’s', '{ service { __typename: name } }'],
    ['a type’s name under another one', '{ service { kind: __typename __typename } }'],
    ['a variable that it does not declare', '{ leaderboard(id: "pnl-7d") { id } }', { id: 'roi-7d' }],
    ['names that join to another’s path', '{ a_b: service { name } a: service { b: name } }'],
    [
      'a variable that can be null where it must not',
      'query ($id: String = "x") { leaderboard(id: $id) { id } }',
      { id: null },
    ],
  ])('answers as graphql does with %s', async (_what, text, variables = {}) => {
    const quick = await compiled(text, variables, 'FREE')
    expect(toldResult(quick)).toEqual(toldResult(await plainly(text, variables, 'FREE')))
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
    ['introspection under another name', '{ a: __schema { queryType { name } } }'],
    ['a name that is the prototype', '{ __proto__: service { name } }'],
    ['an operation that is not there', 'query A { service { name } }', 'B'],
    [
      'one operation of several without its name',
      'query A { service { name } } query B { service { name } }',
    ],
    ['too many fields', manyFields(MAX_FIELDS + 1)],
  ])('is not made of %s', (_what, text, name: string | null = null) => {
    expect(compileQuery(schema, parse(text), name)).toBeNull()
  })

  it('is made of one operation of several', async () => {
    const text =
      'query A { service { name } } query B { leaderboard(id: "roi-7d") { ...F } } fragment F on Leaderboard { id }'
    const query = compileQuery(schema, parse(text), 'B')
    const result = await query?.run({}, contextOf('FREE'))
    expect(JSON.stringify(result)).toBe('{"data":{"leaderboard":{"id":"roi-7d"}}}')
    expect(compileQuery(schema, parse(manyFields(MAX_FIELDS)), null)).not.toBeNull()
  })

  it('tells where an error is, whatever ends the lines', async () => {
    const text = '{\r\n\r  a: service { name }\n  leaderboard(id: "nope") {\r\n id } }'
    const { errors } = await compiled(text, {}, 'FREE')
    expect(errors?.[0]?.locations).toEqual((await plainly(text, {}, 'FREE')).errors?.[0]?.locations)
  })
})

/** A query of so many fields, in fragments that are spread twice each. */
function manyFields(count: number): string {
  const half = Math.floor((count - 1) / 2)
  const names = (many: number) => Array.from({ length: many }, () => 'name').join(' ')
  return `{ service { ...F ...F ${names(count - 1 - 2 * half)} } } fragment F on Service { ${names(half)} }`
}
