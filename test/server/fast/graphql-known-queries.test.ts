import { describe, expect, test } from 'vitest'
import { schema } from '../../../src/graph/schema.ts'
import { createKnownQueries, type OperationText } from '../../../src/server/fast/graphql-known-queries.ts'

const operation = (query: string, operationName: string | null = null): OperationText => ({
  query,
  operationName,
})
/** A query of three fields, another one for another name. */
const named = (alias: string) => operation(`{ ${alias}: service { name version } }`)
const [first, second, third] = [named('a'), named('b'), named('c')]

describe('a known query', () => {
  test('is one that yoga ran, by its text and name', () => {
    const queries = createKnownQueries(schema, { rest: 0 })
    const both = 'query A { service { name } } query B { service { version } }'
    expect(queries.compiled(operation(both, 'A'))).toBeNull()
    queries.note(operation(both, 'A'))
    expect(queries.compiled(operation(both, 'A'))).not.toBeNull()
    expect(queries.compiled(operation(both, 'B'))).toBeNull()
    expect(queries.compiled(operation(both))).toBeNull()
    expect(queries.compiled(operation(`${both} `, 'A'))).toBeNull()
  })

  test('is compiled once', () => {
    const queries = createKnownQueries(schema, { rest: 0 })
    queries.note(first)
    const compiled = queries.compiled(first)
    queries.note(first)
    expect(queries.compiled(first)).toBe(compiled)
  })

  test('is not compiled while there is a rest from compiling another, and is answered by yoga until then', () => {
    const queries = createKnownQueries(schema, { rest: 1e9 })
    for (const query of [first, second]) queries.note(query)
    expect(queries.compiled(first)).not.toBeNull()
    expect(queries.compiled(second)).toBeNull()
    expect(queries.compiled(first)).not.toBeNull()
  })

  test('gives way where all together have too many fields, the one asked for longest ago first', () => {
    const queries = createKnownQueries(schema, { rest: 0, mostFields: 6 })
    for (const query of [first, second, third]) queries.note(query)
    const [one, two] = [queries.compiled(first), queries.compiled(second)]
    expect(queries.compiled(first)).toBe(one)
    expect(queries.compiled(third)).not.toBeNull()
    expect(queries.compiled(first)).toBe(one)
    // Forgotten and compiled again, which a fourth time makes another one go.
    expect(queries.compiled(second)).not.toBe(two)
  })

  test('is compiled however many fields it has of those that are allowed at all', () => {
    const queries = createKnownQueries(schema, { rest: 0, mostFields: 1 })
    queries.note(first)
    expect(queries.compiled(first)).not.toBeNull()
  })
})
