/** The failure of each field whose calls `limitField` of the context counts: there is one limit for all. */
export const FIELD_LIMIT = {
  RATE_LIMITED:
    'with `retryAfter` in seconds above as many calls per second as requests, counted per caller and alias over GraphQL and REST together',
}
