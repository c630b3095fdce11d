import { printSchema } from 'graphql'
import { schema } from './schema.ts'

/** The schema in GraphQL's own language, as `schema/schema.graphql` holds it. */
export function schemaText(): string {
  return `${printSchema(schema)}\n`
}
