import type { RateLimits } from '../../config.ts'
import { PequodError } from '../../errors.ts'
import type { AccountCache } from '../accounts/account-cache.ts'
import type { ApiKeyRow } from '../accounts/account-store.ts'
import { looksLikeApiKey, parseApiKey, sameHash } from '../accounts/api-key.ts'
import { apiKeyState } from '../accounts/api-key-state.ts'
import type { Caller } from '../tier.ts'
import type { BearerVerifier } from './bearer.ts'
import { callerKey } from './caller-key.ts'

/** What a request says of who sent it. */
export interface Credentials {
  /** The Authorization header, as often as it was sent. */
  authorization: readonly string[]
  /** The X-API-Key header, as often as it was sent. */
  apiKey: readonly string[]
  /** Where it came from: see `client-address.ts`. */
  address: string
}

/** What identifying a caller needs. */
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

/** Why a key of ours is not accepted any more; null if it is. */
function keyProblem(key: ApiKeyRow, now: number): string | null {
  const state = apiKeyState(key, Math.floor(now / 1_000))
  if (state === 'revoked') return 'This API key was revoked: use another one.'
  return state === 'expired' ? 'This API key has expired: create a new one.' : null
}

function anonymous(address: string, { limits }: IdentifyDeps): Caller {
  const limiterKey = callerKey({ kind: 'anonymous', address })
  const common = { accountId: null, subject: null, limiterKey, limit: limits.anonymous }
  return { kind: 'anonymous', tier: 'ANONYMOUS', ...common }
}

async function byApiKey(text: string, deps: IdentifyDeps): Promise<Caller> {
  const parsed = parseApiKey(text)
  if (parsed === null) throw refuse('The API key is malformed: check it for a typing error.')
  const found = await deps.accounts.keyByHash(parsed.hash)
  if (found === null || !sameHash(found.key.hash, parsed.hash))
    throw refuse('The API key is unknown: send one that this service issued.')
  const problem = keyProblem(found.key, (deps.clock ?? Date.now)())
  if (problem !== null) throw refuse(problem)
  deps.accounts.touch(found.key)
  const { id, tier } = found.account
  const limiterKey = callerKey({ kind: 'key', keyId: found.key.id })
  return { kind: 'key', tier, accountId: id, subject: null, limiterKey, limit: deps.limits.key }
}

/** The token's own tier overrides the account's; a signed-in caller is at least FREE. */
async function byBearer(token: string, deps: IdentifyDeps): Promise<Caller> {
  if (deps.bearer === null) throw refuse('This service does not accept bearer tokens: send an API key.')
  const { subject, tier } = await deps.bearer(token)
  const account = await deps.accounts.accountByName(subject)
  const limiterKey = callerKey({ kind: 'user', subject })
  const common = { accountId: account?.id ?? null, subject, limiterKey, limit: deps.limits.user }
  return { kind: 'user', tier: tier ?? account?.tier ?? 'FREE', ...common }
}

/** The one header that says who is calling; null without credentials. Each way to send two is a way to confuse a proxy. */
function oneCredential({ authorization, apiKey }: Credentials): string | null {
  if (authorization.length + apiKey.length === 0) return null
  if (authorization.length > 0 && apiKey.length > 0)
    throw refuse('Send Authorization or X-API-Key, not both.')
  const [header, ...more] = [...authorization, ...apiKey]
  if (more.length > 0 || header === undefined) throw refuse('Send credentials once, not several times.')
  return header
}

/**
 * Who is calling: nobody in particular without credentials, a user by `Authorization: Bearer <token>`, or an account
 * by its API key in `X-API-Key` or `Authorization: Bearer pq_live_…`. Rejects with UNAUTHENTICATED for credentials
 * that are there but wrong, or twice there, on public paths too (a caller that believes to be signed in must hear that
 * it is not), and with SERVICE_UNAVAILABLE if a token cannot be checked now. A failure of the store
 * comes through as it is. Whoever is refused has no limit of its own: count it by its address.
 */
export async function identify(credentials: Credentials, deps: IdentifyDeps): Promise<Caller> {
  const credential = oneCredential(credentials)
  if (credential === null) return anonymous(credentials.address, deps)
  if (credentials.apiKey.length > 0) return byApiKey(credential, deps)
  const bearer = /^bearer +(\S+)$/i.exec(credential)?.[1]
  if (bearer === undefined) throw refuse('Send credentials as “Authorization: Bearer …” or “X-API-Key: …”.')
  return looksLikeApiKey(bearer) ? byApiKey(bearer, deps) : byBearer(bearer, deps)
}
