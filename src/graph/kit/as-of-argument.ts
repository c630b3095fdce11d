/** The sentence that describes `asOf` wherever it is an argument. */
export const AS_OF =
  "A UTC day: the answer as of that day's close, from the events up to then. It stays the same while the ledger holds " +
  'the same events; `cutoff.time` and `generatedAt` are the close; names and pictures are current. From the ' +
  "ledger's first day to the day of the current cutoff. Default: the current snapshot. A day that was never " +
  'requested is computed first; if that takes long, the error SERVICE_UNAVAILABLE says when to retry.'
