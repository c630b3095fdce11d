import { errors } from 'jose'
import { PequodError } from '../errors.ts'

const BY_CODE: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The bearer token has expired; sign in again.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The bearer token is signed with an algorithm that is not accepted here.',
  ERR_JWKS_NO_MATCHING_KEY: 'The bearer token is signed with a key that its issuer does not publish.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The bearer token does not say which of its issuer’s keys signed it.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The bearer token’s signature is wrong.',
  ERR_JOSE_NOT_SUPPORTED: 'The bearer token asks for an extension that is not supported here.',
}

const BY_CLAIM: Readonly<Record<string, string>> = {
  iss: 'The bearer token comes from another issuer than this service accepts.',
  aud: 'The bearer token was made for another service.',
  nbf: 'The bearer token is not valid yet.',
  sub: 'The bearer token does not say whom it stands for.',
  exp: 'The bearer token does not say when it expires.',
}

const MALFORMED = 'The bearer token is not a well-formed signed token.'

/** Failures of the token itself. Everything else, the issuer's keys out of reach above all, is not the caller's. */
const TOKEN_FAULTS: ReadonlySet<string> = new Set([
  ...Object.keys(BY_CODE),
  ...['ERR_JWS_INVALID', 'ERR_JWT_INVALID', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
])

function sentence(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return BY_CLAIM[error.claim] ?? MALFORMED
  return BY_CODE[error.code] ?? MALFORMED
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
