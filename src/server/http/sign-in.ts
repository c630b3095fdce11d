import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { identityOf } from '../../access/identity/bearer.ts'
import { readCookie, type SignInCookie, setCookie } from '../../access/identity/session-cookie.ts'
import { csrfTokenOf, LONGEST_SECONDS, type SessionStore } from '../../accounts/sessions.ts'
import { parseJson } from '../../checks.ts'
import type { SignInConfig } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import { PequodError } from '../../errors.ts'
import { signedOutPage, signInFailedPage } from '../../pages/account/sign-in-pages.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { sendPage } from '../../pages/kit/send-page.ts'

/** Sign-in on pages, as the service runs it. */
export interface SignInOptions {
  config: SignInConfig
  /** The origin at which people use this service; the issuer sends them back there. */
  publicUrl: string
  sessions: SessionStore
  log: FastifyBaseLogger
}

/** Seconds that a person has at the issuer. */
const ATTEMPT_SECONDS = 600
/** Milliseconds for which the issuer's discovery document is used. */
const DISCOVERED_FOR = 3_600_000
/** Seconds that a request to the issuer may take. */
const PATIENCE = 10
const CALLBACK = '/sign-in/callback'
const LONGEST_RETURN = 500

/** A sign-in under way, which the browser keeps: only it may end what it began. */
const ATTEMPT = z.object({
  state: z.string().max(100),
  nonce: z.string().max(100),
  verifier: z.string().max(200),
  back: z.string().max(LONGEST_RETURN),
})

/**
 * Adds sign-in by OpenID Connect (authorization code with PKCE, state and nonce): `GET /sign-in?return=/path` leads to the
 * issuer, `/sign-in/callback` begins a session under a new token, and `POST /sign-out` ends it here and at the issuer.
 */
export async function registerSignIn(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { publicUrl, sessions, log } = options
  const isSecure = publicUrl.startsWith('https:')
  const discover = createDiscovery(options)
  const config = { isExplorer: true }
  const cookie = (name: SignInCookie, value: string, seconds: number) =>
    setCookie(name, value, { seconds, isSecure })

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const back = pathWithin(publicUrl, request.query)
    // The cookies of one host are not those of another name of it.
    if (request.host !== new URL(publicUrl).host)
      return reply.redirect(`${publicUrl}/sign-in?return=${encodeURIComponent(back)}`, 303)
    const issuer = await discover()
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    const asked = oidc.buildAuthorizationUrl(issuer, {
      redirect_uri: publicUrl + CALLBACK,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const attempt = Buffer.from(JSON.stringify({ state, nonce, verifier, back })).toString('base64url')
    return reply
      .header('Cache-Control', 'no-store')
      .header('Set-Cookie', cookie('attempt', attempt, ATTEMPT_SECONDS))
      .redirect(asked.href, 303)
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const attempt = attemptOf(readCookie(request.raw, 'attempt', isSecure))
    reply.header('Cache-Control', 'no-store').header('Set-Cookie', cookie('attempt', '', 0))
    if (attempt === null)
      return fail(reply, 'This sign-in was started in another browser or more than ten minutes ago.')
    const issuer = await discover()
    const answer = new URL(request.url, publicUrl)
    const claims = await oidc
      .authorizationCodeGrant(issuer, answer, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      .then((tokens) => tokens.claims())
      .catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'a sign-in failed')
        return undefined
      })
    if (claims === undefined) return fail(reply, refusalOf(answer.searchParams.get('error')))
    const before = readCookie(request.raw, 'session', isSecure)
    const token = await sessions.begin(identityOf(claims, options.config.tierClaim), before)
    return reply
      .header('Set-Cookie', cookie('session', token, LONGEST_SECONDS))
      .header('Set-Cookie', cookie('csrf', csrfTokenOf(token), LONGEST_SECONDS))
      .redirect(attempt.back, 303)
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = readCookie(request.raw, 'session', isSecure)
    // A form without a script carries no token; the browser says that the form is ours.
    if (request.headers['sec-fetch-site'] !== 'same-origin')
      throw new PequodError('FORBIDDEN', 'Sign out on the page of your account.')
    if (token !== null) await sessions.end(token)
    for (const name of ['session', 'csrf'] as const) reply.header('Set-Cookie', cookie(name, '', 0))
    const issuer = await discover().catch(() => null)
    const there =
      issuer?.serverMetadata().end_session_endpoint === undefined
        ? null
        : oidc.buildEndSessionUrl(issuer, { post_logout_redirect_uri: `${publicUrl}/` }).href
    reply.header('Cache-Control', 'no-store')
    return sendPage(reply, EXPLORER_POLICY, signedOutPage(there))
  }

  // A browser that opens http://localhost of a service at 127.0.0.1 goes there: its session and its wish to follow stay with one name.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-mode'] !== 'navigate' || request.method !== 'GET') return
    if (isOtherLoopback(request.host, publicUrl)) return reply.redirect(publicUrl + request.url, 303)
  })
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      async () => null,
    )
    scope.get('/sign-in', { config }, begin)
    scope.get(CALLBACK, { config }, end)
    scope.post('/sign-out', { config }, signOut)
  })
}

