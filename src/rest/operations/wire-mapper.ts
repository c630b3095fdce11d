import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type ErrorCode, type InputProblem, PequodError } from '../../errors.ts'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { readNodeId } from '../../graph/kit/node-id.ts'
import { wireNames } from '../parameters/parameter-text.ts'
import type { ReadParameter } from '../parameters/read-parameters.ts'
import type { RestRoute } from '../route.ts'

/** Turns a value of an answer into REST's; null if REST shows it unchanged. */
type Mapping = ((value: unknown) => unknown) | null
type Entry = Record<string, unknown>

/**
 * Compiles a function from an operation's data to the body of its REST answer, by walking its selection with
 * the schema. Enum values become wire names, and ids lose their day, which is in the URL. A connection
 * becomes `{items, nextCursor}`, or a list if its `nodes` are selected: see `shownFields`. The operation's
 * one root field is the body, under `items` if it is a list. If only one object is selected in it, that
 * object is the body, and so on; null if one of them is null. An object of an interface has the fields
 * selected of its own type.
 * @throws Error at compile time if the operation has another form (several root fields, an interface without
 * `__typename`)
 */
export function compileWireMapper(schema: GraphQLSchema, document: DocumentNode): (data: unknown) => unknown {
  const { path, field, selection, fragments, isList } = operationBody(schema, document)
  const mapping = mappingOf(field.type, selection, fragments) ?? ((value: unknown) => value)
  const shown = (data: unknown) => mapping(path.reduce(valueAt, data))
  return isList ? (data) => ({ items: shown(data) }) : shown
}

function valueAt(value: unknown, key: string): unknown {
  return value === null ? null : entryOf(value)[key]
}

/** Data of an object type, at the boundary where the executor gives it as unknown. */
function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null) throw new TypeError('An answer has an object here.')
  return value as Entry
}

function mappingOf(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): Mapping {
  if (isNonNullType(type)) return mappingOf(type.ofType, selection, fragments)
  if (isListType(type)) return listMapping(mappingOf(type.ofType, selection, fragments))
  if (isEnumType(type)) {
    const names = wireNames(type)
    return (value) => (typeof value === 'string' ? (names.get(value) ?? value) : value)
  }
  if (isScalarType(type) && type.name === 'ID')
    return (value) => (typeof value === 'string' ? readNodeId(value).name : value)
  if (selection === undefined) return null
  if (isAbstractType(type)) return abstractMapping(type, selection, fragments)
  if (!isObjectType(type)) throw new Error(`REST operations select object types; ${type} is not one.`)
  return objectMapping(type, selection, fragments)
}

function listMapping(ofItem: Mapping): Mapping {
  if (ofItem === null) return null
  return (value) => (Array.isArray(value) ? value.map(ofItem) : value)
}

/** Maps an object of an interface by its own type. */
function abstractMapping(
  type: GraphQLAbstractType,
  selection: SelectionSetNode,
  fragments: Fragments,
): Mapping {
  const named = fieldsOf(selection, fragments).find((field) => field.name.value === TypeNameMetaFieldDef.name)
  if (named === undefined) throw new Error(`A selection of ${type} needs its __typename.`)
  const mappings = new Map<unknown, Mapping>(
    fragments.possibleTypes(type).map((one) => [one.name, objectMapping(one, selection, fragments)]),
  )
  return (value) => mappings.get(valueAt(value, keyOf(named)))?.(value) ?? null
}

function objectMapping(type: GraphQLObjectType, selection: SelectionSetNode, fragments: Fragments): Mapping {
  const parts = shownFields(type, selection, fragments).flatMap((field): Part[] => {
    const { key, path, definition } = field
    const map = isTypeName(definition)
      ? (value: unknown) => kindOf(String(value))
      : mappingOf(field.type, field.selection, fragments)
    return map === null && path.length === 1 ? [] : [{ key, path, map: map ?? ((value: unknown) => value) }]
  })
  if (isConnection(type)) {
    const mapOf = (name: string): Mapping => parts.find(({ key }) => key === name)?.map ?? null
    const beside = besidePage(type, selection, fragments).map(({ key }) => [key, mapOf(key)] as const)
    return connectionMapping(mapOf('edges'), beside)
  }
  if (parts.length === 0) return null
  return (value) => {
    if (value === null || value === undefined) return value
    const mapped = { ...entryOf(value) }
    for (const { key, path, map } of parts) mapped[key] = map(path.reduce(valueAt, value))
    return mapped
  }
}

/** A field that REST shows otherwise than the answer has it. */
interface Part {
  key: string
  path: readonly string[]
  map: (value: unknown) => unknown
}

/** A row: the node, before the edge's own fields where some are selected. */
function rowOfEdge(edge: unknown): unknown {
  const { node, ...own } = entryOf(edge)
  return Object.keys(own).length === 0 ? node : { ...entryOf(node), ...own }
}

