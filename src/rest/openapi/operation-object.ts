import type { GraphQLSchema } from 'graphql'
import { TIERS, type Tier } from '../../access/tier.ts'
import type { AccountTier } from '../../accounts/account-store.ts'
import type { AnswerHeader } from '../../answers/headers.ts'
import { declaredTier } from '../../graph/kit/tier-rule.ts'
import { EXPORT_FORMATS } from '../formats/format.ts'
import { operationBody } from '../operations/wire-mapper.ts'
import { operationArguments } from '../parameters/parameter-text.ts'
import { parametersOf } from '../parameters/parameters-of.ts'
import { loneFields, requiredTier } from '../parameters/required-tier.ts'
import type { RestParameter, RestRoute } from '../route.ts'
import { type AnswerSchemas, headersOn, type JsonSchema, tierExtension } from './answer-schemas.ts'
import { type FailureExamples, REST_FAILURES } from './failures.ts'

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
    security: isChange ? securityOfChange(schema, route) : securityOf(requires),
    ...tierExtension(requires && { requires, otherwise: 'ERROR', where: null }),
    ...requestBody(route),
    parameters: route.noStore ? parameters : [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }],
    responses: {
      '200': {
        description: route.summary,
        headers: headersOn(...kindsOf(route)),
        content: {
          [route.isStream ? 'text/event-stream' : 'application/json']: {
            schema: bodySchema,
            ...bodyExamples(examples.answers[route.name] ?? {}),
          },
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

/** The document's examples from a small demo world: parameters and real answers, their lists shortened. */
export interface DocumentExamples {
  /** Values by the name of the route, then of the parameter. */
  parameters: Readonly<Record<string, ParameterExamples>>
  /** Bodies by the name of the route, then by the caller's tier. */
  answers: Readonly<Record<string, Readonly<Partial<Record<Tier, unknown>>>>>
  /** Bodies of refusals by their code. */
  failures: FailureExamples
}

export const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An account’s API key, `pq_live_…`, with the account’s tier.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A JWT from the configured issuer, or an API key. A token’s tier comes from its claims, else from its account, and is at least free.',
  },
  link: {
    type: 'apiKey',
    in: 'query',
    name: 'access',
    description:
      'The token of a signed link, `pq_link_…`, for the one path and query it was created for (mutation `createLink`), with the tier of its account.',
  },
}

/** Returns the credentials that a path needs: a key or a token, or nothing on a public path. */
function securityOf(requires: AccountTier | null): JsonSchema[] {
  const either = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))
  return requires === null ? [{}, ...either] : either
}

/** Returns the credentials that a change needs: a token, or where the mutation allows it a key. */
function securityOfChange(schema: GraphQLSchema, { operation }: RestRoute): JsonSchema[] {
  const isOpen = loneFields(schema, operation).some(({ extensions }) => extensions.allowsKeys === true)
  return isOpen ? [{ apiKey: [] }, { bearer: [] }] : [{ bearer: [] }]
}

interface Tag {
  name: string
  description: string
}

const TAGS: readonly (Tag & { prefix: string; also?: readonly string[]; suffix?: string })[] = [
  {
    prefix: '/v1/leaderboard',
    name: 'Leaderboards',
    description: 'Traders ranked by one metric over a period.',
  },
  {
    prefix: '/v1/trader',
    also: ['/v1/positions'],
    name: 'Traders',
    description: 'Trader search, profiles and analytics.',
  },
  {
    prefix: '/v1/compare',
    also: ['/v1/search'],
    name: 'Compare and search',
    description: 'Traders beside each other, and one search over everything that has a page.',
  },
  {
    prefix: '/v1/market',
    also: ['/v1/event'],
    name: 'Markets',
    description: 'Markets and events with their outcomes, prices, volumes, holders and trades.',
  },
  {
    prefix: '/v1/trades',
    name: 'Trades',
    description: 'Large trades of all markets, and the signs that trades can have.',
  },
  {
    prefix: '/v1/whales',
    name: 'Whale Radar',
    description: 'Alerts on large fills by top-ranked traders.',
  },
  {
    prefix: '/v1/watchlist',
    also: ['/v1/account'],
    name: 'Watchlist',
    description: 'Wallets, markets and leaderboards that the caller follows, and messages about them.',
  },
  {
    prefix: '/v1/explain',
    also: ['/v1/reconcile', '/v1/proof'],
    name: 'Explanations',
    description: 'Where a number comes from, why another site shows another one, and proofs.',
  },
  {
    prefix: '/v1/screens',
    name: 'Saved screens',
    description: 'Questions about traders that accounts saved, and who fits them.',
  },
  {
    prefix: '/v1/exports',
    name: 'Exports',
    description: 'Files of many rows that a Pro account requests.',
  },
  {
    prefix: '/v1/lab',
    name: 'Laboratory',
    description: 'Rules for copying traders, tried on the past.',
  },
  {
    prefix: '/v1/smart-money',
    name: 'Smart money',
    description: 'Positions of top cohorts against market prices.',
  },
  {
    prefix: '/v1/service',
    name: 'Service',
    description: 'The software, the data that it covers, and facts of the last day.',
  },
  {
    prefix: '/v1/',
    suffix: '/stream',
    name: 'Streams',
    description: 'New events as server-sent events, each with a cursor to resume from.',
  },
]

/** The groups in their order in the document. */
export const DOCUMENT_TAGS: readonly Tag[] = TAGS.map(({ name, description }) => ({ name, description }))

/** The group of a path. @throws Error for a path outside every group */
export function tagOf(path: string): string {
  const tag = TAGS.find(
    ({ prefix, also = [], suffix = '' }) =>
      [prefix, ...also].some((start) => path.startsWith(start)) && path.endsWith(suffix),
  )
  if (tag === undefined) throw new Error(`${path} belongs to no group of paths.`)
  return tag.name
}

/** Values that work in the world of the document's examples, by parameter, instead of the route's own. */
export type ParameterExamples = Readonly<Record<string, string>>

/** The parameters of a path, each with the tier that its argument is for. */
function parameterObjects(
  schema: GraphQLSchema,
  route: RestRoute,
  examples: ParameterExamples,
): JsonSchema[] {
  const given = operationArguments(schema, route.operation)
  const placed = Object.entries(parametersOf(route)).filter(([, parameter]) => parameter.in !== 'body')
  return placed.map(([variable, parameter]) => {
    const { name, in: place, required, description, type } = parameter
    const argument = given.get(variable)?.argument
    return {
      name,
      in: place,
      required,
      description,
      schema: type.jsonSchema,
      ...exampleOf(parameter, examples),
      ...(argument?.deprecationReason ? { deprecated: true } : {}),
      ...tierExtension(parameter.tier ?? (argument ? declaredTier(argument) : null)),
    }
  })
}

function exampleOf({ name, type, example }: RestParameter, examples: ParameterExamples): JsonSchema {
  const text = examples[name] ?? example
  return text === '' ? {} : { example: exampleValue(text, type.jsonSchema) }
}

/** The value that a parameter's text stands for. */
function exampleValue(text: string, { type }: JsonSchema): unknown {
  if (type === 'boolean') return text === 'true'
  return type === 'integer' || type === 'number' ? Number(text) : text
}
