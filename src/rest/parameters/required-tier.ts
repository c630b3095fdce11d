import type { DocumentNode, FieldNode, GraphQLSchema } from 'graphql'
import { getNamedType, getOperationAST, isObjectType, Kind } from 'graphql'
import type { AccountTier } from '../../access/tier.ts'
import { declaredTier } from '../../graph/kit/declared-tier.ts'

/**
 * The tier that a whole operation is for: the highest that `@tier` asks for on its root field, or further in for as
 * long as a field is all that is selected, so that without it nothing would be left of the answer. Null where some of
 * it is everybody's. Rules that hold only somewhere count for the rows that they hold for, not here.
 */
export function requiredTier(schema: GraphQLSchema, document: DocumentNode): AccountTier | null {
  const operation = getOperationAST(document)
  let parent = operation && schema.getRootType(operation.operation)
  let field = onlyField(operation?.selectionSet.selections)
  let required: AccountTier | null = null
  while (parent && field) {
    const definition = parent.getFields()[field.name.value]
    if (definition === undefined) break
    const rule = declaredTier(definition)
    const isWithheld = rule !== null && rule.where === null && rule.otherwise !== 'FEWER'
    if (isWithheld && required !== 'PRO') required = rule.requires
    const type = getNamedType(definition.type)
    parent = isObjectType(type) ? type : null
    field = onlyField(field.selectionSet?.selections)
  }
  return required
}

function onlyField(selections: readonly { kind: string }[] | undefined): FieldNode | null {
  const [only, more] = selections ?? []
  return only !== undefined && more === undefined && isField(only) ? only : null
}

function isField(node: { kind: string }): node is FieldNode {
  return node.kind === Kind.FIELD
}
