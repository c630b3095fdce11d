import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLSchema } from 'graphql'
import { createAnswerSchemas } from '../rest/openapi/answer-schemas.ts'
import type { JsonSchema } from '../rest/openapi/json-schema.ts'
import { operationBody } from '../rest/operations/wire-mapper.ts'
import type { RestParameter, RestRoute } from '../rest/routes/route.ts'
import { VALUE_KEY } from './tool-result.ts'

/** What a tool takes: the parameters of its path. */
export function inputSchema(parameters: Readonly<Record<string, RestParameter>>): Tool['inputSchema'] {
  const all = Object.values(parameters)
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, description, type }) => [name, { ...type.jsonSchema, description }]),
    ),
    required: all.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** What a tool answers, whole in itself: the schema of its path's answer. */
export interface OutputSchema {
  schema: NonNullable<Tool['outputSchema']>
  /** False: the body may be null, and is under {@link VALUE_KEY}. */
  isObject: boolean
}

/**
 * The schema of what an operation answers, with the types that it refers to. Its words are left out: clients check
 * answers by it, and the words of all tools are a hundred kilobytes, which some hosts would hand to a model each time.
 */
export function outputSchema(schema: GraphQLSchema, { operation }: RestRoute): OutputSchema {
  const answers = createAnswerSchemas()
  const body = answers.of(operationBody(schema, operation))
  const definitions = { $defs: wordless(answers.components) }
  const own = typeof body.$ref === 'string' ? answers.components[nameOf(body.$ref)] : body
  if (own?.type === 'object')
    return { schema: { ...wordless(own), type: 'object', ...definitions }, isObject: true }
  const properties = { [VALUE_KEY]: wordless(body) }
  return { schema: { type: 'object', properties, required: [VALUE_KEY], ...definitions }, isObject: false }
}

/** The schema of an answer that is handed out in pages. */
export function pageSchema(schema: OutputSchema['schema']): OutputSchema['schema'] {
  const properties = { ...schema.properties, nextCursor: { type: ['string', 'null'] } }
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), 'nextCursor'])] }
}

/** The schema without descriptions and tiers; references lead into itself, where OpenAPI's lead into its components. */
function wordless(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'x-tier' || (key === 'description' && typeof value === 'string') ? undefined : value,
  )
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'))
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
