import type { ObjectFieldBuilder } from '@pothos/core'
import { z } from 'zod'
import type { ApiKeyRow } from '../../accounts/account-store.ts'
import {
  type ApiKeyState,
  apiKeyState,
  isKeyLabel,
  KEY_LABEL_RULE,
  type SecretKind,
} from '../../accounts/api-key.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'

const ApiKeyStateEnum = builder.enumType('ApiKeyState', {
  description: 'Whether an API key or a signed link is accepted.',
  values: {
    ACTIVE: { value: 'active', description: 'It works now.' },
    EXPIRED: { value: 'expired', description: 'Expired, or past the grace period after a rotation.' },
    REVOKED: { value: 'revoked', description: 'Revoked by its owner or an operator.' },
  } satisfies Record<string, { value: ApiKeyState; description: string }>,
})

/** Adds the fields that keys and links share, as their owner sees them. */
function secretFields(t: ObjectFieldBuilder<GraphSchemaTypes, ApiKeyRow>, kind: SecretKind) {
  return {
    name: t.text('name', "The owner's label, 1 to 100 characters."),
    state: t.of(ApiKeyStateEnum, (row) => apiKeyState(row, Math.floor(Date.now() / 1_000)), {
      description: `Whether the ${kind} works now.`,
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
    prefix: t.text('prefix', "The key's first 12 characters, to tell keys apart."),
    ...secretFields(t, 'key'),
    expiresAt: t.when('expiresAt', { nullable: true, description: 'When it expires. Null if never.' }),
  }),
})

function idOf({ id }: ApiKeyRow): string {
  return String(id)
}

/** A signed link as its owner sees it later: without its secret. */
export const AccessLinkType = builder.objectRef<ApiKeyRow>('AccessLink').implement({
  description: "A signed link's metadata; the link itself is shown once, at creation.",
  fields: (t) => ({
    id: t.id({ description: "The link's id, argument of `revokeLink`.", resolve: ({ id }) => String(id) }),
    path: t.text(({ path }) => path ?? '', 'The REST path and query that it opens.'),
    ...secretFields(t, 'link'),
    expiresAt: t.when(({ expiresAt, createdAt }) => expiresAt ?? createdAt, 'When it expires.'),
  }),
})

/** The years that a key can be given at most; more is a mistake, or meant as no end at all. */
export const MAX_YEARS = 10
/** A replaced key's grace time at most, in seconds: 30 days. */
export const MAX_GRACE = 30 * DAY_SECONDS
/** The default grace period of a replaced key, in seconds. */
export const DEFAULT_GRACE = DAY_SECONDS

export const labelArgument = z.string().refine(isKeyLabel, { error: `must have ${KEY_LABEL_RULE}` })

/** A key's id, as `ApiKey.id` gives it. */
export const KEY_ID: ValueLimits = { pattern: String.raw`^[1-9]\d{0,14}$`, form: 'the id of an API key' }

/** The expiry of a key: in the future, but not absurdly far. */
export const expiryArgument = z.number().refine((at) => isNear(at, MAX_YEARS * 366), {
  error: `must be in the future and within ${MAX_YEARS} years; omit it for no expiry`,
})

/** The days that a link can be given at most. */
export const MAX_LINK_DAYS = 366

/** The time at which a link expires. */
export const linkExpiryArgument = z.number().refine((at) => isNear(at, MAX_LINK_DAYS), {
  error: `must be in the future and within ${MAX_LINK_DAYS} days`,
})

function isNear(at: Seconds, days: number): boolean {
  const now = Date.now() / 1_000
  return at > now && at <= now + days * DAY_SECONDS
}
