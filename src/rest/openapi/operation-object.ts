import type { GraphQLSchema } from 'graphql'
import { TIERS, type Tier } from '../../access/tier.ts'
import type { AnswerHeader } from '../../answers/headers.ts'
import { EXPORT_FORMATS } from '../formats/format.ts'
import { operationBody } from '../operations/wire-mapper.ts'
import { requiredTier } from '../parameters/required-tier.ts'
import type { RestRoute } from '../routes/route.ts'
import type { AnswerSchemas } from './answer-schemas.ts'
import type { DocumentExamples } from './examples.ts'
import { REST_FAILURES } from './failures.ts'
import { headersOn } from './header-objects.ts'
import type { JsonSchema } from './json-schema.ts'
import { parameterObjects } from './parameter-objects.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tags.ts'
import { tierExtension } from './tier-extension.ts'

export interface OperationParts {
  schema: GraphQLSchema
  answers: AnswerSchemas
  examples: DocumentExamples
}

/** Returns the document's object for a method of a path. */
export function operationObject(route: RestRoute, { schema, answers, examples }: OperationParts): JsonSchema {
  const requires = requiredTier(schema, route.operation)
  const isChange = (route.method ?? 'GET') !== 'GET'
  const bodySchema = answers.of(operationBody(schema, route.operation))
  const parameters = parameterObjects(schema, route, examples.parameters[route.name] ?? {})
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.description,
    tags: [tagOf(route.path)],
    security: isChange ? [{ bearer: [] }] : securityOf(requires),
    ...tierExtension(requires && { requires, otherwise: 'ERROR', where: null }),
    ...requestBody(route),
    parameters: route.noStore ? parameters : [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }],
    responses: {
      '200': {
        description: route.summary,
        headers: headersOn(...kindsOf(route)),
        content: {
          'application/json': { schema: bodySchema, ...bodyExamples(examples.answers[route.name] ?? {}) },
          ...exportContent(route),
        },
      },
      ...(route.noStore ? {} : { '304': { $ref: '#/components/responses/NotModified' } }),
      ...failuresOf(route),
    },
  }
}

/** Returns the schema of a body, an object with a member for each parameter. */
function requestBody({ parameters }: RestRoute): JsonSchema {
  const members = Object.values(parameters).filter((parameter) => parameter.in === 'body')
  if (members.length === 0) return {}
  const properties = members.map(({ name, description, type }) => [name, { ...type.jsonSchema, description }])
  const schema = { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) }
  return { requestBody: { required: false, content: { 'application/json': { schema } } } }
}

function kindsOf({ noStore, rows, parameters }: RestRoute): AnswerHeader['on'][] {
  return [
    ...(noStore ? [] : (['answers that may be kept'] as const)),
    ...('cursor' in parameters ? (['pages that another one follows'] as const) : []),
    ...(rows === undefined ? [] : (['exports'] as const)),
  ]
}

/** An export is text, a row a line: its fields are those of the rows in the JSON. */
function exportContent({ rows }: RestRoute): JsonSchema {
  if (rows === undefined) return {}
  return Object.fromEntries(EXPORT_FORMATS.map(({ types: [type] }) => [type, { schema: { type: 'string' } }]))
}

const WHO: Readonly<Record<Tier, string>> = {
  ANONYMOUS: 'Without credentials',
  FREE: 'With a free account’s key',
  PRO: 'With a Pro account’s key',
}

function bodyExamples(answers: Readonly<Partial<Record<Tier, unknown>>>): JsonSchema {
  const shown = TIERS.flatMap((tier) =>
    tier in answers ? [[tier.toLowerCase(), { summary: WHO[tier], value: answers[tier] }] as const] : [],
  )
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) }
}

/** Wrong credentials, too many requests and faults of ours can meet any request. */
const EVERYWHERE: readonly string[] = ['UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL']

function failuresOf({ failures }: RestRoute): JsonSchema {
  const codes: readonly string[] = [...EVERYWHERE, ...failures]
  return Object.fromEntries(
    REST_FAILURES.filter(({ code }) => codes.includes(code)).map(({ status, name }) => [
      String(status),
      { $ref: `#/components/responses/${name}` },
    ]),
  )
}
