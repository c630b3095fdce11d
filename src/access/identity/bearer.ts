import { hash } from 'node:crypto'
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'
import type { AccountTier } from '../../accounts/account-store.ts'
import type { JwtConfig } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'
import { withoutUrls } from '../../text.ts'

/** The user that a bearer token identifies. */
export interface BearerIdentity {
  /** The token's `sub`, 1 to 255 characters. */
  subject: string
  /** The tier in the token itself; null: the account's decides. */
  tier: AccountTier | null
}

/** Checks a bearer token; rejects with UNAUTHENTICATED, or SERVICE_UNAVAILABLE without the issuer's keys. */
export type BearerVerifier = (token: string) => Promise<BearerIdentity>

export interface BearerOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
  /** Milliseconds from any start, monotonic: setting the clock back must not extend keys. @default performance.now */
  elapsed?: () => number
  /** Milliseconds after a fetch of keys before an unknown key id fetches them again. @default 10000 */
  keyCooldown?: number
  /** Called once when the issuer's keys cannot be read, and again only after a success. @default ignored */
  onUnreachable?: (reason: string) => void
}

/** Only asymmetric algorithms: with them, the checker of a token cannot make one. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
/** Tolerated error of the issuer's clock, in seconds. */
const LEEWAY = 30
const MOST_VERIFIED = 10_000
/** Real tokens are 1 to 3 KB; nothing longer is even parsed. */
const MAX_LENGTH = 8_192
const MAX_SUBJECT = 255
/** Milliseconds for which tokens and keys are cached: a withdrawn key is useless after twice that. */
const REMEMBERED = 300_000

/** Values of an access token's header `typ` (RFC 9068, and RFC 7519 for any token), which is optional. */
const ACCESS_TYPES = ['jwt', 'at+jwt']
/** Claims of ID tokens (OpenID Connect Core, 2 and 3.3.2.11) and of logout tokens (Back-Channel Logout, 2.4). */
const OTHER_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'events']
/** Values of Keycloak's claim `typ` for other kinds of tokens, all with JWT in their headers. */
const OTHER_KINDS = ['id', 'refresh', 'offline', 'logout']

const COMPACT = /^[\w-]+\.[\w-]+\.([\w-]+)$/

/**
 * Accepts a token in its one spelling only: jose would also take padding, spaces or stray low bits in the signature,
 * and each spelling would be another entry of the cache.
 */
function isCanonical(token: string): boolean {
  if (token.length > MAX_LENGTH) return false
  const signature = COMPACT.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** The highest tier that the claim names, in any case; null if it names none. */
function tierOf(claims: JWTPayload, name: string | null): AccountTier | null {
  if (name === null || !Object.hasOwn(claims, name)) return null
  const stated = [claims[name]]
    .flat()
    .map((value) => (typeof value === 'string' ? value.toUpperCase() : null))
  if (stated.includes('PRO')) return 'PRO'
  return stated.includes('FREE') ? 'FREE' : null
}

/** An issuer signs tokens for several uses with one key; only access tokens are accepted. */
function isAccessToken({ protectedHeader: { typ = 'JWT' }, payload }: JWTVerifyResult): boolean {
  const type = typ.toLowerCase().replace(/^application\//, '')
  if (!ACCESS_TYPES.includes(type)) return false
  if (OTHER_CLAIMS.some((claim) => Object.hasOwn(payload, claim))) return false
  return typeof payload.typ !== 'string' || !OTHER_KINDS.includes(payload.typ.toLowerCase())
}

/** The identity in verified claims of the issuer. Throws UNAUTHENTICATED without a usable `sub`. */
export function identityOf(claims: JWTPayload, tierClaim: string | null): BearerIdentity {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) throw malformedToken()
  // The store turns lone surrogates into U+FFFD: two subjects would become one.
  if (!sub.isWellFormed()) throw malformedToken()
  return { subject: sub, tier: tierOf(claims, tierClaim) }
}

/** The innermost reason, since a failed fetch has its reason as its cause. URLs may hold secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? reasonOf(error.cause) : withoutUrls(error.message)
}

/**
 * Makes the check of bearer tokens: a signature by a currently published key of the issuer (its JWKS is cached for five
 * minutes, and fetched again when a token names a new key), RS256, ES256 or EdDSA, the right issuer and audience, `sub`
 * and `exp` present, 30 s of leeway, an access token and no other kind. Keys and addresses inside a token are never
 * used. Verified tokens are cached by their hash until they expire, five minutes at most.
 */
export function createBearerVerifier(config: JwtConfig, options: BearerOptions = {}): BearerVerifier {
  const { clock = Date.now, elapsed = () => performance.now() } = options
  const { keyCooldown = 10_000, onUnreachable = () => undefined } = options
  const keys = createRemoteJWKSet(config.jwksUrl, {
    cooldownDuration: keyCooldown,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    timeoutDuration: 3_000,
  })
  // Expires before the keys are fetched again: the library keeps a value until the end of its last millisecond.
  const verified = new LRUCache<string, { identity: BearerIdentity; expires: number }>({
    max: MOST_VERIFIED,
    ttl: REMEMBERED - 1,
    ttlResolution: 0,
    perf: { now: elapsed },
  })
  let keysAt = Number.NEGATIVE_INFINITY
  let isReported = false

  const keyOf: JWTVerifyGetKey = async (header, signed) => {
    if (elapsed() - keysAt >= REMEMBERED) {
      await keys.reload()
      keysAt = elapsed()
      isReported = false
    }
    return keys(header, signed)
  }

  function check(token: string, now: number) {
    return jwtVerify(token, keyOf, {
      algorithms: ALGORITHMS,
      issuer: config.issuer,
      audience: config.audience,
      clockTolerance: LEEWAY,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now),
    }).catch((cause: unknown) => {
      const failure = bearerFailure(cause)
      if (failure.code === 'SERVICE_UNAVAILABLE' && !isReported) {
        isReported = true
        onUnreachable(reasonOf(cause))
      }
      throw failure
    })
  }

  return async (token) => {
    if (!isCanonical(token)) throw malformedToken()
    const now = clock()
    const name = hash('sha256', token, 'base64')
    const known = verified.get(name)
    if (known !== undefined && now < known.expires) return known.identity
    const result = await check(token, now)
    if (!isAccessToken(result)) throw otherKindOfToken()
    const { payload } = result
    const identity = identityOf(payload, config.tierClaim)
    const expires = ((payload.exp ?? 0) + LEEWAY) * 1_000
    verified.set(name, { identity, expires })
    return identity
  }
}

