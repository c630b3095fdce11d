import { getMappedArgumentValues } from '@pothos/core'
import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  __Schema as SchemaType,
  type SelectionNode,
  type SelectionSetNode,
  __Type as TypeType,
} from 'graphql'
import type { Caller } from '../access/tier.ts'
import { defined } from '../checks.ts'
import { costBudget, listSizeOf, OPERATION } from '../graph/kit/cost/query-cost.ts'
import { createTextCache, type Operation, operationAlone, operationKey, type Variables } from './operation.ts'

/** An operation's maximum cost and its caller's limit, in values of the answer. */
export interface OperationCost {
  requested: number
  budget: number
}

/** Prices an operation with its variables for a caller; null if they do not fit it, which `run` explains. */
export type Price = (
  operation: Operation,
  variables: Variables,
  context: { readonly caller: Caller },
) => OperationCost | null

export function pricesOf(schema: GraphQLSchema): Price {
  return (operation, variables, context) => {
    const alone = operationAlone(operation)
    if (alone === null) return null
    try {
      const selected = selectionCost(schema, alone, variables, context)
      const requested = OPERATION + Math.ceil(selected + introspectionCost(schema, alone))
      return { requested, budget: costBudget(context.caller.tier) }
    } catch {
      return null
    }
  }
}

