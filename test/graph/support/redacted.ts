import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { meets, type Tier } from '../../../src/access/tier.ts'
import { declaredTier } from '../../../src/graph/kit/tier-rule.ts'

/** Where rules with a `where` hold: by the type whose fields have them, from the answer's own words. */
export type Whereabouts = Readonly<Record<string, (above: readonly Answer[], own: Answer) => boolean>>

/** The rows that a shorter list keeps, by `Type.field`. */
export type Shorter = Readonly<Record<string, (rows: readonly Answer[], tier: Tier) => readonly Answer[]>>

/** The rounding of numbers that are not rounded to two significant digits, by `Type.field`. */
export type Rounded = Readonly<Record<string, (value: unknown) => unknown>>

export type Answer = Readonly<Record<string, unknown>>

/**
 * Returns the answer that a tier must get if Pro gets `answer`, by the printed rules alone: slowly, over the
 * finished answer. Adds to `seen` each gated field with a value, and to `places` each withheld place, as
 * `extensions.withheld` lists it.
 */
export function redacted(
  schema: GraphQLSchema,
  tier: Tier,
  {
    where,
    shorter,
    rounded,
    seen,
    places,
  }: { where: Whereabouts; shorter: Shorter; rounded: Rounded; seen: Set<string>; places: Set<string> },
) {
  const ofType = (
    type: GraphQLObjectType,
    answer: Answer,
    above: readonly Answer[],
    path: readonly string[],
  ): Answer => {
    const shown = Object.entries(answer).map(([name, value]) => {
      if (name === '__typename') return [name, value]
      const field = type.getFields()[name]
      if (field === undefined) throw new Error(`${type.name} has no field ${name}`)
      const rule = declaredTier(field)
      const holds = rule !== null && (rule.where === null || where[type.name]?.(above, answer) === true)
      if (holds && value !== null) seen.add(`${type.name}.${name}`)
      const withheld = holds && !meets(tier, rule.requires)
      const inner = getNamedType(field.type)
      const own = [...path, name]
      // Refusals are in the errors.
      if (withheld && rule.otherwise !== 'ERROR')
        places.add(JSON.stringify({ path: own, requires: rule.requires }))
      if (withheld && rule.otherwise === 'FEWER') {
        const keep = shorter[`${type.name}.${name}`]
        if (keep === undefined || !Array.isArray(value))
          throw new Error(`which of ${type.name}.${name} are kept?`)
        return [name, ofValue(inner, keep(value, tier), [answer, ...above], own)]
      }
      if (withheld && rule.otherwise === 'ROUNDED') {
        const round = rounded[`${type.name}.${name}`] ?? ((exact) => Number(Number(exact).toPrecision(2)))
        return [name, value === null ? null : round(value)]
      }
      return [
        name,
        withheld ? null : isLeafType(inner) ? value : ofValue(inner, value, [answer, ...above], own),
      ]
    })
    return Object.fromEntries(shown)
  }
  const ofValue = (
    type: GraphQLNamedType,
    value: unknown,
    above: readonly Answer[],
    path: readonly string[],
  ): unknown => {
    if (Array.isArray(value)) return value.map((one) => ofValue(type, one, above, path))
    if (!isAnswer(value)) return value
    // Only the answer itself names the type of an object of an interface.
    const own = isObjectType(type) ? type : schema.getType(String(value.__typename))
    if (!isObjectType(own)) throw new Error(`${type.name} is asked for without its __typename`)
    return ofType(own, value, above, path)
  }
  return (answer: Answer) => {
    const query = schema.getQueryType()
    if (!query) throw new Error('no query type')
    return ofType(query, answer, [], [])
  }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}
