import { NOT_PUBLIC } from './public-lookup.ts'

/** One reason, whether or not a name resolves: otherwise a webhook would reveal the names that our network knows. */
const NO_PUBLIC_ADDRESS = 'its name resolves to no public address'

/** Meanings of Node's network error codes that a target's owner can act on. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_PUBLIC_ADDRESS,
  EAI_AGAIN: NO_PUBLIC_ADDRESS,
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it did not answer in time',
  ABORT_ERR: 'it did not answer in time',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  [NOT_PUBLIC]: NO_PUBLIC_ADDRESS,
}

/** The reason for a missing answer, as the end of a sentence. Never quotes the error: its text holds addresses. */
export function postFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const name = error instanceof Error && error.name === 'TimeoutError' ? 'ABORT_ERR' : code
  return REASONS[name] ?? 'the connection failed'
}
