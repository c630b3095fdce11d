/** Said in the description of each field whose calls `limitField` of the context counts: there is one limit for all. */
export const FIELD_LIMIT =
  'Rate-limited per caller, to the same number of calls per second as requests, counted per alias over GraphQL and REST together; above that, error RATE_LIMITED with `retryAfter` in seconds.'
