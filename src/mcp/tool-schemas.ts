import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLSchema } from 'graphql'
import { createAnswerSchemas } from '../rest/openapi/answer-schemas.ts'
import { operationBody } from '../rest/operations/wire-mapper.ts'
import type { RestParameter, RestRoute } from '../rest/routes/route.ts'

/**
 * A text of REST as one sentence: its first, with the tier that it requires. Hosts give every tool to a model with each
 * question, and the schema of an argument has its limits and its default.
 */
export function oneSentence(text: string): string {
  const [first = '', ...more] = text.replaceAll(/ \(\[[^[\]]*\]\([^()]*\)\)/g, '').split(/(?<=\.) (?=[A-Z`])/)
  const tier = more.find((sentence) => sentence.startsWith('Requires '))
  return tier === undefined ? first : `${first.replace(/\.$/, '')}; r${tier.slice(1)}`
}

/** The arguments of a tool: the parameters of its path. */
export function inputSchema(parameters: Readonly<Record<string, RestParameter>>): Tool['inputSchema'] {
  const all = Object.values(parameters)
  const required = all.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, description, type }) => [
        name,
        { ...type.jsonSchema, description: oneSentence(description) },
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The form of a tool's result: that of its path's answer. */
export interface ResultForm {
  /** False: the body may be null, and is under `value`. */
  isObject: boolean
  /** The keys of the body that hold lists. */
  lists: ReadonlySet<string>
}

/** Tools declare no output schema: it would triple their list, and no model reads it. OpenAPI has the schema of each answer. */
export function resultForm(schema: GraphQLSchema, { operation }: RestRoute): ResultForm {
  const answers = createAnswerSchemas()
  const body = answers.of(operationBody(schema, operation))
  const own = typeof body.$ref === 'string' ? answers.components[nameOf(body.$ref)] : body
  const lists = Object.entries(Object(own?.properties)).filter(([, value]) => Object(value).type === 'array')
  return { isObject: own?.type === 'object', lists: new Set(lists.map(([key]) => key)) }
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
