import type { GraphQLSchema } from 'graphql'
import type { RestRoute } from '../routes/route.ts'
import { createAnswerSchemas } from './answer-schemas.ts'
import type { DocumentExamples } from './examples.ts'
import { failureResponses, INPUT_PROBLEM } from './failure-responses.ts'
import { HEADER_OBJECTS, headersOn } from './header-objects.ts'
import type { JsonSchema } from './json-schema.ts'
import { operationObject } from './operation-object.ts'
import { SECURITY_SCHEMES } from './security.ts'
import { DOCUMENT_TAGS } from './tags.ts'

/** What the document is made of. */
export interface DocumentParts {
  routes: readonly RestRoute[]
  schema: GraphQLSchema
  examples: DocumentExamples
  /** The program's version. */
  version: string
}

/** An OpenAPI document: what programs know the paths of REST by. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly paths: Readonly<Record<string, { readonly get: JsonSchema }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

/**
 * The OpenAPI 3.1 document of the route table: paths, parameters and failures as the table has them, answers as the
 * operations select them from the schema.
 * @throws Error where an operation cannot be described
 */
export function openApiDocument({ routes, schema, examples, version }: DocumentParts): OpenApiDocument {
  const answers = createAnswerSchemas()
  const paths = routes.map((route) => {
    const get = operationObject(route, { schema, answers, examples })
    return [route.path, { get }] as const
  })
  return {
    openapi: '3.1.0',
    info: infoOf(version),
    servers: [{ url: '/', description: 'The service that this document came from' }],
    tags: DOCUMENT_TAGS.map((tag) => ({ ...tag })),
    paths: Object.fromEntries(paths),
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
  description: 'What `If-None-Match` names still holds: the answer has no body.',
  headers: headersOn('answers that may be kept', 'pages that another one follows'),
}

const IF_NONE_MATCH: JsonSchema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier answer, or several with commas between: 304 without a body if it still holds.',
  schema: { type: 'string' },
}

function infoOf(version: string): JsonSchema {
  return {
    title: 'Pequod',
    version,
    summary:
      'Leaderboards, trader profiles, whale alerts and smart-money signals of public on-chain prediction markets',
    description: [
      'Every path answers GET with JSON. Every one answers HEAD too, with the status and headers of GET and no body, which is said here once instead of beside each `get`. Money is in US dollars, times are UTC, fractions are 0 to 1, and what is not known is null.',
      'What a caller may see depends on the tier: anonymous, free (signed in) or Pro. `x-tier` marks what is for a tier: who has a lower one gets null, or a refusal.',
      'Requests are counted in a sliding window of one second, for each address without credentials, each user and each API key; `X-RateLimit-*` and `RateLimit` say where the caller stands. An answer that has an `ETag` changes with a new snapshot and, within three seconds, with what stands beside snapshots: names and pictures of traders, who opted out, what came of a signal. Send the tag back as `If-None-Match`: 304 says that nothing has changed.',
      'A failure is `{"detail": "…", "code": "…"}`: one sentence on what to do, and a stable code.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  }
}
