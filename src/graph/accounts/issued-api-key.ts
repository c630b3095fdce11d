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
  description: 'An API key that was just made.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The key itself, for `X-API-Key`. Keep it now: it is not stored, and never shown again.',
    }),
    apiKey: t.expose('apiKey', { type: ApiKeyType, description: 'What is kept of it.' }),
    replaces: t.expose('replaces', {
      type: ApiKeyType,
      nullable: true,
      description:
        'The key that it replaces, whose `expiresAt` is the end of its grace time. Null when it replaces none.',
    }),
  }),
})
