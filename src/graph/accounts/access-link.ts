import type { ApiKeyRow } from '../../accounts/account-store.ts'
import { builder } from '../kit/builder.ts'
import { secretFields } from './api-key.ts'

/** A signed link as its owner sees it later: without its secret. */
export const AccessLinkType = builder.objectRef<ApiKeyRow>('AccessLink').implement({
  description: "A signed link's metadata; the link itself is shown once, at creation.",
  fields: (t) => ({
    id: t.id({ description: "The link's id, argument of `revokeLink`.", resolve: ({ id }) => String(id) }),
    path: t.string({
      description: 'The REST path and query that it opens.',
      resolve: ({ path }) => path ?? '',
    }),
    ...secretFields(t, 'link'),
    expiresAt: t.when(({ expiresAt, createdAt }) => expiresAt ?? createdAt, 'When it expires.'),
  }),
})
