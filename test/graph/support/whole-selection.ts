import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql'

/** Values of required arguments, and of those that keep an answer short. */
const GIVEN_ARGUMENTS: Readonly<Record<string, string>> = {
  'Trader.stats': '(period: DAYS_30)',
  'Leaderboard.entries': '(first: 8)',
  'Trader.trades': '(first: 1)',
  'Trader.positions': '(first: 1)',
  'Position.trades': '(first: 1)',
  'TraderConnection.inCommon': '(first: 1)',
  'TraderConnection.distributions': '(of: [ROI])',
}

/**
 * Returns a selection of every field of a type and of all types below it, except types that are above it
 * already.
 * @param leave fields to omit, as `Type.field`
 */
export function wholeSelection(
  type: GraphQLObjectType,
  leave: readonly string[] = [],
  above: readonly string[] = [],
): string {
  const fields = Object.values(type.getFields()).map((field) => {
    const place = `${type.name}.${field.name}`
    const of = getNamedType(field.type)
    const called = `${field.name}${GIVEN_ARGUMENTS[place] ?? ''}`
    if (leave.includes(place)) return ''
    if (isLeafType(of)) return called
    if (!isObjectType(of) || above.includes(of.name) || of === type) return ''
    return `${called} ${wholeSelection(of, leave, [...above, type.name])}`
  })
  return `{ ${fields.filter((text) => text !== '').join(' ')} }`
}
