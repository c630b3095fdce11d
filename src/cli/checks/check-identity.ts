import { z } from 'zod'
import type { JwtConfig } from '../../config/config.ts'
import { failureReason } from '../screen/failure-reason.ts'
import { type Check, fine, wrong } from './check.ts'

/** Timeout of the request, in milliseconds. */
const PATIENCE = 5_000

/** Key types that can check a token: RS256, ES256 and EdDSA are accepted. */
const KINDS = ['RSA', 'EC', 'OKP']

/** Whether the issuer of bearer tokens publishes usable keys. */
export async function checkIdentity({ jwksUrl }: JwtConfig): Promise<Check> {
  const name = 'Identity'
  try {
    const answer = await fetch(jwksUrl, { signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok)
      return wrong(name, `${jwksUrl.host} answers ${answer.status} for its keys`, 'Correct JWT_JWKS_URL.')
    const keys = usableKeys(await answer.json())
    if (keys === 0)
      return wrong(
        name,
        `${jwksUrl.host} publishes no key for RS256, ES256 or EdDSA`,
        'Correct JWT_JWKS_URL.',
      )
    return fine(name, `${jwksUrl.host} publishes ${keys} ${keys === 1 ? 'key' : 'keys'}`)
  } catch (error) {
    const found = `the keys of ${jwksUrl.host} cannot be read (${failureReason(error)})`
    return wrong(name, found, 'Correct JWT_JWKS_URL, or let this machine reach it.')
  }
}

const KEY_SET = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) })

/** Throws if the answer is not a key set. */
function usableKeys(answer: unknown): number {
  const parsed = KEY_SET.safeParse(answer)
  if (!parsed.success) throw new Error('its response is not a JSON Web Key Set')
  return parsed.data.keys.filter(({ kty, use }) => KINDS.includes(kty) && use !== 'enc').length
}