/** REST has no edges: it shows the nodes, the cursor only if there is a next page, and `truncated`. */
function connectionMapping(edges: Mapping, beside: readonly (readonly [string, Mapping])[]): Mapping {
  return (value) => {
    if (value === null || value === undefined) return value
    const connection = entryOf(value)
    const shown = edges === null ? connection.edges : edges(connection.edges)
    const page = entryOf(connection.pageInfo)
    return {
      items: Array.isArray(shown) ? shown.map(rowOfEdge) : [],
      nextCursor: page.hasNextPage === true ? page.endCursor : null,
      ...Object.fromEntries(
        beside.map(([key, map]) => [key, map === null ? connection[key] : map(connection[key])]),
      ),
    }
  }
}

/** The definitions that a document's selections refer to. */
export interface Fragments {
  get(name: string): FragmentDefinitionNode | undefined
  possibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[]
}

/** The fragments that a document defines. */
export function fragmentsOf(schema: GraphQLSchema, document: DocumentNode): Fragments {
  const nodes = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(nodes.map((fragment) => [fragment.name.value, fragment]))
  return { get: (name) => fragments.get(name), possibleTypes: (type) => schema.getPossibleTypes(type) }
}

/**
 * Returns every field of a selection with fragments expanded; a key may come twice.
 * @param of the type whose fields are kept.
 * @default all are kept
 */
export function fieldsOf(
  selection: SelectionSetNode,
  fragments: Fragments,
  of?: GraphQLObjectType,
): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    if (fragment === undefined) throw new Error('A selection names an unknown fragment.')
    return isOf(of, fragment.typeCondition) ? fieldsOf(fragment.selectionSet, fragments, of) : []
  })
}

function isOf(type: GraphQLObjectType | undefined, condition: NamedTypeNode | undefined): boolean {
  if (type === undefined || condition === undefined) return true
  return [type, ...type.getInterfaces()].some(({ name }) => name === condition.name.value)
}

/** Returns whether a field is the object's type, which REST shows as its {@link kindOf kind}. */
export function isTypeName(field: GraphQLField<unknown, unknown>): boolean {
  return field === TypeNameMetaFieldDef
}

/** A type's name on the wire. */
export function kindOf(typename: string): string {
  return typename.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}

/** Returns a selected field's key in the answer. */
export function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value
}

/** Returns a selected field's definition. @throws Error if the type has no such field */
export function definitionOf(parent: GraphQLObjectType, field: FieldNode): GraphQLField<unknown, unknown> {
  const name = field.name.value
  const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parent.getFields()[name]
  if (definition === undefined) throw new Error(`${parent.name} has no field ${name}.`)
  return definition
}

export interface ShownField {
  key: string
  /** The keys that lead to its value from the object's. */
  path: readonly string[]
  /** The field of the object's own that is selected: who may have it, and what it means. */
  definition: GraphQLField<unknown, unknown>
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
}

/** True for a page of a list. */
export function isConnection(type: GraphQLOutputType): boolean {
  const own = getNullableType(type)
  return isObjectType(own) && own.name.endsWith('Connection')
}

/** Returns the fields selected of a page beside its rows and cursor; REST shows them after those. */
export function besidePage(
  connection: GraphQLObjectType,
  selection: SelectionSetNode,
  fragments: Fragments,
): ShownField[] {
  const fields = fieldsOf(selection, fragments).map((node) => shownField(connection, node))
  return fields.filter(({ definition }) => definition.name !== 'edges' && definition.name !== 'pageInfo')
}

/** Returns the fields selected of a page's edges beside their nodes; REST shows them in the row after the node's. */
export function besideNode(
  edge: GraphQLObjectType,
  selection: SelectionSetNode,
  fragments: Fragments,
): ShownField[] {
  return shownFields(edge, selection, fragments).filter(({ definition }) => definition.name !== 'node')
}

/**
 * Returns the fields of an object that REST shows, each under its key. A connection whose `nodes` are
 * selected becomes their list; its other selected fields move to the object itself, after all others.
 * @throws Error if the type has no such field
 */
export function shownFields(
  parent: GraphQLObjectType,
  selection: SelectionSetNode,
  fragments: Fragments,
): ShownField[] {
  const own: ShownField[] = []
  const beside: ShownField[] = []
  for (const node of fieldsOf(selection, fragments, parent)) {
    const shown = shownField(parent, node)
    const inner = isConnection(shown.type) ? innerFields(shown, fragments) : []
    const nodes = inner.find(({ definition }) => definition.name === 'nodes')
    if (nodes === undefined) {
      own.push(shown)
      continue
    }
    own.push({ ...shown, path: [shown.key, nodes.key], type: nodes.type, selection: nodes.selection })
    const others = inner.filter((field) => field !== nodes)
    beside.push(...others.map((field) => ({ ...field, path: [shown.key, field.key] })))
  }
  return [...own, ...beside]
}

