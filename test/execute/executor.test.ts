import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { compileQuery } from '../../src/execute/compiled-queries.ts'
import { createExecutor, type ExecutorOptions } from '../../src/execute/executor.ts'
import type { Operation, Variables } from '../../src/execute/operation.ts'
import type { RequestContext } from '../../src/graph/kit/context.ts'
import { schema } from '../../src/graph/schema.ts'
import { callerOf } from '../graph/support/ask.ts'
import { cpuTimer } from '../support/cpu-timer.ts'

const operation = (query: string, name: string | null = null): Operation => ({ document: parse(query), name })
/** A query of two fields, another one for another name. */
const named = (alias: string) => operation(`{ ${alias}: service { version } }`)

/** An executor that records what is compiled and what runs, in contexts with only a caller. */
function noting(options: ExecutorOptions) {
  const made: Operation[] = []
  const ran: Operation[] = []
  const compile: typeof compileQuery = (_schema, asked) => {
    made.push(asked)
    const run = async () => {
      ran.push(asked)
      return { data: {} }
    }
    return { fields: 2, run }
  }
  const executor = createExecutor(schema, { compile, ...options })
  const context = { caller: callerOf('FREE'), withheld: null } as RequestContext
  return {
    made,
    ran,
    run: (asked: Operation, variables: Variables = {}) => executor.run(asked, variables, context),
  }
}

describe('the executor', () => {
  test('compiles a query the second time it is sent, once, by its document and name', async () => {
    const { made, ran, run } = noting({ rest: 0 })
    const both = operation('query A { service { name } } query B { service { version } }', 'A')
    await run(both)
    expect(made).toEqual([])
    await run(both)
    await run({ ...both })
    expect(made).toEqual([both])
    expect(ran).toHaveLength(2)
    await run({ ...both, name: 'B' })
    expect(ran).toHaveLength(2)
  })

  test('compiles registered operations the first time, also during the cool-down', async () => {
    const { made, run } = noting({ rest: 1e9 })
    for (const asked of [named('a'), named('b')]) await run({ ...asked, isOurs: true })
    expect(made).toHaveLength(2)
  })

  test('compiles nothing during the cool-down after compiling a query', async () => {
    const { made, ran, run } = noting({ rest: 1e9 })
    const [first, second] = [named('a'), named('b')]
    for (const asked of [first, second, first, second, first]) await run(asked)
    expect(made).toEqual([first])
    expect(ran).toEqual([first, first])
  })

  test('prices variables that do not fit without naming each fault', async () => {
    const { run } = noting({ rest: 0 })
    const asked = operation('query ($traders: [String!]!) { compare(traders: $traders) { __typename } }')
    const spent = cpuTimer()
    for (let count = 0; count < 5; count++) await run(asked, { traders: Array(20_000).fill(1) })
    expect(spent()).toBeLessThan(1_000)
  })

  test('drops the least recently used query when all together have too many fields', async () => {
    const { made, run } = noting({ rest: 0, mostFields: 4 })
    const [first, second, third] = [named('a'), named('b'), named('c')]
    for (const asked of [first, second, third, first, second, first, third, first]) await run(asked)
    expect(made).toEqual([first, second, third])
    // Forgotten and compiled again, which makes another one go.
    for (const asked of [second, first]) await run(asked)
    expect(made).toEqual([first, second, third, second])
  })

  test('compiles a query with more fields than the bound', async () => {
    const { ran, run } = noting({ rest: 0, mostFields: 1 })
    const asked = named('a')
    for (const _ of [0, 1, 2]) await run(asked)
    expect(ran).toHaveLength(2)
  })

  test('compiles nothing with fast paths off', async () => {
    const { made, run } = noting({ rest: 0, isFast: false })
    const asked = named('a')
    for (const _ of [0, 1, 2]) await run(asked)
    await run({ ...asked, isOurs: true })
    expect(made).toEqual([])
  })

  test.each([true, false])('refuses a query above its cost budget before running it: %s', async (isFast) => {
    const board =
      'leaderboard(id: "pnl-7d") { entries(first: 100) { nodes { trader { pnlSeries { day } } } } }'
    const asked = operation(`{ ${Array.from({ length: 20 }, (_, n) => `a${n}: ${board}`).join(' ')} }`)
    const { ran, run } = noting({ rest: 0, isFast })
    for (const _ of [0, 1, 2]) {
      const { data, errors, extensions } = await run(asked)
      expect(data).toBeNull()
      expect(errors).toMatchObject([{ originalError: { code: 'QUERY_TOO_COSTLY' } }])
      expect(extensions?.cost?.requested).toBeGreaterThan(extensions?.cost?.budget ?? Infinity)
    }
    expect(ran).toEqual([])
  })
})
