import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { AccountTier } from '../../accounts/account-store.ts'
import { declaredTier } from '../../graph/kit/tier-directive.ts'
import { loneFields } from '../lone-fields.ts'

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
