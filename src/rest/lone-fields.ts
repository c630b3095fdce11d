import type { DocumentNode, FieldNode, GraphQLField, GraphQLSchema } from 'graphql'
import { getNamedType, getOperationAST, isObjectType, Kind } from 'graphql'

/**
 * Returns an operation's root field, and nested ones as long as each is the only selected field. The last
 * one's value is the body, or contains it.
 */
export function loneFields(
  schema: GraphQLSchema,
  document: DocumentNode,
): readonly GraphQLField<unknown, unknown>[] {
  const operation = getOperationAST(document)
  const fields: GraphQLField<unknown, unknown>[] = []
  let parent = operation && schema.getRootType(operation.operation)
  let node = onlyField(operation?.selectionSet.selections)
  while (parent && node) {
    const field = parent.getFields()[node.name.value]
    if (field === undefined) break
    fields.push(field)
    const type = getNamedType(field.type)
    parent = isObjectType(type) ? type : null
    node = onlyField(node.selectionSet?.selections)
  }
  return fields
}

function onlyField(selections: readonly { kind: string }[] | undefined): FieldNode | null {
  const [only, more] = selections ?? []
  return only !== undefined && more === undefined && isField(only) ? only : null
}

function isField(node: { kind: string }): node is FieldNode {
  return node.kind === Kind.FIELD
}
