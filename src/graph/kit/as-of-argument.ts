/** The options of the argument `asOf` wherever there is one; the page that its description links to has the rest. */
export const AS_OF_ARGUMENT = {
  type: 'Date',
  description:
    'A UTC day: the answer as of its close; default: the current snapshot ([as of a day](/docs/api#as-of-a-day)).',
} as const
