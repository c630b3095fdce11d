/** Above the number of requests of a test, also on a slow machine; the limits have tests of their own. */
export const WIDE_LIMITS = {
  RATE_LIMIT_ANONYMOUS: '10000',
  RATE_LIMIT_USER: '10000',
  RATE_LIMIT_KEY: '10000',
  SHED_AFTER_MS: '60000',
}
