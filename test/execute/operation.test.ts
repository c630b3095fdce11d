import fc from 'fast-check'
import {
  type DocumentNode,
  getIntrospectionQuery,
  Kind,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  type DocumentSize,
  DocumentSizeRule,
  documentSize,
  MAX_ALIASES,
  MAX_DEPTH,
  MAX_TOKENS,
  parseWithinLimit,
} from '../../src/execute/operation.ts'
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

/** The same by spelling every fragment out where it is spread. */
function slowSize(document: DocumentNode): DocumentSize {
  const bodyOf = (name: string): SelectionSetNode => {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name)
        return definition.selectionSet
    }
    throw new Error(`No fragment ${name}`)
  }
  /** Each field with the number of fields above it. */
  const fieldsOf = (set: SelectionSetNode, above: number): { level: number; renamed: boolean }[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return fieldsOf(bodyOf(selection.name.value), above)
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, above)
      const own = { level: above + 1, renamed: selection.alias !== undefined }
      return [own, ...(selection.selectionSet ? fieldsOf(selection.selectionSet, above + 1) : [])]
    })
  const sizes = document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    const fields = fieldsOf(definition.selectionSet, 0)
    return [
      {
        depth: Math.max(...fields.map(({ level }) => level)),
        aliases: fields.filter(({ renamed }) => renamed).length,
        fields: fields.length,
      },
    ]
  })
  return {
    depth: Math.max(...sizes.map(({ depth }) => depth)),
    aliases: Math.max(...sizes.map(({ aliases }) => aliases)),
    fields: Math.max(...sizes.map(({ fields }) => fields)),
  }
}

/** A selection set that spreads only fragments of a larger number, so that none contains itself. */
function selections(from: number, levels: number): fc.Arbitrary<string> {
  const inner = levels === 0 ? fc.constant('') : fc.option(selections(from, levels - 1), { nil: '' })
  const field = fc.tuple(fc.boolean(), inner).map(([renamed, body]) => `${renamed ? 'x: ' : ''}f ${body}`)
  const inline = levels === 0 ? field : selections(from, levels - 1).map((body) => `... ${body}`)
  const spread = from >= 4 ? field : fc.integer({ min: from, max: 3 }).map((n) => `...F${n}`)
  return fc
    .array(fc.oneof(field, field, spread, inline), { minLength: 1, maxLength: 4 })
    .map((all) => `{ ${all.join(' ')} }`)
}

const documents = fc
  .tuple(selections(0, 3), selections(0, 2), ...[0, 1, 2, 3].map((n) => selections(n + 1, 2)))
  .map(
    ([one, two, ...bodies]) =>
      `query A ${one} query B ${two} ${bodies.map((body, n) => `fragment F${n} on T ${body}`).join(' ')}`,
  )

describe("a document's size", () => {
  it('is the size with every fragment spelled out', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const document = parse(text)
        expect(documentSize(document)).toEqual(slowSize(document))
      }),
      { numRuns: 300 },
    )
  })

  it('is computed quickly where fragments double from one to the next', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => `fragment F${n} on T { ...F${n + 1} ...F${n + 1} }`)
    const text = `{ ...F0 } ${doubling.join(' ')} fragment F60 on T { x: f }`
    expect(documentSize(parse(text))).toEqual({ depth: 1, aliases: 2 ** 60, fields: 2 ** 60 })
  })

  it('is bounded where a fragment contains itself', () => {
    expect(
      documentSize(parse('{ ...A } fragment A on T { f { ...B } } fragment B on T { x: f { ...A } }')),
    ).toEqual({
      depth: 2,
      aliases: 1,
      fields: 2,
    })
  })

  it('leaves the depth of introspection to its own rule', () => {
    expect(documentSize(parse('{ __schema { types { fields { name } } } f { __typename } }')).depth).toBe(2)
  })
})
