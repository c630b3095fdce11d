import fc from 'fast-check'
import { buildSchema, GraphQLEnumType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { compileWireMapper } from '../../../src/rest/operations/wire-mapper.ts'

const schema = buildSchema(`
  enum Kind { UP_HILL DOWN_HILL DAYS_7 }
  type Leaf { kind: Kind kinds: [Kind!] table: [[Kind]] name: String }
  type Branch { leaf: Leaf leaves: [Leaf] name: String branch: Branch }
  type BranchEdge { node: Branch! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type BranchConnection { edges: [BranchEdge!]! nodes: [Branch!]! pageInfo: PageInfo! note: Kind more: Leaf }
  type Tree { id: ID! name: String branches: BranchConnection }
  interface Animal { name: String }
  type Cat implements Animal { name: String lives: Kind }
  type SheepDog implements Animal { name: String leaf: Leaf }
  type Query { animals: [Animal!]! branch: Branch branches: [Branch!]! pages: BranchConnection! tree: Tree }
`)
const kinds = schema.getType('Kind')
if (kinds instanceof GraphQLEnumType) {
  for (const value of kinds.getValues()) if (value.name === 'DAYS_7') value.extensions = { wire: '7d' }
}

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const kind = fc.constantFrom('UP_HILL', 'DOWN_HILL', 'DAYS_7')
const name = nullable(fc.stringMatching(/^[a-z"\\ ]{0,8}$/))
const leaf = fc.record({
  kind: nullable(kind),
  again: nullable(kind),
  kinds: nullable(fc.array(kind)),
  table: nullable(fc.array(nullable(fc.array(nullable(kind))))),
  name,
})
const branch = fc.record({ leaf: nullable(leaf), leaves: nullable(fc.array(nullable(leaf))), name })
const LEAF = 'fragment Leaf on Leaf { kind again: kind kinds ...Rest } fragment Rest on Leaf { table name }'
const BRANCH = 'leaf { ...Leaf } leaves { ... on Leaf { ...Leaf } } name'

/** No other text of these answers holds a name of the enum: replacing them in the JSON is the whole mapping. */
function slowly(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll('"UP_HILL"', '"up-hill"')
    .replaceAll('"DOWN_HILL"', '"down-hill"')
    .replaceAll('"DAYS_7"', '"7d"')
  return JSON.parse(text)
}

describe('the REST body of an operation', () => {
  test('changes only enum values, to their wire names', () => {
    const map = compileWireMapper(schema, parse(`query Q { it: branch { ${BRANCH} } } ${LEAF}`))
    fc.assert(
      fc.property(nullable(branch), (it) => {
        const before = JSON.stringify(it)
        expect(map({ it })).toEqual(slowly(it))
        expect(JSON.stringify(it)).toBe(before)
      }),
    )
  })

  test('has a list under items', () => {
    const map = compileWireMapper(schema, parse(`query Q { branches { ${BRANCH} } } ${LEAF}`))
    fc.assert(
      fc.property(fc.array(branch), (branches) => {
        expect(map({ branches })).toEqual({ items: slowly(branches) })
      }),
    )
  })

  test('has a connection’s nodes, with a cursor only where more follows', () => {
    const pages = `pages { edges { node { ${BRANCH} } } pageInfo { hasNextPage endCursor } }`
    const map = compileWireMapper(schema, parse(`query Q { ${pages} } ${LEAF}`))
    fc.assert(
      fc.property(fc.array(branch), fc.boolean(), fc.string(), (nodes, hasNextPage, endCursor) => {
        const edges = nodes.map((node) => ({ node }))
        expect(map({ pages: { edges, pageInfo: { hasNextPage, endCursor } } })).toEqual({
          items: slowly(nodes),
          nextCursor: hasNextPage ? endCursor : null,
        })
      }),
    )
  })

  test('has a connection of nodes as a list, with its other fields beside', () => {
    const asked = `branches { note nodes { ${BRANCH} } more { kind name } } name`
    const map = compileWireMapper(schema, parse(`query Q { tree { id ${asked} } } ${LEAF}`))
    const more = fc.record({ kind: nullable(kind), name })
    fc.assert(
      fc.property(fc.array(branch), nullable(kind), nullable(more), (nodes, note, more) => {
        const tree = { id: 'oak-7d@2026-01-15', branches: { note, nodes, more }, name: 'a' }
        const shown = { id: 'oak-7d', branches: nodes, name: 'a', note, more }
        expect(JSON.stringify(map({ tree }))).toBe(JSON.stringify(slowly(shown)))
      }),
    )
    expect(map({ tree: { id: 'x', branches: null, name: null } })).toEqual({
      id: 'x',
      branches: null,
      name: null,
      note: null,
      more: null,
    })
  })

  test('has ids without their day', () => {
    const map = compileWireMapper(schema, parse('query Q { tree { id name } }'))
    for (const [id, shown] of [
      ['pnl-7d@2026-01-15', 'pnl-7d'],
      ['a@b', 'a@b'],
      ['a@2026-02-30', 'a@2026-02-30'],
    ])
      expect(map({ tree: { id, name: null } })).toEqual({ id: shown, name: null })
  })

  test('is the only selected field, as far in as that goes', () => {
    const text = (inner: string) =>
      `query Q { branch { it: branch { ...In } } } fragment In on Branch { ${inner} }`
    const ofBranch = compileWireMapper(schema, parse(`${text(BRANCH)} ${LEAF}`))
    const ofLeaf = compileWireMapper(schema, parse(`${text('leaf { ...Leaf }')} ${LEAF}`))
    fc.assert(
      fc.property(nullable(branch), (it) => {
        expect(ofBranch({ branch: { it } })).toEqual(slowly(it))
        expect(ofLeaf({ branch: { it } })).toEqual(slowly(it?.leaf ?? null))
        expect(ofLeaf({ branch: null })).toBeNull()
      }),
    )
    const ofLeaves = compileWireMapper(schema, parse('query Q { branch { leaves { name } } }'))
    expect(ofLeaves({ branch: { leaves: [{ name: 'a' }] } })).toEqual({ items: [{ name: 'a' }] })
    const ofName = compileWireMapper(schema, parse('query Q { branch { name } }'))
    expect(ofName({ branch: { name: 'a' } })).toEqual({ name: 'a' })
  })

  test('has an interface’s object with the fields of its own type, and its kind', () => {
    const text =
      '{ animals { type: __typename name ... on Cat { lives } ... on SheepDog { leaf { ...Leaf } } } }'
    const map = compileWireMapper(schema, parse(`query Q ${text} ${LEAF}`))
    const cat = fc.record({ type: fc.constant('Cat'), name, lives: nullable(kind) })
    const dog = fc.record({ type: fc.constant('SheepDog'), name, leaf: nullable(leaf) })
    fc.assert(
      fc.property(fc.array(fc.oneof(cat, dog)), (animals) => {
        const kinds = { Cat: 'cat', SheepDog: 'sheep-dog' }
        const items = animals.map(({ type, ...rest }) => ({
          type: Reflect.get(kinds, type),
          ...(slowly(rest) as object),
        }))
        expect(map({ animals })).toEqual({ items })
      }),
    )
  })

  test('of an unsupported operation does not compile', () => {
    const compile = (text: string) => () => compileWireMapper(schema, parse(text))
    expect(compile('query Two { branch { name } branches { name } }')).toThrow('Two has one root field.')
    expect(compile('query Q { branch { nope } }')).toThrow('Branch has no field nope.')
    expect(compile('fragment F on Branch { name }')).toThrow('one query')
  })
})
