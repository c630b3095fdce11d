import type { ObjectFieldBuilder } from '@pothos/core'
import type { Caller } from '../../access/tier.ts'
import type { Account, ApiKeyRow } from '../../accounts/account-store.ts'
import { apiKeyState, type SecretKind, secretKind } from '../../accounts/api-key.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { valuesOf } from '../kit/enums.ts'
import { AccessLinkType, ApiKeyType } from './api-key.ts'
import { accountOf } from './own-account.ts'

/** Keys that are not valid any more are listed up to this many, the newest of them. */
const ENDED_KEYS = 50
/** Rows assumed for the lists of keys and of links in a query's cost. */
const LISTED_KEYS = 100

const CallerKindEnum = builder.enumType('CallerKind', {
  description: 'How a caller is identified.',
  values: {
    ANONYMOUS: { value: 'anonymous', description: 'By IP address only; no credentials were sent.' },
    USER: { value: 'user', description: 'By a bearer token.' },
    API_KEY: { value: 'key', description: 'By an API key.' },
  } satisfies Record<string, { value: Caller['kind']; description: string }>,
})

const TIER_TEXTS = {
  ANONYMOUS: 'Not signed in.',
  FREE: 'Signed in, without Pro.',
  PRO: 'Signed in with Pro: everything.',
} satisfies Record<Caller['tier'], string>

const CallerTierEnum = builder.enumType('CallerTier', {
  description: 'Access tiers, lowest first.',
  values: valuesOf(TIER_TEXTS),
})

const AccountType = builder.objectRef<Account>('Account').implement({
  description: 'An account, which owns API keys and a notification config.',
  fields: (t) => ({
    name: t.text('name', "The account's name; for users, the `sub` of their tokens."),
    tier: t.of(CallerTierEnum, 'tier', {
      description:
        'The tier of its API keys; a change takes effect within two seconds. A token that carries a tier uses its own.',
    }),
  }),
})

export const ViewerType = builder.objectRef<Caller>('Viewer').implement({
  description: 'The caller of this request.',
  fields: (t) => ({
    kind: t.of(CallerKindEnum, 'kind', 'How the caller is identified.'),
    tier: t.of(CallerTierEnum, 'tier', 'The access tier.'),
    limit: t.exposeInt('limit', {
      limits: { minimum: 1 },
      description: 'Rate limit: requests allowed per second, {limits}.',
    }),
    account: t.of(AccountType, (_caller, _args, context) => accountOf(context), {
      nullable: true,
      description:
        "The caller's account. Null if anonymous, and for a user without one; creating an API key makes one.",
    }),
    apiKeys: secretList(t, 'key', { type: ApiKeyType, named: 'API keys' }),
    links: secretList(t, 'link', { type: AccessLinkType, named: 'signed links' }),
  }),
})

builder.queryField('viewer', (t) =>
  t.of(ViewerType, (_root, _args, { caller }) => caller, {
    description: 'The caller of this request: identity, tier, rate limit and account.',
  }),
)

function secretList(
  t: ObjectFieldBuilder<GraphSchemaTypes, Caller>,
  kind: SecretKind,
  { type, named }: { type: typeof ApiKeyType; named: string },
) {
  return t.field({
    type: [type],
    nullable: true,
    complexity: { field: 1, multiplier: LISTED_KEYS },
    description: `The account's ${named}, oldest first: all valid ones and the newest ${ENDED_KEYS} of the others. Null unless the caller sent a bearer token.`,
    resolve: (caller, _args, context) => (caller.kind === 'user' ? secretsOf(kind, context) : null),
  })
}

async function secretsOf(kind: SecretKind, context: RequestContext): Promise<ApiKeyRow[]> {
  const account = await accountOf(context)
  if (account === null) return []
  const all = await context.accounts.listKeys(account.id)
  const keys = all.filter((key) => secretKind(key) === kind)
  const now = Math.floor(Date.now() / 1_000)
  const ended = keys.filter((key) => apiKeyState(key, now) !== 'active')
  const left = new Set(ended.slice(0, Math.max(0, ended.length - ENDED_KEYS)))
  return keys.filter((key) => !left.has(key))
}
