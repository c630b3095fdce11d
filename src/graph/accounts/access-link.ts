import type { ApiKeyRow } from '../../access/accounts/account-store.ts'
import { builder } from '../kit/builder.ts'
import { ApiKeyStateEnum, stateNow } from './api-key.ts'

/** A signed link as its owner sees it later: nothing in it opens a door. */
export const AccessLinkType = builder.objectRef<ApiKeyRow>('AccessLink').implement({
  description: "A signed link's metadata; the link itself is shown once, at creation.",
  fields: (t) => ({
    id: t.id({ description: "The link's id, argument of `revokeLink`.", resolve: ({ id }) => String(id) }),
    name: t.exposeString('name', { description: "The owner's label, 1 to 100 characters." }),
    path: t.string({
      description: 'The REST path and query that it opens.',
      resolve: ({ path }) => path ?? '',
    }),
    state: t.field({
      type: ApiKeyStateEnum,
      description: 'Whether the link works now.',
      resolve: stateNow,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it expires.',
      resolve: ({ expiresAt, createdAt }) => expiresAt ?? createdAt,
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked. Null if it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of last use, to the minute. Null if never used.',
    }),
  }),
})
