import type { ApiKeyRow } from '../../access/accounts/account-store.ts'
import { builder } from '../kit/builder.ts'
import { ApiKeyType } from './api-key.ts'

/** A key that was made by this request. */
export interface IssuedApiKey {
  key: string
  apiKey: ApiKeyRow
  /** Null: it replaces none. */
  replaces: ApiKeyRow | null
}

/** The only place where a key itself is ever shown. */
export const IssuedApiKeyType = builder.objectRef<IssuedApiKey>('IssuedApiKey').implement({
  description: 'A newly created API key, including the key itself.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The key, for the header `X-API-Key`. Store it now: it is never shown again.',
    }),
    apiKey: t.expose('apiKey', { type: ApiKeyType, description: "The key's metadata." }),
    replaces: t.expose('replaces', {
      type: ApiKeyType,
      nullable: true,
      description:
        'The key that it replaces; its `expiresAt` is the end of the grace period. Null if it replaces none.',
    }),
  }),
})
