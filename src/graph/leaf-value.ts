import { type GraphQLLeafType, isSpecifiedScalarType } from 'graphql'

/** What an answer shows of a resolver's value that is not null. @throws Error where that is one, or not of the type */
export type LeafValue = (value: unknown) => unknown

/** What a scalar shows as it is: most values are of the kind, and need no second look. */
const AS_IT_IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: Number.isFinite,
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
}

/** What values of a leaf type are shown as: what the type serializes them to. */
export function leafValue(type: GraphQLLeafType): LeafValue {
  const isPlain = isSpecifiedScalarType(type) ? AS_IT_IS[type.name] : undefined
  if (isPlain === undefined) return (value) => serialized(type, value)
  return (value) => (isPlain(value) ? value : serialized(type, value))
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  if (value instanceof Error) throw value
  const shown: unknown = type.serialize(value)
  if (shown === null || shown === undefined) throw new Error(`A value of ${type.name} serializes to nothing.`)
  return shown
}
