import { GraphQLError } from 'graphql'
import type { Seconds } from '../../../ledger/quantities.ts'
import { builder } from '../builder.ts'

/** A moment in UTC, `2026-02-17T12:00:05Z`; in our rooms {@link Seconds}. */
export const DateTimeScalar = builder.scalarType('DateTime', {
  description: 'A time in UTC to the second in ISO 8601 format, such as `2026-02-17T12:00:05Z`.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  serialize: (seconds) => timeText(seconds),
  parseValue: parseTime,
})

function timeText(seconds: Seconds): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** The seconds of a text such as `2026-02-17T12:00:05Z`. Throws a GraphQLError where it is not such a moment. */
function parseTime(value: unknown): Seconds {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)) {
    const seconds = Date.parse(value) / 1000
    if (Number.isInteger(seconds) && timeText(seconds) === value) return seconds
  }
  throw new GraphQLError('A DateTime must be a moment in UTC such as "2026-02-17T12:00:05Z".')
}
