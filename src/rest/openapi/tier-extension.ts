import type { DeclaredTier } from '../../graph/kit/declared-tier.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * Returns the tier of a field or a parameter as `x-tier`: the required tier, and the result for lower ones.
 */
export function tierExtension(tier: DeclaredTier | null): JsonSchema {
  if (tier === null) return {}
  const { requires, otherwise, where } = tier
  return { 'x-tier': { requires: requires.toLowerCase(), otherwise: otherwise.toLowerCase(), where } }
}
