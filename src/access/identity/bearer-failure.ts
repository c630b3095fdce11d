import { errors } from 'jose'
import { PequodError } from '../../errors.ts'

const BY_CODE: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The bearer token has expired; sign in again.',
  ERR_JOSE_ALG_NOT_ALLOWED:
    'The bearer token is signed with an algorithm that is not accepted here: ask for RS256, ES256 or EdDSA.',
  ERR_JWKS_NO_MATCHING_KEY:
    'The bearer token is signed with a key that its issuer does not publish; sign in again.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS:
    'The bearer token does not say which of its issuer’s keys signed it: ask for one with a `kid`.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED:
    'The bearer token’s signature is wrong; send it as it was issued, or sign in again.',
  ERR_JOSE_NOT_SUPPORTED:
    'The bearer token asks for an extension that is not supported here: ask for one without `crit`.',
}

const BY_CLAIM: Readonly<Record<string, string>> = {
  iss: 'The bearer token comes from another issuer than this service accepts; sign in with that one.',
  aud: 'The bearer token was made for another service: ask its issuer for one for this.',
  nbf: 'The bearer token is not valid yet; wait until it is, or check its issuer’s clock.',
  sub: 'The bearer token does not say whom it stands for: ask its issuer for one with a `sub`.',
  exp: 'The bearer token does not say when it expires: ask its issuer for one with an `exp`.',
}

const MALFORMED = 'The bearer token is not a well-formed signed token; send all of it, as it was issued.'

/** Failures of the token itself. Everything else, the issuer's keys out of reach above all, is not the caller's. */
const TOKEN_FAULTS: ReadonlySet<string> = new Set([
  ...Object.keys(BY_CODE),
  ...['ERR_JWS_INVALID', 'ERR_JWT_INVALID', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
])

function sentence(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return BY_CLAIM[error.claim] ?? MALFORMED
  return BY_CODE[error.code] ?? MALFORMED
}

/** The refusal of a token that was made for something else than to call a service with. */
export function otherKindOfToken(): PequodError {
  return new PequodError(
    'UNAUTHENTICATED',
    'The bearer token is of another kind, such as an ID token or a logout token: send an access token.',
  )
}

/** The refusal of a token that is no signed token in the one accepted spelling. */
export function malformedToken(): PequodError {
  return new PequodError('UNAUTHENTICATED', MALFORMED)
}

/**
 * What a caller hears of a verification that failed: UNAUTHENTICATED with a sentence when the token is at fault,
 * SERVICE_UNAVAILABLE when the issuer's keys could not be had. The token is never in it.
 */
export function bearerFailure(cause: unknown): PequodError {
  if (cause instanceof errors.JOSEError && TOKEN_FAULTS.has(cause.code)) {
    return new PequodError('UNAUTHENTICATED', sentence(cause), { cause })
  }
  const message =
    'Bearer tokens cannot be checked now: their issuer’s keys are out of reach. Try again shortly.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: 5 })
}
