import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { meets, type Tier } from '../../src/access/tier.ts'
import { declaredTier } from '../../src/graph/kit/declared-tier.ts'

/** Where rules with a `where` hold: by the type whose fields have them, from the answer's own words. */
export type Whereabouts = Readonly<Record<string, (above: readonly Answer[], own: Answer) => boolean>>

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
      if (name === '__typename') return [name, value]
      const field = type.getFields()[name]
      if (field === undefined) throw new Error(`${type.name} has no field ${name}`)
      const rule = declaredTier(field)
      const holds = rule !== null && (rule.where === null || where[type.name]?.(above, answer) === true)
      if (holds && value !== null) seen.add(`${type.name}.${name}`)
      const withheld = holds && !meets(tier, rule.requires)
      const inner = getNamedType(field.type)
      if (withheld && rule.otherwise === 'ROUNDED')
        return [name, value === null ? null : Number(Number(value).toPrecision(2))]
      return [name, withheld ? null : isLeafType(inner) ? value : ofValue(inner, value, [answer, ...above])]
    })
    return Object.fromEntries(shown)
  }
  const ofValue = (type: GraphQLNamedType, value: unknown, above: readonly Answer[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => ofValue(type, one, above))
    if (!isAnswer(value)) return value
    // Only the answer itself tells which type stands where an interface does.
    const own = isObjectType(type) ? type : schema.getType(String(value.__typename))
    if (!isObjectType(own)) throw new Error(`${type.name} is asked for without its __typename`)
    return ofType(own, value, above)
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
