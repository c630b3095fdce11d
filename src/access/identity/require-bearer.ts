import { PequodError } from '../../errors.ts'
import type { Caller } from '../tier.ts'

/** A caller with a bearer token. */
export type BearerCaller = Caller & { kind: 'user'; subject: string }

/**
 * The caller, who must have come with a bearer token: what manages an account is its owner's, and a key that leaked
 * must not make others. Throws a PequodError: UNAUTHENTICATED without credentials, FORBIDDEN for an API key.
 */
export function requireBearer(caller: Caller): BearerCaller {
  const { kind, subject } = caller
  if (kind === 'user' && subject !== null) return { ...caller, kind, subject }
  if (kind === 'key')
    throw new PequodError(
      'FORBIDDEN',
      'An API key cannot manage its account: sign in and send “Authorization: Bearer <token>”.',
    )
  throw new PequodError('UNAUTHENTICATED', 'Sign in first: send “Authorization: Bearer <token>”.')
}
