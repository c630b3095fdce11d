import { getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  DocumentSizeRule,
  MAX_ALIASES,
  MAX_DEPTH,
  MAX_TOKENS,
  parseWithinLimit,
} from '../../src/execute/limits.ts'
import { schema } from '../../src/graph/schema.ts'
import { cpuTimer } from '../support/cpu-timer.ts'

const problemsOf = (query: string) =>
  validate(schema, parseWithinLimit(query), [...specifiedRules, DocumentSizeRule])

const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: service { name }`).join(' ')} }`

describe('limits on documents', () => {
  it('allow the deepest sensible query and full introspection', () => {
    const deepest = '{ traders { edges { node { stats(period: ALL) { winRateInterval { low } } } } } }'
    expect(problemsOf(deepest)).toEqual([])
    expect(
      problemsOf(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true })),
    ).toEqual([])
  })

  it(`refuse more than ${MAX_ALIASES} aliases`, () => {
    expect(problemsOf(aliases(MAX_ALIASES))).toEqual([])
    expect(problemsOf(aliases(MAX_ALIASES + 1))).toMatchObject([
      {
        message: 'The query has 31 aliases, and the limit is 30: split it into several requests.',
        extensions: { code: 'QUERY_TOO_COSTLY' },
      },
    ])
  })

  it('count the aliases of a fragment once for each spread', () => {
    const spread = `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: service { ...F }`).join(' ')} }
      fragment F on Service { a: name b: name c: name d: name e: name }`
    expect(problemsOf(spread).map(({ message }) => message)).toEqual([
      'The query has 36 aliases, and the limit is 30: split it into several requests.',
    ])
  })

  it(`refuse more than ${MAX_DEPTH} levels`, () => {
    const nested = (levels: number) => `{ ${'service { '.repeat(levels - 1)}name ${'}'.repeat(levels - 1)} }`
    const deep = (levels: number) =>
      problemsOf(nested(levels)).filter(({ extensions }) => extensions.code === 'QUERY_TOO_COSTLY')
    expect(deep(MAX_DEPTH)).toEqual([])
    expect(deep(MAX_DEPTH + 1)).toMatchObject([
      {
        message: 'The query is 21 levels deep, and the limit is 20: request deeper fields separately.',
      },
    ])
  })

  it.each([
    ['nesting', '{ a '.repeat(100_000)],
    ['brackets in a value', `{ leaderboard(id: ${'['.repeat(100_000)} }`],
    ['fields', `{ ${'a '.repeat(100_000)} }`],
    ['fragments', 'fragment F on Query { ...F } '.repeat(10_000)],
  ])(`give up a document of more than ${MAX_TOKENS} tokens early (%s)`, (_what, text) => {
    const spent = cpuTimer()
    expect(() => parseWithinLimit(text)).toThrow(
      expect.objectContaining({
        message: 'The document exceeds 1500 tokens: split it into several requests.',
        extensions: expect.objectContaining({ code: 'QUERY_TOO_COSTLY' }),
      }),
    )
    expect(spent()).toBeLessThan(2_000)
  })

  it('leave a syntax error unchanged', () => {
    expect(() => parseWithinLimit('{ a')).toThrow('Syntax Error')
    expect(parseWithinLimit('{ a }')).toEqual(parse('{ a }'))
  })
})
