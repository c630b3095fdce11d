import type { GraphQLEnumType, GraphQLScalarType } from 'graphql'
import { limitKeywords, type ValueLimits } from '../../value-limits.ts'
import { wireNames } from '../parameters/wire-name.ts'
import type { JsonSchema } from './json-schema.ts'

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Address: { type: 'string' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  Hash: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  String: { type: 'string' },
}

/**
 * What a scalar of the schema is in an answer, with the limits of its field.
 * @throws Error for a scalar that REST does not know
 */
export function scalarSchema(type: GraphQLScalarType, limits: ValueLimits = {}): JsonSchema {
  const schema = SCALARS[type.name]
  if (schema === undefined) throw new Error(`REST has no schema for the scalar ${type.name}.`)
  return { ...schema, ...limitKeywords(limits) }
}

/** An enum by its wire names, each with its meaning. */
export function enumSchema(type: GraphQLEnumType): JsonSchema {
  const names = wireNames(type)
  const wireOf = (name: string) => names.get(name) ?? name
  const meanings = type.getValues().map(({ name, description }) => `- \`${wireOf(name)}\`: ${description}`)
  return {
    type: 'string',
    enum: type.getValues().map(({ name }) => wireOf(name)),
    description: `${type.description}\n\n${meanings.join('\n')}`,
  }
}
