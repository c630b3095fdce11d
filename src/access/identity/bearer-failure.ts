import { errors } from 'jose'
import { PequodError } from '../../errors.ts'

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
    'The bearer token is of the wrong kind, such as an ID token: send an access token.',
  )
}

/** The refusal of a token that is no signed token in the one accepted spelling. */
export function malformedToken(): PequodError {
  return new PequodError('UNAUTHENTICATED', MALFORMED)
}

/**
 * The error for a failed verification: UNAUTHENTICATED with a sentence when the token is at fault,
 * SERVICE_UNAVAILABLE when the issuer's keys could not be had. The token is never in it.
 */
export function bearerFailure(cause: unknown): PequodError {
  if (cause instanceof errors.JOSEError && TOKEN_FAULTS.has(cause.code)) {
    return new PequodError('UNAUTHENTICATED', sentence(cause), { cause })
  }
  const message = 'Bearer tokens cannot be checked now: the issuer’s keys are unreachable. Retry shortly.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: 5 })
}
