import { issueKey, reissueKey } from '../../accounts/account-keys.ts'
import { KEY_LABEL_RULE } from '../../accounts/api-key.ts'
import { PequodError } from '../../errors.ts'
import { builder } from '../kit/builder.ts'
import {
  ApiKeyType,
  DEFAULT_GRACE,
  expiryArgument,
  KEY_ID,
  labelArgument,
  MAX_GRACE,
  MAX_YEARS,
} from './api-key.ts'
import { ensureOwnAccount, ownAccountId, revokeOwn } from './own-account.ts'

/** Valid keys that an account may have through this door; a key for each place that uses one, and room to spare. */
const MOST_VALID = 50

const EXPIRY = `In the future, at most ${MAX_YEARS} years ahead.`
const KEY_ONCE = 'The key, for the header `X-API-Key`. Store it now: it is never shown again.'
const WHOSE = "One of the caller's own API keys, by its `id`."

builder.mutationType({
  description:
    "The write API: follows, whale-alert delivery, exports, API keys and signed links of the caller's account. Each mutation takes one `input` and returns a payload. Requires a bearer token: error UNAUTHENTICATED without credentials, FORBIDDEN with an API key, except for exports.",
  // The executor checks it for GraphQL, REST and MCP alike: see `execute/executor.ts`.
  extensions: { directives: { authenticated: {} } },
})

builder.relayMutationField(
  'createApiKey',
  {
    description: 'An API key to be created.',
    inputFields: (t) => ({
      name: t.string({
        required: true,
        description: `A label for the key: ${KEY_LABEL_RULE}.`,
        validate: { schema: labelArgument },
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: `When the key expires. ${EXPIRY} Default: never.`,
        validate: { schema: expiryArgument },
      }),
    }),
  },
  {
    description:
      'Creates an API key with the tier of its account; a user without an account gets a free one.',
    throws: { FORBIDDEN: `above ${MOST_VALID} valid keys` },
    resolve: async (_root, { input: { name, expiresAt } }, context) => {
      const { id: accountId } = await ensureOwnAccount(context)
      const wanted = { accountId, name, expiresAt: expiresAt ?? null, mostValid: MOST_VALID }
      const { key, row } = await issueKey(context.accounts, wanted)
      return { key, apiKey: row }
    },
  },
  {
    description: 'A newly created API key, including the key itself.',
    outputFields: (t) => ({
      key: t.text('key', KEY_ONCE),
      apiKey: t.of(ApiKeyType, 'apiKey', "The key's metadata."),
    }),
  },
)

builder.relayMutationField(
  'rotateApiKey',
  {
    description: 'An API key to be replaced.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: KEY_ID, description: WHOSE }),
      graceSeconds: t.int({
        defaultValue: DEFAULT_GRACE,
        limits: { minimum: 0, maximum: MAX_GRACE },
        description: `Grace period of the old key in seconds, from {limits} (30 days). Default: ${DEFAULT_GRACE} (one day).`,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: `When the new key expires. ${EXPIRY} Default: the old key's expiry.`,
        validate: { schema: expiryArgument },
      }),
    }),
  },
  {
    description:
      'Replaces an API key with a new one of the same name; both work until the grace period ends.',
    throws: { NOT_FOUND: "if the key is not the caller's or no longer valid" },
    resolve: async (_root, { input: { id, graceSeconds, expiresAt } }, context) => {
      const accountId = await ownAccountId(context)
      if (accountId === null) throw noSuchKey(id)
      const rotated = await reissueKey(context.accounts, {
        accountId,
        keyId: Number(id),
        mostValid: MOST_VALID,
        graceUntil: now() + (graceSeconds ?? DEFAULT_GRACE),
        expiresAt: expiresAt ?? null,
      })
      if (rotated === null) throw noSuchKey(id)
      return { key: rotated.key, apiKey: rotated.created, replaces: rotated.replaced }
    },
  },
  {
    description: 'The API key that replaces another, including the key itself.',
    outputFields: (t) => ({
      key: t.text('key', KEY_ONCE),
      apiKey: t.of(ApiKeyType, 'apiKey', "The new key's metadata."),
      replaces: t.of(ApiKeyType, 'replaces', {
        description: 'The key that it replaces; its `expiresAt` is the end of the grace period.',
      }),
    }),
  },
)

builder.relayMutationField(
  'revokeApiKey',
  {
    description: 'An API key to be revoked.',
    inputFields: (t) => ({ id: t.id({ required: true, limits: KEY_ID, description: WHOSE }) }),
  },
  {
    description:
      'Revokes an API key permanently; every process refuses it within two seconds. Revoking twice changes nothing.',
    throws: { NOT_FOUND: "if the key is not the caller's" },
    resolve: async (_root, { input: { id } }, context) => {
      const apiKey = await revokeOwn('key', id, context)
      if (apiKey === null) throw noSuchKey(id)
      return { apiKey }
    },
  },
  {
    description: 'A revoked API key.',
    outputFields: (t) => ({
      apiKey: t.of(ApiKeyType, 'apiKey', 'The key as it is now.'),
    }),
  },
)

function noSuchKey(id: string): PequodError {
  return new PequodError(
    'NOT_FOUND',
    `You have no valid API key ${id}; \`viewer { apiKeys { id } }\` lists yours.`,
  )
}

function now(): number {
  return Math.floor(Date.now() / 1_000)
}
