import fc from 'fast-check'
import {
  buildSchema,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { getArgumentValues, getVariableValues } from 'graphql/execution/values.js'
import { expect, test } from 'vitest'
import { pricesOf } from '../../../src/execute/prices.ts'
import { OPERATION, TRADER_ROW } from '../../../src/graph/kit/cost/query-cost.ts'
import { schemaText } from '../../../src/graph/print-schema.ts'
import { schema } from '../../../src/graph/schema.ts'
import { randomQueries } from '../support/random-query.ts'

/** The schema as its readers have it. */
const printed = buildSchema(schemaText())

/** A type, a field or an argument of the printed schema. */
interface Defined {
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined
}

interface Asked {
  variables: Record<string, unknown>
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Returns the cost of those fields of a selection that count, by the printed directives alone. */
function costOf(
  selection: SelectionSetNode,
  type: GraphQLCompositeType,
  asked: Asked,
  counts: (field: string) => boolean = () => true,
): number {
  return selection.selections.reduce((sum, node) => {
    if (node.kind === Kind.FIELD) return sum + (counts(node.name.value) ? fieldCost(node, type, asked) : 0)
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : asked.fragments.get(node.name.value)
    if (fragment === undefined) throw new Error('no such fragment')
    const on = fragment.typeCondition ? printed.getType(fragment.typeCondition.name.value) : type
    if (!isCompositeType(on)) throw new Error('no such type')
    return sum + costOf(fragment.selectionSet, on, asked, counts)
  }, 0)
}

function fieldCost(node: FieldNode, type: GraphQLCompositeType, asked: Asked): number {
  if (node.name.value === '__typename') return 1
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
  if (field === undefined) throw new Error('no such field')
  const given = getArgumentValues(field, node, asked.variables)
  const weights = field.args.filter(({ name }) => isGiven(given[name])).map((one) => weightOf(one) ?? 0)
  const own = (weightOf(field) ?? 1) + Math.max(0, ...weights)
  const inner = getNamedType(field.type)
  if (node.selectionSet === undefined || !isCompositeType(inner)) return own
  // The fields that hold a page's rows count once a row, its other fields once.
  const sized = directive('listSize', field)?.sizedFields
  const isSized = (name: string) => !Array.isArray(sized) || sized.includes(name)
  const eachObject = (weightOf(inner) ?? 0) + costOf(node.selectionSet, inner, asked, isSized)
  return (
    own +
    rowsOf(field, given) * eachObject +
    costOf(node.selectionSet, inner, asked, (name) => !isSized(name))
  )
}

function rowsOf(field: GraphQLField<unknown, unknown>, given: Record<string, unknown>): number {
  const size = directive('listSize', field)
  if (size === undefined) return 1
  const slicing = Array.isArray(size.slicingArguments) ? size.slicingArguments : []
  const asked = slicing.map((name) => given[String(name)]).find((value) => typeof value === 'number')
  return Number(asked ?? size.assumedSize)
}

function weightOf(defined: Defined): number | undefined {
  const cost = directive('cost', defined)
  return cost && Number(cost.weight)
}

function directive(name: string, { astNode }: Defined) {
  const definition = printed.getDirective(name)
  if (!definition) throw new Error(`@${name} is not printed`)
  return getDirectiveValues(definition, { directives: astNode?.directives ?? [] })
}

function isGiven(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => one !== null && one !== undefined)
    : Boolean(value)
}

/** Returns the cost of a query by the printed directives; null if its variables do not fit it. */
function printedCost(text: string, given: Record<string, unknown>): number | null {
  const document = parse(text)
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  const root = printed.getQueryType()
  if (!operation || !root) throw new Error('nothing is asked')
  const { coerced } = getVariableValues(printed, operation.variableDefinitions ?? [], given)
  if (coerced === undefined) return null
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  )
  return OPERATION + costOf(operation.selectionSet, root, { variables: coerced, fragments })
}

function serverCost(text: string, variables: Record<string, unknown>): number {
  const caller = { tier: 'PRO' } as never
  const cost = pricesOf(schema)({ document: parse(text), name: null }, variables, { caller })
  if (cost === null) throw new Error(`not priced: ${text}`)
  return cost.requested
}

test('any query has the cost that the printed @cost and @listSize give', () => {
  const queries = randomQueries({ schema, texts: {}, oddTexts: ['x', ''] }).filter(
    // By id, by address, by period and without a minimum in common fewer values are counted than the directives say, and bad sizes are refused.
    ({ text, variables }) =>
      !/\bnodes?\(|pnlSeries|inCommon|-1|1001|\b0\b|101/.test(text + JSON.stringify(variables)),
  )
  let priced = 0
  fc.assert(
    fc.property(queries, ({ text, variables }) => {
      const cost = printedCost(text, variables)
      if (cost === null) return
      priced++
      expect(serverCost(text, variables)).toBe(cost)
    }),
    { numRuns: 300 },
  )
  expect(priced).toBeGreaterThan(50)
})

test.each([
  ['{ leaderboard(id: "pnl", window: {from: "2026-01-01"}, category: SPORTS) { id } }', 20_002],
  ['{ leaderboard(id: "pnl", window: {}) { id } }', 2],
  [
    '{ leaderboard(id: "pnl-all") { entries(first: 7, where: { tradeCount: { min: 3 } }) { nodes { rank } } } }',
    1 + 2_001 + 7 * (2 + TRADER_ROW),
  ],
  ['{ traders { edges { node { username } } totalCount } }', 1 + 20 * (1 + 1 + 2 * TRADER_ROW + 4) + 1],
  ['{ traders { totalCount } }', 1 + 20 * TRADER_ROW + 1],
  ['{ smartMoneyHistory(weeks: 3) { snapshots { cohortSize } } }', 1 + 3 * 2],
])('%s costs %d, by the server and by the printed directives', (text, cost) => {
  expect([serverCost(text, {}), printedCost(text, {})]).toEqual([OPERATION + cost, OPERATION + cost])
})

test('every list of objects says what it costs', () => {
  const silent = Object.values(schema.getTypeMap())
    .filter((type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
    .flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []))
    .filter(({ type }) => isCompositeType(getNamedType(type)) && isListType(getNullableType(type)))
    .filter(({ extensions }) => extensions.complexity === undefined)
  expect(silent.map(({ name }) => name)).toEqual([])
})
