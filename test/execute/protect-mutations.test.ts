import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../src/access/tier.ts'
import { protectMutations } from '../../src/execute/executor.ts'
import type { Operation } from '../../src/execute/operation.ts'
import type { RequestContext } from '../../src/graph/kit/context.ts'
import { schema } from '../../src/graph/schema.ts'

const CALLER: Caller = {
  kind: 'anonymous',
  tier: 'ANONYMOUS',
  accountId: null,
  subject: null,
  limiterKey: 'address:192.0.2.1',
  limit: 5,
}
const KEY: Caller = { ...CALLER, kind: 'key', tier: 'PRO', accountId: 1 }
const USER: Caller = { ...CALLER, kind: 'user', tier: 'FREE', subject: 'somebody' }

const MUTATIONS = Object.keys(schema.getMutationType()?.getFields() ?? {})
/** Mutations for which an API key is enough. */
const OPEN = ['startExport', 'cancelExport', 'startBacktest', 'cancelBacktest', 'registerRule', 'endRule']

function protectedRun() {
  const ran: Operation[] = []
  const run = protectMutations(schema, async (operation) => {
    ran.push(operation)
    return { data: {} }
  })
  const codeOf = async (text: string, caller: Caller, context = contextOf(caller)) => {
    const { errors } = await run({ document: parse(text), name: null }, {}, context)
    const error = errors?.[0]?.originalError
    return error && 'code' in error ? error.code : null
  }
  return { ran, run, codeOf }
}

/** The part of a request that decides. */
function contextOf(caller: Caller): RequestContext {
  return { caller } as RequestContext
}

test('the schema has mutations', () => {
  expect(MUTATIONS.length).toBeGreaterThan(10)
})

describe.each(MUTATIONS)('the mutation %s', (name) => {
  test.each([
    ['by its name', `mutation { ${name} { __typename } }`],
    ['by an alias', `mutation { __typename other: ${name} { __typename } }`],
    [
      'in a fragment',
      `mutation { ...F } fragment F on Mutation { ... on Mutation { ${name} { __typename } } }`,
    ],
  ])('runs with a bearer token, and with a key if it is open to keys, asked for %s', async (_how, text) => {
    const { ran, codeOf } = protectedRun()
    expect(await codeOf(text, CALLER)).toBe('UNAUTHENTICATED')
    const isOpen = OPEN.includes(name)
    expect(await codeOf(text, KEY)).toBe(isOpen ? null : 'FORBIDDEN')
    expect(ran).toHaveLength(Number(isOpen))
    expect(await codeOf(text, USER)).toBeNull()
    expect(ran).toHaveLength(Number(isOpen) + 1)
  })
})

test('the second mutation of a request is checked like the first', async () => {
  const { ran, codeOf } = protectedRun()
  const context = contextOf(USER)
  const text = 'mutation { follow { __typename } }'
  expect(await codeOf(text, USER, context)).toBeNull()
  expect(await codeOf(text, CALLER, Object.assign(context, { caller: CALLER }))).toBe('UNAUTHENTICATED')
  expect(ran).toHaveLength(1)
})

test('a document keeps its identity, by which its price is known', async () => {
  const { ran, run } = protectedRun()
  const document = parse(`mutation M { ${MUTATIONS[0]} { __typename } } query Q { service { version } }`)
  for (const name of ['M', 'Q']) await run({ document, name }, {}, contextOf(USER))
  expect(ran.map((one) => one.document === document)).toEqual([true, true])
  expect(ran.map(({ name }) => name)).toEqual(['M', 'Q'])
})