/** Caches prices: only the operation, its variables and the caller's tier determine them. */
export function keepPrices(price: Price): Price {
  const kept = createTextCache<OperationCost>()
  return (operation, variables, context) => {
    const key = `${context.caller.tier} ${operationKey(operation)} ${JSON.stringify(variables)}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const cost = price(operation, variables, context)
    if (cost !== null) kept.set(key, cost)
    return cost
  }
}

/** Rows of a list without a price of its own. */
const UNKNOWN_ROWS = 10

/** Costs of a selection: of what a page has for each of its rows, and of its other fields. */
interface Cost {
  rows: number
  beside: number
}

interface Document extends Pick<GraphQLResolveInfo, 'schema' | 'variableValues'> {
  fragments: Record<string, FragmentDefinitionNode>
  context: object
  known: Map<SelectionSetNode, Map<GraphQLNamedType, Map<readonly string[] | undefined, Cost>>>
}

/**
 * Returns the cost of the only operation of a valid document by the fields' prices: the selection below a list counts once per row,
 * the other fields of a page count once. Each fragment is priced once for each type, so the time is linear in the document.
 * @throws Error for variables that do not fit the operation
 */
function selectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  context: object,
): number {
  const operation = defined(getOperationAST(document) ?? undefined)
  // The first error suffices: running the operation explains them, up to a limit.
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 0,
  })
  if (errors) throw defined(errors[0])
  const fragments = document.definitions.flatMap((one) =>
    one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
  )
  const all = {
    schema,
    variableValues: coerced,
    fragments: Object.fromEntries(fragments),
    context,
    known: new Map(),
  }
  const root = defined(schema.getRootType(operation.operation) ?? undefined)
  return costOf(operation.selectionSet, root, undefined, all).rows
}

/** @param holders the fields of a page that hold its rows; undefined for all fields */
function costOf(
  set: SelectionSetNode,
  type: GraphQLNamedType,
  holders: readonly string[] | undefined,
  document: Document,
): Cost {
  const byType = document.known.get(set) ?? new Map()
  const byHolders = byType.get(type) ?? new Map()
  document.known.set(set, byType.set(type, byHolders))
  const known: Cost | undefined = byHolders.get(holders)
  if (known !== undefined) return known
  const cost = { rows: 0, beside: 0 }
  for (const one of set.selections) {
    const { rows, beside } = costOfOne(one, type, holders, document)
    cost.rows += rows
    cost.beside += beside
  }
  byHolders.set(holders, cost)
  return cost
}

function costOfOne(
  one: SelectionNode,
  type: GraphQLNamedType,
  holders: readonly string[] | undefined,
  document: Document,
): Cost {
  if (one.kind === Kind.FIELD) {
    const cost = fieldCost(one, type, document)
    const isBeside = holders !== undefined && !holders.includes(one.name.value)
    return isBeside ? { rows: 0, beside: cost } : { rows: cost, beside: 0 }
  }
  const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : defined(document.fragments[one.name.value])
  const name = fragment.typeCondition?.name.value
  const inner = name === undefined ? type : defined(document.schema.getType(name))
  return costOf(fragment.selectionSet, inner, holders, document)
}

function fieldCost(node: FieldNode, type: GraphQLNamedType, document: Document): number {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
  if (field === undefined) return 1
  const { own, rows } = priceOf(field, node, document)
  if (node.selectionSet === undefined) return own
  const holders = listSizeOf(field.extensions.complexity)?.sizedFields
  const inner = costOf(node.selectionSet, getNamedType(field.type), holders, document)
  return own + inner.rows * Math.max(rows, 0) + inner.beside
}

function priceOf(field: GraphQLField<unknown, unknown>, node: FieldNode, { context, ...info }: Document) {
  const given = field.extensions.complexity as FieldComplexity<object, object> | undefined
  const price =
    typeof given === 'function'
      ? given(getMappedArgumentValues(field, node, context, info as never) as object, context, field as never)
      : given
  const usual = isListType(getNullableType(field.type)) ? UNKNOWN_ROWS : 1
  return typeof price === 'object'
    ? { own: price.field ?? 1, rows: price.multiplier ?? usual }
    : { own: price ?? 1, rows: usual }
}

/** Rows of the lists of introspection, by type and field. */
type Rows = Readonly<Record<string, number>>

/** Rows of lists: on average over all types, as a list of all types has them, and the most that any type has. */
interface SchemaRows {
  average: Rows
  most: Rows
}

/** A schema does not change once it is built. */
const rowsOf = new WeakMap<GraphQLSchema, SchemaRows>()

const ROOTS: Readonly<Record<string, GraphQLObjectType>> = { __schema: SchemaType, __type: TypeType }
/** Fields that lead from a type to any other, so that the longest lists are assumed. */
const ONWARD: ReadonlySet<string> = new Set([
  '__Field.type',
  '__InputValue.type',
  '__Type.ofType',
  '__Type.interfaces',
  '__Type.possibleTypes',
  '__Schema.queryType',
  '__Schema.mutationType',
  '__Schema.subscriptionType',
])

/**
 * The number of values of the schema itself in a valid document's answer, 0 or more, which a query's cost lacks: that
 * knows only our own fields. Fragments are measured once for each type of lists, so the time is linear in the document.
 */
function introspectionCost(schema: GraphQLSchema, document: DocumentNode): number {
  const selectionSets = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const rows = rowsOf.get(schema) ?? schemaRows(schema)
  rowsOf.set(schema, rows)
  const measured = new Map<Rows, Map<SelectionSetNode, number>>([
    [rows.average, new Map()],
    [rows.most, new Map()],
  ])
  const atRoot = new Map<SelectionSetNode, number>()
  return document.definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? rootCost(one.selectionSet) : 0),
    0,
  )

  function rootCost(set: SelectionSetNode): number {
    return summed(set, atRoot, rootCost, ({ name, selectionSet }) => {
      const type = ROOTS[name.value]
      return type && selectionSet ? costIn(selectionSet, type, rows.most) : 0
    })
  }

  function costIn(set: SelectionSetNode, type: GraphQLObjectType, lists: Rows): number {
    const again = (inner: SelectionSetNode) => costIn(inner, type, lists)
    return summed(set, measured.get(lists) ?? new Map(), again, ({ name, selectionSet }) => {
      const place = `${type.name}.${name.value}`
      const inner = getNamedType(type.getFields()[name.value]?.type)
      const next = place === '__Schema.types' ? rows.average : ONWARD.has(place) ? rows.most : lists
      const below = selectionSet && isObjectType(inner) ? costIn(selectionSet, inner, next) : 0
      return (1 + below) * (lists[place] ?? 1)
    })
  }

  function summed(
    { selections }: SelectionSetNode,
    sums: Map<SelectionSetNode, number>,
    inside: (set: SelectionSetNode) => number,
    ofField: (field: Extract<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>) => number,
  ): number {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(selection)
        continue
      }
      const spread =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? selectionSets.get(selection.name.value)
          : selection.selectionSet
      if (spread === undefined) continue
      const before = sums.get(spread) ?? inside(spread)
      sums.set(spread, before)
      sum += before
    }
    return sum
  }
}

function schemaRows(schema: GraphQLSchema): SchemaRows {
  const types = Object.values(schema.getTypeMap())
  const directives = schema.getDirectives()
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? [Object.values(type.getFields())] : [[]],
  )
  const counts: Record<string, number[]> = {
    '__Schema.types': [types.length],
    '__Schema.directives': [directives.length],
    '__Type.fields': fields.map((own) => own.length),
    '__Type.interfaces': types.map((type) => ('getInterfaces' in type ? type.getInterfaces().length : 0)),
    '__Type.possibleTypes': types.map((type) =>
      isAbstractType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
    '__Type.enumValues': types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    '__Type.inputFields': types.map((type) =>
      isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    ),
    '__Field.args': fields.flat().map(({ args }) => args.length),
    '__Directive.args': directives.map(({ args }) => args.length),
    '__Directive.locations': directives.map(({ locations }) => locations.length),
  }
  const by = (of: (rows: readonly number[]) => number) =>
    Object.fromEntries(Object.entries(counts).map(([place, rows]) => [place, of(rows)]))
  return {
    average: by((rows) => rows.reduce((sum, one) => sum + one, 0) / rows.length),
    most: by((rows) => Math.max(...rows)),
  }
}
