import type { DeclaredTier } from '../../graph/kit/declared-tier.ts'
import type { JsonSchema } from './json-schema.ts'

/** The tier of a field or a parameter as `x-tier`: what it requires, and what everybody else gets. */
export function tierExtension(tier: DeclaredTier | null): JsonSchema {
  if (tier === null) return {}
  const { requires, otherwise, where } = tier
  return { 'x-tier': { requires: requires.toLowerCase(), otherwise: otherwise.toLowerCase(), where } }
}
