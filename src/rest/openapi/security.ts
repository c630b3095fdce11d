import type { AccountTier } from '../../accounts/account-store.ts'
import type { JsonSchema } from './json-schema.ts'

export const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An account’s API key, `pq_live_…`, with the account’s tier.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A JWT from the configured issuer, or an API key. A token’s tier comes from its claims, else from its account, and is at least free.',
  },
  link: {
    type: 'apiKey',
    in: 'query',
    name: 'access',
    description:
      'The token of a signed link, `pq_link_…`, for the one path and query it was created for (mutation `createLink`), with the tier of its account.',
  },
}

/** Returns the credentials that a path needs: a key or a token, or nothing on a public path. */
export function securityOf(requires: AccountTier | null): JsonSchema[] {
  const either = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))
  return requires === null ? [{}, ...either] : either
}
