import { builder } from '../kit/builder.ts'

/** What a time is floored to. */
export const TimePrecisionEnum = builder.enumType('TimePrecision', {
  description: 'What a time is floored to.',
  values: {
    SECOND: { description: 'Nothing: it is exact.' },
    HOUR: { description: 'The start of the hour.' },
    DAY: { description: 'The start of the UTC day.' },
    WEEK: { description: 'Monday of the week, 00:00 UTC.' },
  } as const,
})
