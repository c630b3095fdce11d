import { getMappedArgumentValues } from '@pothos/core'
import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { defined } from '../checks.ts'
import { listSizeOf } from '../graph/kit/cost/query-cost.ts'
import type { Variables } from './operation.ts'

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
export function selectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  context: object,
): number {
  const operation = defined(getOperationAST(document) ?? undefined)
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
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
