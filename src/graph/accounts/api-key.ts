import type { ObjectFieldBuilder } from '@pothos/core'
import type { ApiKeyRow } from '../../accounts/account-store.ts'
import type { SecretKind } from '../../accounts/api-key.ts'
import { type ApiKeyState, apiKeyState } from '../../accounts/api-key-state.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'

export const ApiKeyStateEnum = builder.enumType('ApiKeyState', {
  description: 'Whether an API key or a signed link is accepted.',
  values: {
    ACTIVE: { value: 'active', description: 'It works now.' },
    EXPIRED: { value: 'expired', description: 'Expired, or past the grace period after a rotation.' },
    REVOKED: { value: 'revoked', description: 'Revoked by its owner or an operator.' },
  } satisfies Record<string, { value: ApiKeyState; description: string }>,
})

/** Adds the fields that keys and links share, as their owner sees them. */
export function secretFields(t: ObjectFieldBuilder<GraphSchemaTypes, ApiKeyRow>, kind: SecretKind) {
  return {
    name: t.exposeString('name', { description: "The owner's label, 1 to 100 characters." }),
    state: t.field({
      type: ApiKeyStateEnum,
      description: `Whether the ${kind} works now.`,
      resolve: (row) => apiKeyState(row, Math.floor(Date.now() / 1_000)),
    }),
    createdAt: t.when('createdAt', 'Time of creation.'),
    revokedAt: t.when('revokedAt', {
      nullable: true,
      description: 'When it was revoked. Null if it was not.',
    }),
    lastUsedAt: t.when('lastUsedAt', {
      nullable: true,
      description: 'Time of last use, to the minute. Null if never used.',
    }),
  }
}

/** A key as its owner sees it later: without its secret. */
export const ApiKeyType = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: "An API key's metadata; the key itself is shown once, at creation.",
  fields: (t) => ({
    id: t.id({ description: "The key's id, argument of `rotateApiKey` and `revokeApiKey`.", resolve: idOf }),
    prefix: t.exposeString('prefix', { description: "The key's first 12 characters, to tell keys apart." }),
    ...secretFields(t, 'key'),
    expiresAt: t.when('expiresAt', { nullable: true, description: 'When it expires. Null if never.' }),
  }),
})

function idOf({ id }: ApiKeyRow): string {
  return String(id)
}
