import { z } from 'zod'
import type { OpenApiDocument } from '../../../src/rest/openapi/document.ts'
import { STREAMS } from '../../../src/rest/routes/stream-routes.ts'

const ParameterShape = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: z.looseObject({
    type: z.enum(['string', 'integer', 'number', 'boolean']),
    enum: z.array(z.string()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
  }),
  example: z.union([z.string(), z.number(), z.boolean()]).optional(),
  'x-tier': z.looseObject({ otherwise: z.enum(['null', 'error']) }).optional(),
})
const OperationShape = z.looseObject({
  parameters: z.array(z.union([ParameterShape, z.object({ $ref: z.string() })])),
  responses: z.record(z.string(), z.unknown()),
  'x-tier': z
    .object({
      requires: z
        .string()
        .toUpperCase()
        .pipe(z.enum(['FREE', 'PRO'])),
    })
    .optional(),
})

/** A parameter as the document declares it. */
export type DocumentParameter = z.infer<typeof ParameterShape>

/** GET on one path, as the document declares it. */
export interface DocumentOperation {
  path: string
  /** Those in the path and the query. */
  parameters: readonly DocumentParameter[]
  statuses: readonly number[]
  /** The tier that it is for; null where it is for everybody. */
  requires: 'FREE' | 'PRO' | null
}

/** Every operation of the document, read from the document alone. */
export function operationsOf(document: OpenApiDocument): DocumentOperation[] {
  // Streams have no end: test/server/event-streams.test.ts reads them.
  const read = Object.entries(document.paths).filter(
    ([path, { get }]) => get !== undefined && !STREAMS.some((stream) => stream.path === path),
  )
  return read.map(([path, { get }]) => {
    const { parameters, responses, 'x-tier': tier } = OperationShape.parse(get)
    return {
      path,
      parameters: parameters.flatMap((one) => ('$ref' in one ? [] : [ParameterShape.parse(one)])),
      statuses: Object.keys(responses).map(Number),
      requires: tier?.requires ?? null,
    }
  })
}

/** Returns the URL of a path with these values, each escaped; a name may come several times. */
export function addressOf(
  { path, parameters }: DocumentOperation,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const filled = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, () => encodeURIComponent(String(values[name] ?? ''))),
    path,
  )
  const query = Object.entries(values).flatMap(([name, value]) =>
    inPath.includes(name)
      ? []
      : [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Returns the document's examples of an operation's parameters, as texts. */
export function exampleValues(
  { parameters }: DocumentOperation,
  where: DocumentParameter['in'],
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, in: place, example }) =>
      place === where && example !== undefined ? [[name, String(example)]] : [],
    ),
  )
}

/** Returns the examples of an operation's required parameters. */
export function neededValues(operation: DocumentOperation): Record<string, string> {
  const needed = operation.parameters.filter((parameter) => parameter.required)
  return Object.fromEntries(
    (['path', 'query'] as const).flatMap((place) =>
      Object.entries(exampleValues({ ...operation, parameters: needed }, place)),
    ),
  )
}
