import type { GraphQLEnumType } from 'graphql'

/**
 * The wire name of each value of an enum: what the schema gives as the value's `wire` extension (`7d` for DAYS_7),
 * else the name in lower case with hyphens (`top-pnl` for TOP_PNL).
 */
export function wireNames(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(
    type.getValues().map(({ name, extensions }) => {
      const wire = extensions.wire
      return [name, typeof wire === 'string' ? wire : name.toLowerCase().replaceAll('_', '-')]
    }),
  )
}
