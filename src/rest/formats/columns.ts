import type { GraphQLOutputType, GraphQLSchema, SelectionSetNode } from 'graphql'
import { getNamedType, getNullableType, isAbstractType, isListType, isObjectType } from 'graphql'
import {
  besideNode,
  type Fragments,
  isConnection,
  operationBody,
  shownFields,
} from '../operations/wire-mapper.ts'
import type { RestRoute } from '../route.ts'

interface Shape {
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
}

/**
 * Returns the columns of a path's export in the order of the JSON's fields: a nested field is named with a
 * dot (`market.slug`), and a list is one column. They derive from the operation, so a null in an answer does
 * not change them.
 * @throws Error if the rows are not objects of one shape
 */
export function columnsOf(schema: GraphQLSchema, { name, operation, rows = [] }: RestRoute): string[] {
  const { field, selection, fragments, isList } = operationBody(schema, operation)
  const body = { type: field.type, selection }
  const shapes = isList || rows.length === 0 ? [body] : rows.map((key) => partOf(body, key, fragments))
  const [columns, ...others] = shapes.map((shape) => columnsOfRow(shape, fragments))
  if (columns === undefined || others.some((other) => other.join() !== columns.join()))
    throw new Error(`The rows of ${name} are not all alike.`)
  return columns
}

/** Returns the part of a body under a key of REST; a connection's nodes are its `items`. */
function partOf(body: Shape, key: string, fragments: Fragments): Shape {
  return isConnection(body.type) ? body : childOf(body, key, fragments)
}

/** Returns the columns of one row: an element of a list, a connection's node before its edge's own fields, or the body itself. */
function columnsOfRow(shape: Shape, fragments: Fragments): string[] {
  if (!isConnection(shape.type)) return columnsOfShape(shape, fragments)
  const edge = childOf(shape, 'edges', fragments)
  const node = columnsOfShape(childOf(edge, 'node', fragments), fragments)
  const type = getNamedType(edge.type)
  if (!isObjectType(type) || edge.selection === undefined) return node
  const beside = besideNode(type, edge.selection, fragments)
  return [...node, ...columnsOfFields(beside, fragments, '')]
}

function childOf(shape: Shape, key: string, fragments: Fragments): Shape {
  const found = childrenOf(shape, fragments).find((child) => child.key === key)
  if (found === undefined) throw new Error(`There is no ${key} in ${getNamedType(shape.type)}.`)
  return found
}

function childrenOf({ type, selection }: Shape, fragments: Fragments): (Shape & { key: string })[] {
  const parent = getNamedType(type)
  if (selection !== undefined && isObjectType(parent)) return shownFields(parent, selection, fragments)
  if (selection === undefined || !isAbstractType(parent))
    throw new Error(`${parent} has no fields that are selected.`)
  // Rows of every type are one table.
  return fragments.possibleTypes(parent).flatMap((one) => shownFields(one, selection, fragments))
}

function columnsOfShape(shape: Shape, fragments: Fragments, prefix = ''): string[] {
  return columnsOfFields(childrenOf(shape, fragments), fragments, prefix)
}

function columnsOfFields(
  fields: readonly (Shape & { key: string })[],
  fragments: Fragments,
  prefix: string,
): string[] {
  const columns = fields.flatMap(({ key, ...child }) => {
    const isCell = child.selection === undefined || isListType(getNullableType(child.type))
    return isCell ? [`${prefix}${key}`] : columnsOfShape(child, fragments, `${prefix}${key}.`)
  })
  return [...new Set(columns)]
}
