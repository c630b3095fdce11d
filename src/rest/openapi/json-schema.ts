import { ANSWER_HEADERS, type AnswerHeader } from '../../answers/headers.ts'
import type { DeclaredTier } from '../../graph/kit/tier-directive.ts'

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns the tier of a field or a parameter as `x-tier`: the required tier, and the result for lower ones.
 */
export function tierExtension(tier: DeclaredTier | null): JsonSchema {
  if (tier === null) return {}
  const { requires, otherwise, where } = tier
  return { 'x-tier': { requires: requires.toLowerCase(), otherwise: otherwise.toLowerCase(), where } }
}

/** The kinds of headers that are on all answers; others are sent when they apply. */
const CERTAIN: readonly AnswerHeader['on'][] = ['every answer', '401', '429 and 503']

/** Every header of answers as a component, by its name. */
export const HEADER_OBJECTS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  ANSWER_HEADERS.filter(({ on }) => on !== '405').map(({ name, on, description, example }) => {
    const isCount = /^\d+$/.test(example)
    const schema = isCount ? { type: 'integer', minimum: 0 } : { type: 'string' }
    const shown = isCount ? Number(example) : example
    return [name, { description, required: CERTAIN.includes(on), schema, example: shown }]
  }),
)

/** The headers of an answer of these kinds, besides those of every answer. */
export function headersOn(...kinds: readonly AnswerHeader['on'][]): JsonSchema {
  const shown = ANSWER_HEADERS.filter(({ on }) => on === 'every answer' || kinds.includes(on))
  return Object.fromEntries(shown.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]))
}
