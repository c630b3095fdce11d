import type { JsonSchema } from './json-schema.ts'

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}
