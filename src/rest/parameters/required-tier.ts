import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { AccountTier } from '../../access/tier.ts'
import { declaredTier } from '../../graph/kit/declared-tier.ts'
import { loneFields } from '../operations/lone-fields.ts'

/**
 * The tier that a whole operation is for: the highest that `@tier` asks for on {@link loneFields}, without which nothing would be left
 * of the answer. Null where some of it is everybody's. Rules that hold only somewhere count for the rows that they hold for, not here.
 */
export function requiredTier(schema: GraphQLSchema, document: DocumentNode): AccountTier | null {
  const required = loneFields(schema, document).flatMap((field) => {
    const rule = declaredTier(field)
    return rule !== null && rule.where === null && rule.otherwise !== 'FEWER' ? [rule.requires] : []
  })
  return required.includes('PRO') ? 'PRO' : (required[0] ?? null)
}