/** Whether a host is this computer by another name than the public one, at the same port. */
function isOtherLoopback(host: string, publicUrl: string): boolean {
  const [asked, own] = [URL.parse(`http://${host}`), new URL(publicUrl)]
  if (asked === null || asked.hostname === own.hostname || asked.port !== own.port) return false
  return isLoopback(asked.hostname) && isLoopback(own.hostname)
}

function fail(reply: FastifyReply, reason: string): FastifyReply {
  return sendPage(reply.code(400), EXPLORER_POLICY, signInFailedPage(reason))
}

function refusalOf(error: string | null): string {
  if (error === 'access_denied') return 'You cancelled it.'
  return 'The sign-in service’s answer is not valid or was already used.'
}

/** The reason of a failed sign-in for the log, without codes, tokens or addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** Finds out where the issuer answers, at most once an hour; a failure is not remembered. */
function createDiscovery({ config, log }: SignInOptions): () => Promise<oidc.Configuration> {
  let known: { issuer: Promise<oidc.Configuration>; until: number } | null = null
  return async () => {
    if (known === null || performance.now() >= known.until)
      known = { issuer: discovered(config), until: performance.now() + DISCOVERED_FOR }
    try {
      return await known.issuer
    } catch (error) {
      known = null
      log.warn({ reason: reasonOf(error) }, 'nobody can sign in: the issuer at JWT_ISSUER is unreachable')
      const message = 'The sign-in service is unreachable now. Retry shortly.'
      throw new PequodError('SERVICE_UNAVAILABLE', message, { cause: error, retryAfter: 5 })
    }
  }
}

async function discovered({ issuer, clientId, clientSecret }: SignInConfig): Promise<oidc.Configuration> {
  const execute = [oidc.enableNonRepudiationChecks]
  // The configuration takes http for an issuer on this computer alone: nobody else can listen.
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests)
  const options = { execute, timeout: PATIENCE }
  const found = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), options)
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authenticate = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic
    : oidc.ClientSecretPost
  const known = new oidc.Configuration(found.serverMetadata(), clientId, {}, authenticate(clientSecret))
  known.timeout = PATIENCE
  for (const apply of execute) apply(known)
  return known
}

function attemptOf(value: string | null): z.infer<typeof ATTEMPT> | null {
  return ATTEMPT.safeParse(parseJson(Buffer.from(value ?? '', 'base64url').toString())).data ?? null
}

/** The path of this site that a person returns to: never another site's address, and never sign-in again. */
function pathWithin(publicUrl: string, query: unknown): string {
  const given = (query as { return?: unknown }).return
  if (typeof given !== 'string' || given.length > LONGEST_RETURN || !given.startsWith('/')) return '/account'
  const url = URL.parse(given, publicUrl)
  if (url === null || url.origin !== new URL(publicUrl).origin) return '/account'
  return url.pathname.startsWith('/sign-') ? '/account' : url.pathname + url.search
}
