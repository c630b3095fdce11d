import { getMappedArgumentValues } from '@pothos/core'
import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionResult,
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
import { LRUCache } from 'lru-cache'
import { defined } from '../checks.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { listSizeOf } from '../graph/kit/cost/query-cost.ts'

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

export interface Operation {
  readonly document: DocumentNode
  /** Its name among several; null for the only one. */
  readonly name: string | null
  /** True: the text is our own, and compiling it is known to change no answer. @default false */
  readonly isOurs?: boolean
}

export type Variables = Readonly<Record<string, unknown>>

/** Runs an admitted operation. */
export type Execute = (
  operation: Operation,
  variables: Variables,
  context: RequestContext,
) => Promise<ExecutionResult>

/**
 * The document with only the operation that runs and all fragments, for code that takes the first operation. Null if
 * none runs.
 */
export function operationAlone({ document, name }: Operation): DocumentNode | null {
  const operation = getOperationAST(document, name)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { ...document, definitions: [operation, ...fragments] }
}

/** Documents are parsed once and cached, so equal texts are one object. */
const numbers = new WeakMap<DocumentNode, number>()
let count = 0

/** A short key of the operation, unique in this process. */
export function operationKey({ document, name }: Operation): string {
  let number = numbers.get(document)
  if (number === undefined) {
    number = ++count
    numbers.set(document, number)
  }
  return `${number} ${name ?? ''}`
}

/** Values by text, with the least recently used evicted first. */
interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** Maximum texts; a client has some dozens. */
const CAPACITY = 1_000
/** Longest text: with the capacity it bounds the memory, regardless of the callers. */
const LONGEST = 10_000

/** An empty cache. A text of more than 10,000 characters is not cached. */
export function createTextCache<T extends object>(): TextCache<T> {
  // A size must be above 0, also for the empty text.
  const sizeCalculation = (_: T, text: string) => text.length + 1
  return new LRUCache<string, T>({ max: CAPACITY, maxEntrySize: LONGEST + 1, sizeCalculation })
}
