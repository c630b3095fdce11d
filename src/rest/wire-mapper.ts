import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { getNullableType, isEnumType, isListType, isNonNullType, isObjectType, Kind } from 'graphql'
import { wireNames } from './wire-name.ts'

/** Turns a value of an answer into what REST shows; null where REST shows it as it is. */
type Mapping = ((value: unknown) => unknown) | null
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>
type Entry = Record<string, unknown>

/**
 * Compiles what turns an operation's data into the body of its REST answer, by walking its selection with the schema:
 * enum values become wire names; a connection becomes `{items, nextCursor}`; the operation's one root field is the
 * body, under `items` where it is a list. Where an object is all that is selected of it, that one is the body, and so
 * on further in; null where one of them is.
 * @throws Error at compile time where the operation has another form (several root fields, abstract types)
 */
export function compileWireMapper(schema: GraphQLSchema, document: DocumentNode): (data: unknown) => unknown {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const root = schema.getQueryType()
  if (operation === undefined || !root) throw new Error('A REST operation is one query.')
  const fragments = fragmentsOf(document)
  const [field, second] = fieldsOf(operation.selectionSet, fragments)
  if (field === undefined || second !== undefined) throw new Error(`${nameOf(operation)} has one root field.`)
  const { path, type, selection } = bodyOf(root, field, fragments)
  const mapping = mappingOf(type, selection, fragments) ?? ((value: unknown) => value)
  const shown = (data: unknown) => mapping(path.reduce(valueAt, data))
  return isList(type) ? (data) => ({ items: shown(data) }) : shown
}

/** Where the body stands in the data, what type it is of, and what is selected of it. */
interface Body {
  path: readonly string[]
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
}

function bodyOf(parent: GraphQLObjectType, field: FieldNode, fragments: Fragments): Body {
  const type = typeOfField(parent, field)
  const selection = field.selectionSet
  const own = getNullableType(type)
  const [only, more] = selection ? fieldsOf(selection, fragments) : []
  if (isObjectType(own) && only?.selectionSet && more === undefined) {
    const inner = bodyOf(own, only, fragments)
    return { ...inner, path: [keyOf(field), ...inner.path] }
  }
  return { path: [keyOf(field)], type, selection }
}

function valueAt(value: unknown, key: string): unknown {
  return value === null ? null : entryOf(value)[key]
}

function nameOf(operation: OperationDefinitionNode): string {
  return operation.name?.value ?? 'A REST operation'
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value
}

/** Data of an object type, at the boundary where the executor gives it as unknown. */
function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null) throw new TypeError('An answer has an object here.')
  return value as Entry
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type))
}

/** Every field of a selection, fragments opened. The same key may come twice. */
function fieldsOf(selection: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, fragments)
    const fragment = fragments.get(node.name.value)
    if (fragment === undefined) throw new Error(`There is no fragment ${node.name.value}.`)
    return fieldsOf(fragment.selectionSet, fragments)
  })
}

function typeOfField(parent: GraphQLObjectType, field: FieldNode): GraphQLOutputType {
  const definition = parent.getFields()[field.name.value]
  if (definition === undefined) throw new Error(`${parent.name} has no field ${field.name.value}.`)
  return definition.type
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
  if (selection === undefined) return null
  if (!isObjectType(type)) throw new Error(`REST operations select object types; ${type} is not one.`)
  return objectMapping(type, fieldsOf(selection, fragments), fragments)
}

function listMapping(ofItem: Mapping): Mapping {
  if (ofItem === null) return null
  return (value) => (Array.isArray(value) ? value.map(ofItem) : value)
}

function objectMapping(type: GraphQLObjectType, fields: readonly FieldNode[], fragments: Fragments): Mapping {
  const parts = fields.flatMap((field): [string, (value: unknown) => unknown][] => {
    if (field.name.value === '__typename') return []
    const part = mappingOf(typeOfField(type, field), field.selectionSet, fragments)
    return part === null ? [] : [[keyOf(field), part]]
  })
  if (type.name.endsWith('Connection')) return connectionMapping(new Map(parts).get('edges') ?? null)
  if (parts.length === 0) return null
  return (value) => {
    if (value === null || value === undefined) return value
    const mapped = { ...entryOf(value) }
    for (const [key, part] of parts) mapped[key] = part(mapped[key])
    return mapped
  }
}

/** Edges are a matter of GraphQL: REST shows the nodes, and the cursor only where there is a next page. */
function connectionMapping(edges: Mapping): Mapping {
  return (value) => {
    if (value === null || value === undefined) return value
    const connection = entryOf(value)
    const shown = edges === null ? connection.edges : edges(connection.edges)
    const page = entryOf(connection.pageInfo)
    return {
      items: Array.isArray(shown) ? shown.map((edge) => entryOf(edge).node) : [],
      nextCursor: page.hasNextPage === true ? page.endCursor : null,
    }
  }
}
