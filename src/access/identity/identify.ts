import { isIPv4, isIPv6 } from 'node:net'
import type { AccountCache } from '../../accounts/accounts.ts'
import {
  apiKeyState,
  looksLikeApiKey,
  parseApiKey,
  type SecretKind,
  sameHash,
} from '../../accounts/api-key.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { RateLimits } from '../../config/config.ts'
import type { TrustProxy } from '../../config/config-values.ts'
import { PequodError } from '../../errors.ts'
import type { Caller } from '../tier.ts'
import type { BearerVerifier } from './bearer.ts'
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
  /** The caller's address: see {@link clientAddress}. */
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

/** One entry of X-Forwarded-For; some proxies add the port. Null for any other text. */
function parseEntry(text: string): CanonicalAddress | null {
  const entry = text.trim()
  const withPort = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry) ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(entry)
  return canonicalAddress(withPort?.[1] ?? entry)
}

/** True if the `passed`th peer, counted from us, is a trusted proxy. */
function isTrusted(peer: CanonicalAddress, passed: number, trust: TrustProxy): boolean {
  if (trust.kind === 'hops') return passed < trust.hops
  return trust.networks.check(peer.text, peer.version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The caller's address in one spelling. X-Forwarded-For is read from its end, where the nearest proxy wrote, and only
 * while the writer is a trusted proxy, so entries that a caller sent are never reached. At an invalid entry the caller
 * is the proxy that passed it on.
 * @param socketAddress the connection's peer; a text that is not an address is returned unchanged, and undefined as ''
 * @param forwardedFor the header's value or values, in order
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustProxy: TrustProxy,
): string {
  let peer = canonicalAddress(socketAddress ?? '')
  if (peer === null) return socketAddress ?? ''
  const entries = forwardedFor === undefined ? [] : String(forwardedFor).split(',')
  for (let passed = 0; isTrusted(peer, passed, trustProxy); passed++) {
    const before = parseEntry(entries.pop() ?? '')
    if (before === null) break
    peer = before
  }
  return peer.text
}

type CanonicalAddress = { version: 4; text: string } | { version: 6; text: string; groups: readonly number[] }

/** The groups of one side of `::`; a dotted IPv4 tail makes two of them. */
function groupsOf(side: string): number[] {
  if (side === '') return []
  return side.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** All eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  if (tail === undefined) return before
  const after = groupsOf(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address inside ::ffff:0:0/96, or null. */
function mapped(groups: readonly number[]): string | null {
  const [a, b, c, d, e, marker, high = 0, low = 0] = groups
  if (a || b || c || d || e || marker !== 0xffff) return null
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/**
 * The address in one spelling, so that one peer is one text: an IPv4-mapped IPv6 address is IPv4, every IPv6 group is
 * written out, zone names are dropped. Null if the text is not an address.
 */
function canonicalAddress(text: string): CanonicalAddress | null {
  if (isIPv4(text)) return { version: 4, text }
  if (!isIPv6(text)) return null
  const groups = expand(text.split('%', 1)[0] ?? '')
  const inner = mapped(groups)
  if (inner !== null) return { version: 4, text: inner }
  return { version: 6, text: groups.map((group) => group.toString(16)).join(':'), groups }
}

/** The counted identity: an address without credentials, a user by the token's subject, or an API key by its id. */
type Counted =
  | { kind: 'anonymous'; address: string }
  | { kind: 'user'; subject: string }
  | { kind: 'key'; keyId: number }

/** The network that one subscriber controls: an IPv4 address, or an IPv6 /64. */
function networkOf(address: string): string {
  const canonical = canonicalAddress(address)
  if (canonical === null) return 'unknown'
  if (canonical.version === 4) return canonical.text
  return `${canonical.groups.slice(0, 4).map(hex).join(':')}::/64`
}

function hex(group: number): string {
  return group.toString(16)
}

/**
 * The limiter's key of a caller: the same for the same caller on every process, and never a secret. IPv6 counts by /64,
 * since one subscriber holds that many; IPv4-mapped IPv6 counts as IPv4. A peer without an address (a Unix socket)
 * counts as one caller, `address:unknown`.
 */
export function callerKey(counted: Counted): string {
  if (counted.kind === 'user') return `user:${counted.subject}`
  if (counted.kind === 'key') return `key:${counted.keyId}`
  return `address:${networkOf(counted.address)}`
}
