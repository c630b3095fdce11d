import { afterAll, beforeAll } from 'vitest'
import {
  type SigningKey,
  signingKey,
  signToken,
  startIssuer,
  type TokenIssuer,
} from '../../access/support/token-issuer.ts'
import type { Served, serveNothing } from './served-world.ts'

/** A live service with an issuer of tokens, for the tests of one file. */
export interface ServedUsers {
  readonly served: Served
  /** A token of a user by their subject, of the free tier unless another is named. */
  tokenOf(sub: string, tier?: 'free' | 'pro'): Promise<string>
}

/** Serves a world before the tests of a file, with an issuer, and ends the issuer after them. */
export function serveUsers(serve: typeof serveNothing): ServedUsers {
  let served: Served
  let key: SigningKey
  let issuer: TokenIssuer
  beforeAll(async () => {
    key = await signingKey('ES256', 'main')
    issuer = await startIssuer([key])
    const { issuer: name, audience, jwksUrl, tierClaim } = issuer.config
    served = await serve({
      env: {
        JWT_ISSUER: name,
        JWT_AUDIENCE: audience ?? '',
        JWT_JWKS_URL: String(jwksUrl),
        JWT_TIER_CLAIM: tierClaim ?? '',
        WHALE_DELAY_MINUTES: '0',
      },
    })
  })
  afterAll(() => issuer.close())
  return {
    get served() {
      return served
    },
    tokenOf(sub, tier = 'free') {
      const iat = Math.floor(Date.now() / 1_000)
      return signToken(key, { sub, tier, iat, exp: iat + 600 })
    },
  }
}