function shownField(parent: GraphQLObjectType, node: FieldNode): ShownField {
  const definition = definitionOf(parent, node)
  const key = keyOf(node)
  return { key, path: [key], definition, type: definition.type, selection: node.selectionSet }
}

function innerFields({ type, selection }: ShownField, fragments: Fragments): ShownField[] {
  const own = getNullableType(type)
  if (!isObjectType(own) || selection === undefined) return []
  return fieldsOf(selection, fragments).map((node) => shownField(own, node))
}

/** The part of an operation's data that its REST answer shows. */
export interface OperationBody {
  /** The keys that lead from the data to the body. */
  path: readonly string[]
  /** The field that is the body. */
  field: GraphQLField<unknown, unknown>
  /** Undefined if the body is a scalar. */
  selection: SelectionSetNode | undefined
  fragments: Fragments
  /** True: the body is a list, and is shown under `items`. */
  isList: boolean
}

/**
 * Returns the part of an operation's data that is the body of its REST answer: its one root field, or the
 * only object selected in it, and so on.
 * @throws Error if the operation has several root fields
 */
export function operationBody(schema: GraphQLSchema, document: DocumentNode): OperationBody {
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) throw new Error('A REST operation is one query or mutation.')
  const fragments = fragmentsOf(schema, document)
  const [field, second] = fieldsOf(operation.selectionSet, fragments)
  if (field === undefined || second !== undefined)
    throw new Error(`${operation.name?.value ?? 'A REST operation'} has one root field.`)
  return innermost(root, field, fragments)
}

function innermost(parent: GraphQLObjectType, node: FieldNode, fragments: Fragments): OperationBody {
  const field = definitionOf(parent, node)
  const selection = node.selectionSet
  const own = getNullableType(field.type)
  const [only, more] = selection ? fieldsOf(selection, fragments) : []
  if (isObjectType(own) && only?.selectionSet && more === undefined) {
    const inner = innermost(own, only, fragments)
    return { ...inner, path: [keyOf(node), ...inner.path] }
  }
  return { path: [keyOf(node)], field, selection, fragments, isList: isListType(own) }
}

/**
 * Runs a route's operation and returns the body of its answer. Rejects with the operation's first failure, in
 * terms of parameters: see {@link operationFailure}.
 */
export type BodyOf = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<unknown>

/**
 * Returns the function that answers a route.
 * @throws Error if its operation has no body: see {@link compileWireMapper}
 */
export function createBodyOf(executor: Executor, { operation: document, parameters }: RestRoute): BodyOf {
  const operation = { document, name: null, isOurs: true }
  const toBody = compileWireMapper(executor.schema, document)
  return async (variables, context) => {
    const { data, errors } = await executor.run(operation, variables, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    return toBody(data)
  }
}

/**
 * Returns the first error of a failed operation. An error that is not a PequodError is a bug and is returned
 * unchanged, for the endpoint to log and mask. A problem with an argument names the parameter that sets it.
 */
export function operationFailure(
  errors: readonly GraphQLError[],
  parameters: Readonly<Record<string, ReadParameter>>,
): unknown {
  const error = errors[0]?.originalError ?? errors[0]
  if (!(error instanceof PequodError)) return error
  const { retryAfter } = error
  const code = codeOf(error)
  const problems = error.problems.map((problem) => problemOfParameter(problem, parameters))
  const told = problems.map((problem) => problem.message).join(' ')
  return new PequodError(code, told === '' ? error.message : told, { problems, retryAfter, cause: error })
}

/**
 * A public path of REST never asks for credentials: a parameter that requires Pro is refused alike for all
 * callers without it.
 */
function codeOf({ code, requires }: PequodError): ErrorCode {
  return code === 'UNAUTHENTICATED' && requires === 'PRO' ? 'PRO_REQUIRED' : code
}

/** A problem with an argument is a predicate ("must be …"); with a parameter's name before it, it is a sentence. */
function problemOfParameter(
  problem: InputProblem,
  parameters: Readonly<Record<string, ReadParameter>>,
): InputProblem {
  // The parameters of a change are fields of its input.
  const path = problem.name.replace(/^input\./, '')
  const parameter = parameters[path] ?? parameters[variableOf(path)]
  if (parameter === undefined) return problem
  const { in: place, name } = parameter
  const isField = path !== problem.name && path.includes('.')
  const subject = path === 'window' ? 'a window by from or to' : isField ? path : name
  return { in: place, name, message: `${subject} ${problem.message}.` }
}

/** Arguments of connections have their own names in GraphQL, and a window is two parameters; everywhere else a variable is named as its argument. */
function variableOf(argument: string): string {
  const [name = argument] = argument.split('.')
  if (name === 'first') return 'limit'
  if (name === 'window') return 'from'
  return name === 'after' ? 'cursor' : name
}
