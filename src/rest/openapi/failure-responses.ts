import { REST_FAILURES, type RestFailure } from './failures.ts'
import { headersOn } from './header-objects.ts'
import type { JsonSchema } from './json-schema.ts'

/** A real answer for each failure, by its code. */
export type FailureExamples = Readonly<Record<string, unknown>>

/** What every failure of REST is answered with, each as a response of its own, by its name. */
export function failureResponses(examples: FailureExamples): Record<string, JsonSchema> {
  return Object.fromEntries(
    REST_FAILURES.map((failure) => [
      failure.name,
      {
        description: failure.meaning,
        headers: isForLater(failure) ? headersOn('429 and 503') : headersOn(),
        content: {
          'application/json': { schema: bodySchema(failure), ...exampleOf(examples[failure.code]) },
        },
      },
    ]),
  )
}

/** One thing wrong with one parameter, as a failure with status 422 lists it. */
export const INPUT_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'One thing wrong with one parameter.',
  required: ['in', 'name', 'message'],
  properties: {
    in: { type: 'string', enum: ['query', 'path', 'header'], description: 'Where the value was found.' },
    name: { type: 'string', description: 'The parameter’s name.' },
    message: { type: 'string', description: 'One sentence: what was wrong, and what would be accepted.' },
  },
}

function bodySchema({ code, status }: RestFailure): JsonSchema {
  const errors = {
    type: 'array',
    description: 'Each thing that was wrong.',
    items: { $ref: '#/components/schemas/InputProblem' },
  }
  return {
    type: 'object',
    required: ['detail', 'code', ...(status === 422 ? ['errors'] : [])],
    properties: {
      detail: { type: 'string', minLength: 1, description: 'One sentence that a person can act on.' },
      code: { type: 'string', const: code, description: 'A stable name of the failure.' },
      ...(status === 422 ? { errors } : {}),
    },
  }
}

function isForLater({ status }: RestFailure): boolean {
  return status === 429 || status === 503
}

function exampleOf(body: unknown): JsonSchema {
  return body === undefined ? {} : { example: body }
}
