import type { GraphQLSchema } from 'graphql'
import { declaredTier } from '../../graph/kit/tier-directive.ts'
import { operationArguments } from '../parameters/operation-arguments.ts'
import { parametersOf } from '../parameters/parameters-of.ts'
import type { RestParameter, RestRoute } from '../route.ts'
import { type JsonSchema, tierExtension } from './json-schema.ts'

/** Values that work in the world of the document's examples, by parameter, instead of the route's own. */
export type ParameterExamples = Readonly<Record<string, string>>

/** The parameters of a path, each with the tier that its argument is for. */
export function parameterObjects(
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
