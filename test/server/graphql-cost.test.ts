import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountTier } from '../../src/accounts/account-store.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { costBudget, OPERATION } from '../../src/graph/kit/cost/query-cost.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { GRAPHQL_WAYS } from './support/graphql-ways.ts'
import { closeServed, type Served, serveWorld } from './support/served-world.ts'

const NUMBERS = 'pnl realizedPnl volume shareVolume tradeCount roi winRate wins losses'

closeServed()

describe.each(GRAPHQL_WAYS)('the cost of a query, %s', (_name, newWay) => {
  const way = newWay()
  let world: Served
  const keys = new Map<AccountTier, string>()
  beforeAll(async () => {
    world = await serveWorld(way.served)
    const accounts = createAccountStore(world.store.db)
    for (const tier of ['FREE', 'PRO'] as const) {
      const account = await accounts.createAccount(`${tier} asker`, tier)
      const { key, hash, prefix } = createApiKeySecret()
      await accounts.insertKey({ accountId: account.id, hash, prefix, name: 'test', expiresAt: null })
      keys.set(tier, key)
    }
  })
  const ask = async (payload: Record<string, unknown>, tier?: AccountTier) => {
    const headers = tier === undefined ? {} : { 'x-api-key': keys.get(tier) ?? '' }
    const answer = await way.ask(world.app, { method: 'POST', url: '/graphql', payload, headers })
    return answer.json()
  }
  const askOnce = async (query: string) =>
    (await world.app.inject({ method: 'POST', url: '/graphql', payload: { query } })).json()
  const costOf = async (query: string, variables = {}) =>
    (await ask({ query, variables })).extensions.cost.requested

  test('and its budget are in every executed answer, errors included, and in no other', async () => {
    const { data, extensions } = await ask({ query: '{ service { name } }' })
    expect(data).toEqual({ service: { name: 'pequod' } })
    expect(extensions).toEqual({ cost: { requested: OPERATION + 2, budget: costBudget('ANONYMOUS') } })
    const failed = await ask({ query: '{ leaderboard(id: "nope") { id } }' }, 'PRO')
    expect(failed.errors[0].extensions.code).toBe('NOT_FOUND')
    expect(failed.extensions).toEqual({ cost: { requested: OPERATION + 2, budget: costBudget('PRO') } })
    expect(await ask({ query: '{ nope }' })).not.toHaveProperty('extensions')
  })

  test('counts the rows of `first`: in the text, in a variable, by a default, as null and omitted', async () => {
    const page = (first: string) => `traders${first} { edges { node { address } } }`
    const spelt = await costOf(`{ ${page('(first: 70)')} }`)
    expect(spelt).toBeGreaterThan(70)
    const given = `query ($n: Int) { ${page('(first: $n)')} }`
    expect(await costOf(given, { n: 70 })).toBe(spelt)
    expect(await costOf(`query ($n: Int = 70) { ${page('(first: $n)')} }`)).toBe(spelt)
    const usual = await costOf(`{ ${page('')} }`)
    expect(usual).toBe(await costOf(`{ ${page('(first: 20)')} }`))
    expect(await costOf(given)).toBe(usual)
    expect(await costOf(given, { n: null })).toBe(usual)
    expect(await costOf(`query ($n: Int = 70) { ${page('(first: $n)')} }`, { n: null })).toBe(usual)
    // A fragment counts as often as it is spread, and only the operation that runs counts.
    const twice = `{ a: ${page('(first: 70)')} ...F } fragment F on Query { b: ${page('(first: 70)')} }`
    expect((await costOf(twice)) - OPERATION).toBe(2 * (spelt - OPERATION))
    const two = `query A { ${page('(first: 70)')} } query B { service { name } }`
    expect((await ask({ query: two, operationName: 'B' })).extensions.cost.requested).toBe(OPERATION + 2)
  })

  // Pro first: the check of the same text must not be replayed to the others out of a cache.
  test('is limited by the caller’s budget: Pro, then free, then anonymous', async () => {
    const board = `leaderboard(id: "pnl-all") { entries(first: 100) { nodes { trader { ${NUMBERS} pnlSeries { day pnl volume } } } } }`
    const query = `{ ${[0, 1, 2].map((n) => `b${n}: ${board}`).join(' ')} }`
    const pro = await ask({ query }, 'PRO')
    expect(pro.errors).toBeUndefined()
    for (const tier of ['FREE', undefined] as const) {
      const refused = await ask({ query }, tier)
      expect(refused.data).toBeNull()
      expect(refused.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
      expect(refused.extensions.cost).toEqual({
        requested: pro.extensions.cost.requested,
        budget: costBudget('FREE'),
      })
    }
    expect((await ask({ query }, 'PRO')).errors).toBeUndefined()
  })

  test('leaves introspection possible', async () => {
    const { data, errors } = await ask({ query: getIntrospectionQuery() })
    expect(errors).toBeUndefined()
    expect(data.__schema.queryType.name).toBe('Query')
  })

  test('counts introspection, and every __typename', async () => {
    const { data, extensions } = await ask({ query: getIntrospectionQuery() })
    expect(extensions.cost.requested).toBeGreaterThanOrEqual(leaves(data))
    expect(await costOf('{ __typename }')).toBe(OPERATION + 1)
    expect(await costOf('{ service { name a: __typename b: __typename } }')).toBe(OPERATION + 4)
    const names = data.__schema.types.length
    expect(await costOf('{ __schema { types { name } } }')).toBeGreaterThan(names)
    expect(
      await costOf(
        '{ ...S } fragment S on Query { __schema { ...T } } fragment T on __Schema { types { name } }',
      ),
    ).toBe(await costOf('{ __schema { types { name } } }'))
    const ofQuery = data.__schema.types.find(({ name }: { name: string }) => name === 'Query').fields.length
    expect(await costOf('{ __type(name: "Query") { fields { name } } }')).toBeGreaterThan(ofQuery)
  })

  test('refuses repeated introspection before it runs', async () => {
    const type = `{ kind name description ${'ofType { kind name '.repeat(3)} ${'}'.repeat(3)} }`
    const field = `name description isDeprecated deprecationReason type ${type}`
    const whole = `{ types { kind name description fields { ${field} args { name description type ${type} } } } }`
    const query = `{ service { name } ${times(29, (n) => `s${n}: __schema { ...S }`)} } fragment S on __Schema ${whole}`
    const { data, errors, extensions } = await ask({ query })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
    expect(extensions.cost.requested).toBeGreaterThan(extensions.cost.budget)
  })

  const times = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => text(n)).join(' ')
  test.each([
    ['aliases', `{ ${times(300, (n) => `a${n}: __typename`)} }`],
    ['aliases in introspection', `{ __schema { ${times(300, (n) => `a${n}: types { name }`)} } }`],
    ['directives of one field', `{ __typename ${times(400, () => '@skip(if: false)')} }`],
    ['unknown directives', `{ __typename ${times(700, (n) => `@d${n}`)} }`],
    ['nesting', `{ ${'a { '.repeat(1_000)} b ${'}'.repeat(1_000)} }`],
    ['nested lists', `{ leaderboard(id: ${'['.repeat(40_000)}`],
    ['introspection', `{ __schema { types { ${'fields { type { '.repeat(60)} name ${'} }'.repeat(60)} } } }`],
    [
      'fragments in a circle',
      `{ ...A } ${times(200, (n) => `fragment F${n} on Query { ...F${(n + 1) % 200} }`)}`,
    ],
    [
      'fragments that double',
      `{ ...F0 } ${times(100, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F100 on Query { a: __typename }`,
    ],
    ['overlapping fields', `{ ${times(350, () => 'service { name }')} }`],
  ])('a flood of %s is refused or answered soon, and the service continues', async (_what, query) => {
    const spent = cpuTimer()
    const answer = await askOnce(query)
    expect(spent()).toBeLessThan(5_000)
    for (const { extensions } of answer.errors ?? [])
      expect(['QUERY_TOO_COSTLY', 'BAD_USER_INPUT']).toContain(extensions.code)
    expect((await ask({ query: '{ service { name } }' })).data.service.name).toBe('pequod')
  })
})

/** Values in an answer that hold no others. */
function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + leaves(part), 0)
}
