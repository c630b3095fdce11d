import { issueKey, reissueKey } from '../../access/accounts/account-keys.ts'
import { KEY_LABEL_RULE } from '../../access/accounts/api-key-label.ts'
import { PequodError } from '../../errors.ts'
import { builder } from '../kit/builder.ts'
import { ApiKeyType } from './api-key.ts'
import {
  DEFAULT_GRACE,
  expiryArgument,
  KEY_ID,
  labelArgument,
  MAX_GRACE,
  MAX_YEARS,
} from './api-key-arguments.ts'
import { IssuedApiKeyType } from './issued-api-key.ts'
import { ensureOwnAccount, ownAccountId, revokeOwn } from './own-account.ts'

/** Valid keys that an account may have through this door; a key for each place that uses one, and room to spare. */
const MOST_VALID = 50

const EXPIRY = `In the future, at most ${MAX_YEARS} years ahead.`
const WHOSE = "One of the caller's own API keys, by its `id`."

builder.mutationType({
  description:
    "The write API: whale-alert delivery, API keys and signed links of the caller's account. Requires a bearer token: error UNAUTHENTICATED without credentials, FORBIDDEN with an API key.",
  fields: (t) => ({
    createApiKey: t.field({
      type: IssuedApiKeyType,
      description: `Creates an API key with the tier of its account; a user without an account gets a free one. Error FORBIDDEN above ${MOST_VALID} valid keys.`,
      args: {
        name: t.arg.string({
          required: true,
          description: `A label for the key: ${KEY_LABEL_RULE}.`,
          validate: { schema: labelArgument },
        }),
        expiresAt: t.arg({
          type: 'DateTime',
          description: `When the key expires. ${EXPIRY} Default: never.`,
          validate: { schema: expiryArgument },
        }),
      },
      resolve: async (_root, { name, expiresAt }, context) => {
        const { id: accountId } = await ensureOwnAccount(context)
        const wanted = { accountId, name, expiresAt: expiresAt ?? null, mostValid: MOST_VALID }
        const { key, row } = await issueKey(context.accounts, wanted)
        return { key, apiKey: row, replaces: null }
      },
    }),
    rotateApiKey: t.field({
      type: IssuedApiKeyType,
      description: `Replaces an API key with a new one of the same name; both work until the grace period ends. Error NOT_FOUND if the key is not the caller's or no longer valid.`,
      args: {
        id: t.arg.id({ required: true, limits: KEY_ID, description: WHOSE }),
        graceSeconds: t.arg.int({
          defaultValue: DEFAULT_GRACE,
          limits: { minimum: 0, maximum: MAX_GRACE },
          description: `Grace period of the old key in seconds, from {limits} (30 days). Default: ${DEFAULT_GRACE} (one day).`,
        }),
        expiresAt: t.arg({
          type: 'DateTime',
          description: `When the new key expires. ${EXPIRY} Default: when the old key would have.`,
          validate: { schema: expiryArgument },
        }),
      },
      resolve: async (_root, { id, graceSeconds, expiresAt }, context) => {
        const accountId = await ownAccountId(context)
        if (accountId === null) throw noSuchKey(id)
        const rotated = await reissueKey(context.accounts, {
          ...{ accountId, keyId: Number(id), mostValid: MOST_VALID },
          graceUntil: now() + (graceSeconds ?? DEFAULT_GRACE),
          expiresAt: expiresAt ?? null,
        })
        if (rotated === null) throw noSuchKey(id)
        return { key: rotated.key, apiKey: rotated.created, replaces: rotated.replaced }
      },
    }),
    revokeApiKey: t.field({
      type: ApiKeyType,
      description: `Revokes an API key permanently; every process refuses it within two seconds. Revoking twice changes nothing. Error NOT_FOUND if the key is not the caller's.`,
      args: {
        id: t.arg.id({ required: true, limits: KEY_ID, description: WHOSE }),
      },
      resolve: async (_root, { id }, context) => {
        const revoked = await revokeOwn('key', id, context)
        if (revoked === null) throw noSuchKey(id)
        return revoked
      },
    }),
  }),
})

function noSuchKey(id: string): PequodError {
  return new PequodError(
    'NOT_FOUND',
    `You have no valid API key ${id}; \`viewer { apiKeys { id } }\` lists yours.`,
  )
}

function now(): number {
  return Math.floor(Date.now() / 1_000)
}
