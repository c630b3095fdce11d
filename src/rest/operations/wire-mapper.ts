import type {
  DocumentNode,
  GraphQLAbstractType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql'
import {
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  TypeNameMetaFieldDef,
} from 'graphql'
import { readNodeId } from '../../graph/kit/node-id.ts'
import { wireNames } from '../parameters/wire-name.ts'
import { operationBody } from './operation-body.ts'
import {
  besidePage,
  type Fragments,
  fieldsOf,
  isConnection,
  isTypeName,
  keyOf,
  kindOf,
  shownFields,
} from './selection.ts'

/** Turns a value of an answer into what REST shows; null where REST shows it as it is. */
type Mapping = ((value: unknown) => unknown) | null
type Entry = Record<string, unknown>

/**
 * Compiles what turns an operation's data into the body of its REST answer, by walking its selection with the schema:
 * enum values become wire names, and ids lose their day, which the address says; a connection becomes
 * `{items, nextCursor}`, or a list where it is asked for its `nodes`: see `shownFields`. The operation's one root field
 * is the body, under `items` where it is a list. Where an object is all that is selected of it, that one is the body,
 * and so on further in; null where one of them is. An object of an interface shows what is selected of its own type.
 * @throws Error at compile time where the operation has another form (several root fields, an interface without `__typename`)
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

/** What stands in place of an interface is mapped as its own type. */
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
    const beside = besidePage(type, selection, fragments).map(({ key }) => key)
    return connectionMapping(parts.find(({ key }) => key === 'edges')?.map ?? null, beside)
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

/** Edges are a matter of GraphQL: REST shows the nodes, the cursor only where there is a next page, and what is truncated. */
function connectionMapping(edges: Mapping, beside: readonly string[]): Mapping {
  return (value) => {
    if (value === null || value === undefined) return value
    const connection = entryOf(value)
    const shown = edges === null ? connection.edges : edges(connection.edges)
    const page = entryOf(connection.pageInfo)
    return {
      items: Array.isArray(shown) ? shown.map((edge) => entryOf(edge).node) : [],
      nextCursor: page.hasNextPage === true ? page.endCursor : null,
      ...Object.fromEntries(beside.map((key) => [key, connection[key]])),
    }
  }
}
