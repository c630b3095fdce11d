import { issueKey, reissueKey } from '../../access/accounts/account-keys.ts'
import { PequodError } from '../../errors.ts'
import { intBetween } from '../kit/argument-checks.ts'
import { builder } from '../kit/builder.ts'
import { ApiKeyType } from './api-key.ts'
import {
  DEFAULT_GRACE,
  expiryArgument,
  keyIdArgument,
  labelArgument,
  MAX_GRACE,
  MAX_YEARS,
} from './api-key-arguments.ts'
import { IssuedApiKeyType } from './issued-api-key.ts'
import { ensureOwnAccount, ownAccountId } from './own-account.ts'

/** Valid keys that an account may have through this door; a key for each place that uses one, and room to spare. */
const MOST_VALID = 50

const EXPIRY = `Later than now, at most ${MAX_YEARS} years ahead.`
const WHOSE = "One of the caller's own API keys, by its `id`."
const NOT_FOUND = 'is an error with the code NOT_FOUND'

builder.mutationType({
  description:
    'What an account can change. For callers with a bearer token: without credentials every field is an error with the code UNAUTHENTICATED, with an API key FORBIDDEN.',
  fields: (t) => ({
    createApiKey: t.field({
      type: IssuedApiKeyType,
      description: `Makes an API key, which has its account's tier. A user without an account is given a free one. More than ${MOST_VALID} valid keys are an error with the code FORBIDDEN.`,
      args: {
        name: t.arg.string({
          required: true,
          description: 'What the key is for: 1 to 100 characters, and no control characters.',
          validate: { schema: labelArgument },
        }),
        expiresAt: t.arg({
          type: 'DateTime',
          description: `From when on the key is refused. ${EXPIRY} Never when it is left out or null.`,
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
      description: `Makes an API key in the place of another one, with its name; both are accepted until the grace time ends. A key that is not the caller's, or not valid any more, ${NOT_FOUND}.`,
      args: {
        id: t.arg.id({ required: true, description: WHOSE, validate: { schema: keyIdArgument } }),
        graceSeconds: t.arg.int({
          defaultValue: DEFAULT_GRACE,
          description: `How long the old key is accepted as well, in seconds, from 0 to ${MAX_GRACE} (30 days). ${DEFAULT_GRACE} (a day) when it is null.`,
          validate: { schema: intBetween(0, MAX_GRACE) },
        }),
        expiresAt: t.arg({
          type: 'DateTime',
          description: `From when on the new key is refused. ${EXPIRY} As the old key when it is left out or null.`,
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
      description: `Refuses an API key for good, on every process within two seconds; once revoked, it stays as it is. A key that is not the caller's ${NOT_FOUND}.`,
      args: {
        id: t.arg.id({ required: true, description: WHOSE, validate: { schema: keyIdArgument } }),
      },
      resolve: async (_root, { id }, context) => {
        const accountId = await ownAccountId(context)
        if (accountId === null) throw noSuchKey(id)
        await context.accounts.revokeKey(accountId, Number(id), now())
        const key = (await context.accounts.listKeys(accountId)).find((one) => one.id === Number(id))
        if (key === undefined) throw noSuchKey(id)
        return key
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
