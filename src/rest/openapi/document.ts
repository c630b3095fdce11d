import type { GraphQLSchema } from 'graphql'
import packageJson from '../../../package.json' with { type: 'json' }
import { DELAY, schema } from '../../graph/schema.ts'
import type { RestRoute } from '../route.ts'
import { CHANGES, ROUTES } from '../routes/routes.ts'
import { STREAMS } from '../routes/stream-routes.ts'
import { createAnswerSchemas, HEADER_OBJECTS, headersOn, type JsonSchema } from './answer-schemas.ts'
import examples from './examples.json' with { type: 'json' }
import { failureResponses, INPUT_PROBLEM } from './failures.ts'
import {
  DOCUMENT_TAGS,
  type DocumentExamples,
  operationObject,
  SECURITY_SCHEMES,
} from './operation-object.ts'

/** The document of this very program, as it serves it and as `schema/openapi.json` holds it. */
export function serviceDocument(): OpenApiDocument {
  return openApiDocument({
    routes: [...ROUTES, ...STREAMS, ...CHANGES],
    schema,
    examples,
    version: packageJson.version,
  })
}

/** The document as `schema/openapi.json` holds it. */
export function documentText(): string {
  return `${JSON.stringify(serviceDocument(), null, 2)}\n`
}

export interface DocumentParts {
  routes: readonly RestRoute[]
  schema: GraphQLSchema
  examples: DocumentExamples
  version: string
}

/** An OpenAPI document: what programs know the paths of REST by. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly paths: Readonly<
    Record<string, { readonly [Method in 'get' | 'post' | 'put' | 'delete']?: JsonSchema }>
  >
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

/**
 * The OpenAPI 3.1 document of the route table: paths, parameters and failures as the table has them, answers as the
 * operations select them from the schema.
 * @throws Error where an operation cannot be described
 */
export function openApiDocument({ routes, schema, examples, version }: DocumentParts): OpenApiDocument {
  const answers = createAnswerSchemas()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    const operation = operationObject(route, { schema, answers, examples })
    paths[route.path] = { ...paths[route.path], [(route.method ?? 'GET').toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: infoOf(version),
    servers: [{ url: '/', description: 'The service that returned this document' }],
    tags: DOCUMENT_TAGS.map((tag) => ({ ...tag })),
    paths,
    components: {
      schemas: { ...answers.components, InputProblem: INPUT_PROBLEM },
      responses: { NotModified: NOT_MODIFIED, ...failureResponses(examples.failures) },
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      headers: HEADER_OBJECTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const NOT_MODIFIED: JsonSchema = {
  description: 'Unchanged since the `ETag` in `If-None-Match`; no body.',
  headers: headersOn('answers that may be kept', 'pages that another one follows'),
}

const IF_NONE_MATCH: JsonSchema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    '`ETag` of an earlier answer, or several separated by commas; 304 without a body if unchanged.',
  schema: { type: 'string' },
}

function infoOf(version: string): JsonSchema {
  return {
    title: 'Pequod',
    version,
    summary:
      'Leaderboards, trader profiles, whale alerts and smart-money signals of public on-chain prediction markets',
    description: [
      'Read paths answer GET with JSON, and HEAD with the same status and headers but no body; paths that change the caller’s account use POST, PUT or DELETE. Money is in US dollars, times are UTC, fractions are from 0 to 1, and unknown values are null.',
      'Access depends on the caller’s tier: anonymous, free (signed in) or Pro. `x-tier` marks fields and parameters that require a tier; callers of a lower tier get null or an error.',
      DELAY,
      'Requests are limited in a sliding window of one second per IP address without credentials, per user and per API key; `X-RateLimit-*` and `RateLimit` show the current state. An answer with an `ETag` changes with each new snapshot and, within three seconds, when data outside snapshots changes: names and pictures of traders, opt-outs, outcomes of signals. Send the tag as `If-None-Match`; 304 means nothing has changed.',
      'An error is `{"detail": "…", "code": "…"}`: a sentence that says what to do, and a stable code.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  }
}
