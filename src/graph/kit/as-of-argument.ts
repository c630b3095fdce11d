/** The sentence that describes `asOf` wherever it is an argument; the page that it links to has the rest. */
export const AS_OF =
  'A UTC day: the answer as of its close; default: the current snapshot ([as of a day](/docs/api#as-of-a-day)).'
