import type { AccountCache } from '../../accounts/account-cache.ts'
import {
  apiKeyState,
  looksLikeApiKey,
  parseApiKey,
  type SecretKind,
  sameHash,
} from '../../accounts/api-key.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { RateLimits } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'
import type { Caller } from '../tier.ts'
import type { BearerVerifier } from './bearer.ts'
import { callerKey } from './client-address.ts'
import type { SignedLink } from './hide-secrets.ts'

export interface Credentials {
  /** Every value of the Authorization header. */
  authorization: readonly string[]
  /** Every value of the X-API-Key header. */
  apiKey: readonly string[]
  /** The request's signed link. @default none */
  link?: SignedLink | undefined
  /** The session that the request may use. @default none */
  session?: Session | null
  /** The caller's address: see `client-address.ts`. */
  address: string
}

export interface IdentifyDeps {
  accounts: AccountCache
  /** Null: bearer tokens are not accepted. */
  bearer: BearerVerifier | null
  limits: RateLimits
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

function refuse(message: string): PequodError {
  return new PequodError('UNAUTHENTICATED', message)
}

/** Requests per second with one signed link: spreadsheets make one an hour. */
const LINK_LIMIT = 2

/** Refusals of a secret. */
const PROBLEMS = {
  key: {
    malformed: 'The API key is malformed: check it for a typo.',
    unknown: 'The API key is unknown: send one issued by this service.',
    revoked: 'This API key was revoked: use another one.',
    expired: 'This API key has expired: create a new one.',
  },
  link: {
    malformed: 'The link is malformed: copy the whole link, with one parameter access.',
    unknown: 'The link is unknown: create one with the mutation createLink.',
    revoked: 'This link was revoked: create a new one.',
    expired: 'This link has expired: create a new one.',
  },
} as const satisfies Record<SecretKind, Record<string, string>>

function anonymous(address: string, { limits }: IdentifyDeps): Caller {
  const limiterKey = callerKey({ kind: 'anonymous', address })
  const common = { accountId: null, subject: null, limiterKey, limit: limits.anonymous }
  return { kind: 'anonymous', tier: 'ANONYMOUS', ...common }
}

/** An accepted secret, with its current account. */
async function found(text: string, kind: SecretKind, { accounts, clock = Date.now }: IdentifyDeps) {
  const problems = PROBLEMS[kind]
  const parsed = parseApiKey(text, kind)
  if (parsed === null) throw refuse(problems.malformed)
  const { key, account } = (await accounts.keyByHash(parsed.hash)) ?? { key: null, account: null }
  if (key === null || !sameHash(key.hash, parsed.hash)) throw refuse(problems.unknown)
  const state = apiKeyState(key, Math.floor(clock() / 1_000))
  if (state !== 'active') throw refuse(problems[state])
  const limiterKey = callerKey({ kind: 'key', keyId: key.id })
  return { key, account, limiterKey }
}

async function byApiKey(text: string, deps: IdentifyDeps): Promise<Caller> {
  const { key, account, limiterKey } = await found(text, 'key', deps)
  deps.accounts.touch(key)
  const { id, tier } = account
  return { kind: 'key', tier, accountId: id, subject: null, limiterKey, limit: deps.limits.key }
}

/** A signed link grants its owner's tier at one path, and no data of the owner. */
async function byLink({ path, token }: SignedLink, deps: IdentifyDeps): Promise<Caller> {
  const { key, account, limiterKey } = await found(token, 'link', deps)
  if (key.path !== path)
    throw new PequodError('FORBIDDEN', 'This link opens another path: use it exactly as it was created.')
  deps.accounts.touch(key)
  const limit = Math.min(LINK_LIMIT, deps.limits.key)
  return { kind: 'key', tier: account.tier, accountId: null, subject: null, limiterKey, limit }
}

async function byBearer(token: string, deps: IdentifyDeps): Promise<Caller> {
  if (deps.bearer === null) throw refuse('This service does not accept bearer tokens: send an API key.')
  return signedIn(await deps.bearer(token), deps)
}

/** The issuer's own tier overrides the account's; a signed-in caller is at least FREE. */
async function signedIn({ subject, tier }: Session, deps: IdentifyDeps): Promise<Caller> {
  const account = await deps.accounts.accountByName(subject)
  const limiterKey = callerKey({ kind: 'user', subject })
  const common = { accountId: account?.id ?? null, subject, limiterKey, limit: deps.limits.user }
  return { kind: 'user', tier: tier ?? account?.tier ?? 'FREE', ...common }
}

/** The one credential of the request; null without any. Two of them could confuse a proxy. */
function oneCredential({ authorization, apiKey }: Credentials): string | null {
  if (authorization.length + apiKey.length === 0) return null
  if (authorization.length > 0 && apiKey.length > 0)
    throw refuse('Send Authorization or X-API-Key, not both.')
  const [header, ...more] = [...authorization, ...apiKey]
  if (more.length > 0 || header === undefined) throw refuse('Send credentials once, not several times.')
  return header
}

/**
 * Identifies the caller: anonymous without credentials, a user by `Authorization: Bearer <token>`, or an account by its
 * API key in `X-API-Key` or `Authorization: Bearer pq_live_…`, or by a signed link, which opens only its own path
 * (FORBIDDEN at any other), or a person by the session of a page, where nothing else is sent. Rejects with
 * UNAUTHENTICATED for wrong or repeated credentials, on public paths too (a caller that believes to be signed in must
 * learn that it is not), and with SERVICE_UNAVAILABLE if a token cannot be checked now. Failures of the store propagate
 * unchanged. A refused caller has no limit of its own and counts for its address.
 */
export async function identify(credentials: Credentials, deps: IdentifyDeps): Promise<Caller> {
  const credential = oneCredential(credentials)
  if (credentials.link !== undefined) {
    if (credential !== null) throw refuse('Send a signed link without other credentials.')
    return byLink(credentials.link, deps)
  }
  if (credential === null) {
    const { session = null, address } = credentials
    if (session === null) return anonymous(address, deps)
    return { ...(await signedIn(session, deps)), limit: deps.limits.key, hasSession: true }
  }
  if (credentials.apiKey.length > 0) return byApiKey(credential, deps)
  const bearer = /^bearer +(\S+)$/i.exec(credential)?.[1]
  if (bearer === undefined) throw refuse('Send credentials as “Authorization: Bearer …” or “X-API-Key: …”.')
  return looksLikeApiKey(bearer) ? byApiKey(bearer, deps) : byBearer(bearer, deps)
}

/** A caller who signed in: with a bearer token, or on a page. */
export type BearerCaller = Caller & { kind: 'user'; subject: string }

/**
 * The caller, who must have signed in: what manages an account is its owner's, and a key that leaked
 * must not make others. Throws a PequodError: UNAUTHENTICATED without credentials, FORBIDDEN for an API key.
 */
export function requireBearer(caller: Caller): BearerCaller {
  const { kind, subject } = caller
  if (kind === 'user' && subject !== null) return { ...caller, kind, subject }
  if (kind === 'key')
    throw new PequodError(
      'FORBIDDEN',
      'An API key cannot manage its account: sign in, or send “Authorization: Bearer <token>”.',
    )
  throw new PequodError('UNAUTHENTICATED', 'Sign in first: on a page, or by “Authorization: Bearer <token>”.')
}
