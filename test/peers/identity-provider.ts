import { createServer, type RequestListener } from 'node:http'
import { exportJWK } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { listening } from '../access/support/listening.ts'
import { signingKey } from '../access/support/token-issuer.ts'

/** A real identity provider on loopback, whose clients are the users of the tests. */
export interface IdentityProvider {
  /** The issuer's settings for the service. */
  env: Record<string, string>
  /** An access token for a user, from its token endpoint. */
  token(user: string): Promise<string>
  /** Replaces every signing key while it runs: the old ones are not published any more. */
  rotate(): Promise<void>
  close(): Promise<void>
}

/** The users, each of whose tokens is signed with another algorithm. */
export const USERS = { ishmael: 'RS256', queequeg: 'ES256', ahab: 'EdDSA' } as const

const RESOURCE = 'https://pequod.example/'
const SECRET = 'call me ishmael, some years ago'

async function configuration(generation: number): Promise<Configuration> {
  const keys = Object.values(USERS).map(async (alg) => {
    const kid = `${alg}-${generation}`
    const { privateKey } = await signingKey(alg, kid)
    return { ...(await exportJWK(privateKey)), alg, kid, use: 'sig' }
  })
  return {
    jwks: { keys: await Promise.all(keys) },
    clients: Object.keys(USERS).map((name) => ({
      client_id: name,
      client_secret: SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, _resource, client) => ({
          scope: '',
          audience: 'pequod',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: algorithmOf(client.clientId) } },
        }),
      },
    },
    extraTokenClaims: (_context, token) => (token.clientId === 'ahab' ? { plan: 'pro' } : undefined),
  }
}

function algorithmOf(user: string) {
  for (const [name, alg] of Object.entries(USERS)) if (name === user) return alg
  throw new Error(`no user ${user}`)
}

/** Starts the provider with a key for each algorithm. Its tokens state a tier in the claim `plan`, for ahab alone. */
export async function startProvider(): Promise<IdentityProvider> {
  let generation = 1
  let answer: RequestListener = (_request, response) => response.end()
  const { url: issuer, close } = await listening(
    createServer((request, response) => answer(request, response)),
  )
  const rotate = async () => {
    answer = new Provider(issuer, await configuration(generation++)).callback()
  }
  await rotate()
  return {
    env: {
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: 'pequod',
      JWT_JWKS_URL: `${issuer}/jwks`,
      JWT_TIER_CLAIM: 'plan',
    },
    rotate,
    close,
    async token(user) {
      const body = new URLSearchParams({ grant_type: 'client_credentials', resource: RESOURCE })
      const authorization = `Basic ${btoa(`${user}:${encodeURIComponent(SECRET)}`)}`
      const response = await fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body })
      const { access_token: token } = (await response.json()) as { access_token?: string }
      if (token === undefined) throw new Error(`the provider gave no token: ${response.status}`)
      return token
    },
  }
}