const BY_CODE: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The bearer token has expired: sign in again.',
  ERR_JOSE_ALG_NOT_ALLOWED:
    'The bearer token’s signing algorithm is not accepted: use RS256, ES256 or EdDSA.',
  ERR_JWKS_NO_MATCHING_KEY:
    'The bearer token is signed with a key that its issuer does not publish: sign in again.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The bearer token does not name its signing key: use one with a `kid`.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED:
    'The bearer token’s signature is invalid: send it as issued, or sign in again.',
  ERR_JOSE_NOT_SUPPORTED: 'The bearer token requires an unsupported extension: use one without `crit`.',
}

const BY_CLAIM: Readonly<Record<string, string>> = {
  iss: 'The bearer token is from an issuer that this service does not accept: sign in with the right one.',
  aud: 'The bearer token is for another service: get one for this audience.',
  nbf: 'The bearer token is not valid yet: wait, or check its issuer’s clock.',
  sub: 'The bearer token has no subject: use one with a `sub`.',
  exp: 'The bearer token has no expiry: use one with an `exp`.',
}

const MALFORMED = 'The bearer token is malformed: send the whole token, as issued.'

/** Failures of the token itself. Other failures, above all an unreachable issuer, are not the caller's fault. */
const TOKEN_FAULTS: ReadonlySet<string> = new Set([
  ...Object.keys(BY_CODE),
  'ERR_JWS_INVALID',
  'ERR_JWT_INVALID',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
])

function sentence(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return BY_CLAIM[error.claim] ?? MALFORMED
  return BY_CODE[error.code] ?? MALFORMED
}

/** The refusal of a token for another use than calling a service. */
export function otherKindOfToken(): PequodError {
  return new PequodError(
    'UNAUTHENTICATED',
    'The bearer token is of the wrong kind, such as an ID token: send an access token.',
  )
}

/** The refusal of a text that is not a signed token in its one accepted spelling. */
export function malformedToken(): PequodError {
  return new PequodError('UNAUTHENTICATED', MALFORMED)
}

/**
 * The error for a failed verification: UNAUTHENTICATED with a sentence if the token is at fault, SERVICE_UNAVAILABLE if
 * the issuer's keys are unreachable. It never contains the token.
 */
export function bearerFailure(cause: unknown): PequodError {
  if (cause instanceof errors.JOSEError && TOKEN_FAULTS.has(cause.code)) {
    return new PequodError('UNAUTHENTICATED', sentence(cause), { cause })
  }
  const message = 'Bearer tokens cannot be checked now: the issuer’s keys are unreachable. Retry shortly.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: 5 })
}
