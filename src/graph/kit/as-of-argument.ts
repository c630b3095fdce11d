/** Options of every argument `asOf`. Its description links to the page with the details. */
export const AS_OF_ARGUMENT = {
  type: 'Date',
  description:
    'A UTC day: the answer as of its close; default: the current snapshot ([as of a day](/docs/api#as-of-a-day)).',
} as const
