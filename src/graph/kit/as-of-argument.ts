/** The sentence that describes `asOf` wherever it is an argument. */
export const AS_OF =
  "The answer as of a UTC day: computed from the events at or before that day's close, and the same whenever it is " +
  "asked for while the ledger holds the same events; `cutoff.time` and `generatedAt` are the close. Names, pictures and other words about traders are today's. From the ledger's first day to the day of " +
  'the current cutoff; the newest answer when it is left out or null. A day that nobody asked for before is computed ' +
  'first: where that takes long, the error SERVICE_UNAVAILABLE says when to ask again.'
