import { ERROR_CATALOGUE } from '../../errors.ts'
import { REST_FAILURES, type RestFailure } from './failures.ts'
import { headersOn } from './header-objects.ts'
import type { JsonSchema } from './json-schema.ts'

/** A real answer for each failure, by its code. */
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
