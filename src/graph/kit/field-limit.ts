/** Said in the description of each field whose calls `limitField` of the context counts: there is one limit for all. */
export const FIELD_LIMIT =
  'Each caller may ask for that as often in a second as it may make requests, at both doors together and counted for each alias; above that it is an error with the code RATE_LIMITED and `retryAfter` in seconds.'
