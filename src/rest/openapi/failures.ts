import { ERROR_CATALOGUE, type ErrorCode } from '../../errors.ts'
import { headersOn, type JsonSchema } from './answer-schemas.ts'

/** A code that a path of REST can answer with: when it does, and what to do about it. */
export interface RestFailure {
  code: ErrorCode
  status: number
  /** The name of its response among the components: `NotFound`. */
  name: string
  meaning: string
}

const MEANINGS: readonly [code: ErrorCode, meaning: string][] = [
  [
    'UNAUTHENTICATED',
    'The credentials are invalid, or missing where required. Public paths refuse invalid credentials too: send valid ones, or none.',
  ],
  [
    'FORBIDDEN',
    'The credentials cannot do this, or a limit is reached: `detail` says which, and what to do.',
  ],
  [
    'PRO_REQUIRED',
    'The path, or the parameter that `detail` names, requires Pro: omit the parameter, or use a Pro account’s key.',
  ],
  ['NOT_FOUND', 'It does not exist, or is not visible to the caller yet.'],
  ['NOT_ACCEPTABLE', 'Accept allows none of the path’s media types: change it, or omit it.'],
  [
    'BAD_USER_INPUT',
    'A parameter is unknown, missing, repeated or malformed; `errors` lists each with what is accepted.',
  ],
  ['RATE_LIMITED', 'Too many requests in one second: retry after `Retry-After` seconds.'],
  ['INTERNAL', 'A fault in the service, which has been logged.'],
  [
    'SERVICE_UNAVAILABLE',
    'No snapshot yet, the requested day is still being computed, or the store is unavailable: retry after `Retry-After` seconds.',
  ],
]

export const REST_FAILURES: readonly RestFailure[] = MEANINGS.map(([code, meaning]) => ({
  code,
  meaning,
  status: ERROR_CATALOGUE[code].status,
  name: code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
}))

export type FailureExamples = Readonly<Record<string, unknown>>

/** Returns a response for every failure of REST, by its name. */
export function failureResponses(examples: FailureExamples): Record<string, JsonSchema> {
  return Object.fromEntries(
    REST_FAILURES.map((failure) => [
      failure.name,
      {
        description: failure.meaning,
        headers: headersOn(
          ...(failure.code === 'UNAUTHENTICATED' ? (['401'] as const) : []),
          ...(isForLater(failure) ? (['429 and 503'] as const) : []),
        ),
        content: {
          'application/json': { schema: bodySchema(failure), ...exampleOf(examples[failure.code]) },
        },
      },
    ]),
  )
}

/** One thing wrong with one parameter, as BAD_USER_INPUT lists it. */
export const INPUT_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem with one parameter.',
  required: ['in', 'name', 'message'],
  properties: {
    in: {
      type: 'string',
      enum: ['query', 'path', 'header', 'body'],
      description: 'The part of the request that holds the parameter.',
    },
    name: { type: 'string', description: 'The parameter’s name.' },
    message: { type: 'string', description: 'The problem and the accepted values, in one sentence.' },
  },
}

function bodySchema({ code }: RestFailure): JsonSchema {
  const errors = {
    type: 'array',
    description: 'All problems found.',
    items: { $ref: '#/components/schemas/InputProblem' },
  }
  return {
    type: 'object',
    required: ['detail', 'code', ...(code === 'BAD_USER_INPUT' ? ['errors'] : [])],
    properties: {
      detail: {
        type: 'string',
        minLength: 1,
        description: 'The problem and the remedy, in one sentence.',
      },
      code: { type: 'string', const: code, description: 'A stable error code.' },
      ...(code === 'BAD_USER_INPUT' ? { errors } : {}),
    },
  }
}

function isForLater({ code }: RestFailure): boolean {
  return ERROR_CATALOGUE[code].retryable
}

function exampleOf(body: unknown): JsonSchema {
  return body === undefined ? {} : { example: body }
}
