import type { ApiKeyRow } from '../../access/accounts/account-store.ts'
import { type ApiKeyState, apiKeyState } from '../../access/accounts/api-key-state.ts'
import { builder } from '../kit/builder.ts'

const ApiKeyStateEnum = builder.enumType('ApiKeyState', {
  description: 'Whether an API key is accepted.',
  values: {
    ACTIVE: { value: 'active', description: 'It is accepted.' },
    EXPIRED: { value: 'expired', description: 'Its time, or its grace time after a rotation, is over.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
  } satisfies Record<string, { value: ApiKeyState; description: string }>,
})

/** A key as its owner sees it later: nothing in it opens a door. */
export const ApiKeyType = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'An API key of an account, without the key itself: that was shown once, when it was made.',
  fields: (t) => ({
    id: t.id({ description: 'What names the key to `rotateApiKey` and `revokeApiKey`.', resolve: idOf }),
    name: t.exposeString('name', { description: "Its owner's label for it, 1 to 100 characters." }),
    prefix: t.exposeString('prefix', { description: 'Its first 12 characters, to tell keys apart.' }),
    state: t.field({
      type: ApiKeyStateEnum,
      description: 'Whether it is accepted now.',
      resolve: (key) => apiKeyState(key, Math.floor(Date.now() / 1_000)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is refused. Null when it never expires.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked. Null when it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute. Null when it never was.',
    }),
  }),
})

function idOf({ id }: ApiKeyRow): string {
  return String(id)
}
