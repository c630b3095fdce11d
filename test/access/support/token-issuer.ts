import { createServer } from 'node:http'
import type { CryptoKey, JWK, JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JwtConfig } from '../../../src/config/config.ts'
import { listening } from './listening.ts'

/** One signing key of the issuer. */
export interface SigningKey {
  alg: string
  kid: string
  privateKey: CryptoKey
  publicJwk: JWK
}

/** An issuer of tokens that publishes its keys on loopback. */
export interface TokenIssuer {
  config: JwtConfig
  /** Its currently published keys; replaced by a rotation. */
  published: SigningKey[]
  /** How often the keys were fetched. */
  fetches: number
  /** False: it answers 500. */
  healthy: boolean
  close(): Promise<void>
}

/** The time of the tests, in seconds. */
export const NOW = 1_800_000_000

/** Makes a key that the issuer may publish. */
export async function signingKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg, kid, use: 'sig' } }
}

/** Starts an issuer that publishes these keys. */
export async function startIssuer(keys: SigningKey[]): Promise<TokenIssuer> {
  const server = createServer((_request, response) => {
    issuer.fetches++
    response.statusCode = issuer.healthy ? 200 : 500
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: issuer.published.map(({ publicJwk }) => publicJwk) }))
  })
  const { url, close } = await listening(server)
  const issuer: TokenIssuer = {
    config: {
      issuer: 'https://id.example/',
      audience: 'pequod',
      jwksUrl: new URL(`${url}/jwks`),
      tierClaim: 'tier',
    },
    published: keys,
    fetches: 0,
    healthy: true,
    close,
  }
  return issuer
}

/** Claims that are right in every way at {@link NOW}. */
export const goodClaims: JWTPayload = {
  iss: 'https://id.example/',
  aud: 'pequod',
  sub: 'ishmael',
  iat: NOW,
  exp: NOW + 600,
}

/** A really signed token; a claim set to undefined is omitted. */
export function signToken(
  key: SigningKey,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const signer = new SignJWT({ ...goodClaims, ...claims })
  return signer.setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey)
}
