import { GraphQLError } from 'graphql'
import { DAY_SECONDS, type Day, dayText } from '../ledger/quantities.ts'
import { builder } from './builder.ts'

/** A UTC day, `2026-02-17`; in our rooms a {@link Day}. */
export const DateScalar = builder.scalarType('Date', {
  description: 'A UTC day as ISO 8601 writes it, such as `2026-02-17`.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  serialize: (day) => dayText(day),
  parseValue: parseDay,
})

/** The day of a text such as `2026-02-17`. Throws a GraphQLError where it is not a day of the calendar. */
function parseDay(value: unknown): Day {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const day = Date.parse(`${value}T00:00:00Z`) / 1000 / DAY_SECONDS
    // 30 February would otherwise be taken for a day in March.
    if (Number.isInteger(day) && dayText(day) === value) return day
  }
  throw new GraphQLError('A Date must be a day of the calendar such as "2026-02-17".')
}
