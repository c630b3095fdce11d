import { GraphQLError } from 'graphql'
import { type Day, dayOfText, dayText } from '../../../ledger/quantities.ts'
import { builder } from '../builder.ts'

/** A UTC day, `2026-02-17`; in our rooms a {@link Day}. */
export const DateScalar = builder.scalarType('Date', {
  description: 'A UTC day in ISO 8601 format, such as `2026-02-17`.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  serialize: (day) => dayText(day),
  parseValue: parseDay,
})

/** The day of a text such as `2026-02-17`. Throws a GraphQLError where it is not a day of the calendar. */
function parseDay(value: unknown): Day {
  const day = typeof value === 'string' ? dayOfText(value) : null
  if (day !== null) return day
  throw new GraphQLError('A Date must be a day of the calendar such as "2026-02-17".')
}
