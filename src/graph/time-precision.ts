import { builder } from './builder.ts'

/** What a time is floored to. */
export const TimePrecisionEnum = builder.enumType('TimePrecision', {
  description: 'What a time is floored to.',
  values: {
    SECOND: { description: 'Nothing: it is exact.' },
    HOUR: { description: 'The hour.' },
    DAY: { description: 'The UTC day.' },
    WEEK: { description: 'Monday, 00:00 UTC.' },
  } as const,
})
