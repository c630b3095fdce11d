import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { meets, type Tier } from '../../src/access/tier.ts'
import { declaredTier } from '../../src/graph/declared-tier.ts'

/** Where rules with a `where` hold: by the type whose fields have them, from the answer's own words. */
export type Whereabouts = Readonly<Record<string, (above: readonly Answer[]) => boolean>>

/** An object of an answer. */
export type Answer = Readonly<Record<string, unknown>>

/**
 * What a tier must be given where Pro is given `answer`, by the printed rules alone: the slow way, over the finished
 * answer. Adds to `seen` each gated field that had a value.
 */
export function redacted(
  schema: GraphQLSchema,
  tier: Tier,
  { where, seen }: { where: Whereabouts; seen: Set<string> },
) {
  const ofType = (type: GraphQLObjectType, answer: Answer, above: readonly Answer[]): Answer => {
    const shown = Object.entries(answer).map(([name, value]) => {
      const field = type.getFields()[name]
      if (field === undefined) throw new Error(`${type.name} has no field ${name}`)
      const rule = declaredTier(field)
      const holds = rule !== null && (rule.where === null || where[type.name]?.(above) === true)
      if (holds && value !== null) seen.add(`${type.name}.${name}`)
      const withheld = holds && !meets(tier, rule.requires)
      const inner = getNamedType(field.type)
      return [name, withheld ? null : isObjectType(inner) ? ofValue(inner, value, [answer, ...above]) : value]
    })
    return Object.fromEntries(shown)
  }
  const ofValue = (type: GraphQLObjectType, value: unknown, above: readonly Answer[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => ofValue(type, one, above))
    return isAnswer(value) ? ofType(type, value, above) : value
  }
  return (answer: Answer) => {
    const query = schema.getQueryType()
    if (!query) throw new Error('no query type')
    return ofType(query, answer, [])
  }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}
