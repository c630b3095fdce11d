import { signedUrl } from '../../access/identity/hide-secrets.ts'
import { issueKey } from '../../accounts/account-keys.ts'
import { KEY_LABEL_RULE } from '../../accounts/api-key.ts'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder } from '../kit/builder.ts'
import { AccessLinkType, KEY_ID, labelArgument, linkExpiryArgument, MAX_LINK_DAYS } from './api-key.ts'
import { ensureOwnAccount, revokeOwn } from './own-account.ts'

/** Valid links that an account may have. */
const MOST_VALID = 20
const DEFAULT_DAYS = 90

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const

/** A path and query as an address has them: what a client would send in another spelling is not accepted. */
const PATH: ValueLimits = {
  pattern: String.raw`^/v1/(?:[\w.~!$'()*+,;=:@/-]|%[0-9A-F]{2})+(?:\?(?:[\w.~!$'()*+,;=:@/&-]|%[0-9A-F]{2})*)?$`,
  maxLength: 500,
  form: 'a REST path with its query, percent-encoded, of at most 500 characters',
}

builder.relayMutationField(
  'createLink',
  {
    description: 'A signed link to be created.',
    inputFields: (t) => ({
      path: t.string({
        required: true,
        limits: PATH,
        description:
          'The path to read: {limits}, such as `/v1/leaderboard/pnl-30d?format=csv`. The link works for no other path or query.',
      }),
      name: t.string({
        required: true,
        description: `A label for the link: ${KEY_LABEL_RULE}.`,
        validate: { schema: labelArgument },
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: `When it expires: in the future, at most ${MAX_LINK_DAYS} days ahead. Default: in ${DEFAULT_DAYS} days.`,
        validate: { schema: linkExpiryArgument },
      }),
    }),
  },
  {
    tier: PRO,
    description:
      "Creates a URL that reads one REST path without a header, for spreadsheets and similar tools. It shows what its account's tier may see at the time of use, and no account data.",
    throws: { FORBIDDEN: `above ${MOST_VALID} valid links` },
    resolve: async (_root, { input: { path, name, expiresAt } }, context) => {
      context.links.check(path)
      const { id: accountId } = await ensureOwnAccount(context)
      const ends = expiresAt ?? Math.floor(Date.now() / 1_000) + DEFAULT_DAYS * DAY_SECONDS
      const { key: token, row } = await issueKey(context.accounts, {
        accountId,
        name,
        path,
        expiresAt: ends,
        mostValid: MOST_VALID,
      })
      return { url: `${context.links.publicUrl ?? ''}${signedUrl({ path, token })}`, link: row }
    },
  },
  {
    description: 'A newly created signed link, including its URL.',
    outputFields: (t) => ({
      url: t.text(
        'url',
        'The URL; without an origin if the operator set no `PUBLIC_URL`. Anyone with the URL can read the path. Store it now: it is never shown again.',
      ),
      link: t.of(AccessLinkType, 'link', "The link's metadata."),
    }),
  },
)

builder.relayMutationField(
  'revokeLink',
  {
    description: 'A signed link to be revoked.',
    inputFields: (t) => ({
      id: t.id({
        required: true,
        limits: KEY_ID,
        description: "One of the caller's own links, by its `id`.",
      }),
    }),
  },
  {
    description:
      'Revokes a signed link permanently; every process refuses it within two seconds. Revoking twice changes nothing.',
    throws: { NOT_FOUND: "if the link is not the caller's" },
    resolve: async (_root, { input: { id } }, context) => {
      const link = await revokeOwn('link', id, context)
      if (link !== null) return { link }
      throw new PequodError('NOT_FOUND', `You have no link ${id}; \`viewer { links { id } }\` lists yours.`)
    },
  },
  {
    description: 'A revoked signed link.',
    outputFields: (t) => ({
      link: t.of(AccessLinkType, 'link', 'The link as it is now.'),
    }),
  },
)
