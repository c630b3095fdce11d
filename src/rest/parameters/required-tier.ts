import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
} from 'graphql'
import type { AccountTier } from '../../accounts/account-store.ts'
import { declaredTier } from '../../graph/kit/tier-rule.ts'

/**
 * Returns the tier that a whole operation requires: the highest `@tier` on {@link loneFields}, without which
 * the answer would be empty. Null if part of it is public. Rules that hold only for some rows do not count
 * here.
 */
export function requiredTier(schema: GraphQLSchema, document: DocumentNode): AccountTier | null {
  const required = loneFields(schema, document).flatMap((field) => {
    const rule = declaredTier(field)
    return rule !== null && rule.where === null && rule.otherwise !== 'FEWER' ? [rule.requires] : []
  })
  return required.includes('PRO') ? 'PRO' : (required[0] ?? null)
}

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
