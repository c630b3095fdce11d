import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { raw } from 'hono/html'
import { exportJWK, generateKeyPair } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload, Configuration, Provider } from 'oidc-provider'
import { SECURITY_HEADERS } from '../answers/headers.ts'
import { type Html, html } from '../pages/kit/html.ts'
import { htmlDocument, pagePolicy } from '../pages/kit/html-document.ts'
import { PAGE_ICON, PAGE_STYLE } from '../pages/kit/page-style.ts'

/** The demo's sign-in service, by which its two accounts sign in with a click. */
export interface DemoIssuer {
  /** The variables by which a service uses it. */
  env: Record<string, string>
  close(): Promise<void>
}

/** The demo's people, by their account's name. */
const PEOPLE = { 'demo-free': 'a free account', 'demo-pro': 'a Pro account' } as const
const CLIENT = 'pequod-demo'
/** Sign-ins, sessions and grants in memory: a demo on loopback has a few. */
const MOST_RECORDS = 1_000
const SESSION_SECONDS = 12 * 3_600

const FILES: Readonly<Record<string, { type: string; text: string }>> = {
  '/assets/pequod.css': { type: 'text/css; charset=utf-8', text: PAGE_STYLE },
  '/assets/pequod.svg': { type: 'image/svg+xml', text: PAGE_ICON },
}

/**
 * Starts an OpenID provider on loopback for the demo: a real one, so that the same code signs people in, with a page that
 * lets anybody be either person.
 * @param publicUrl the origin of the demo
 */
export async function startDemoIssuer(publicUrl: string): Promise<DemoIssuer> {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
    response.end()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secret = randomBytes(32).toString('hex')
  const provider = new (await loadProvider())(issuer, await configuration(publicUrl, secret))
  const askProvider = provider.callback()
  answer = (request, response) => {
    const file = FILES[request.url ?? '']
    if (file !== undefined) return response.writeHead(200, { 'Content-Type': file.type }).end(file.text)
    const [, uid, person] = /^\/choose\/([\w-]{1,64})(?:\/([\w-]{1,20}))?$/.exec(request.url ?? '') ?? []
    if (uid === undefined) return askProvider(request, response)
    if (request.method === 'POST' && person !== undefined && Object.hasOwn(PEOPLE, person))
      return finish(provider, person, request, response)
    response.writeHead(200, headersOf(publicUrl)).end(choicePage(uid))
  }
  return {
    env: {
      PUBLIC_URL: publicUrl,
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: CLIENT,
      JWT_JWKS_URL: `${issuer}/jwks`,
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: secret,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Loads the library without its warning of Node versions without long support: `engines` says which ones run. */
async function loadProvider(): Promise<typeof Provider> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return (await import('oidc-provider')).default
  } finally {
    console.warn = warn
  }
}

/** Goes on with a sign-in as a person; one that has ended is refused on the provider's own page. */
async function finish(
  provider: Provider,
  person: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await provider.interactionFinished(request, response, { login: { accountId: person } })
  } catch {
    response.writeHead(400, { 'Content-Type': 'text/plain' }).end('This sign-in has ended: begin again.')
  }
}

async function configuration(publicUrl: string, secret: string): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    adapter: createAdapters(),
    clients: [
      {
        client_id: CLIENT,
        client_secret: secret,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    ttl: {
      Interaction: 600,
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
      Grant: SESSION_SECONDS,
      Session: SESSION_SECONDS,
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'demo' }] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    // Nobody is asked for consent: the demo itself asks.
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          context.body = signOutPage(form)
        },
      },
    },
  }
}

function headersOf(publicUrl: string): Record<string, string> {
  const policy = pagePolicy({
    'style-src': "'self'",
    'img-src': "'self'",
    'form-action': `'self' ${publicUrl}`,
  })
  return {
    ...SECURITY_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
  }
}

function choicePage(uid: string): string {
  const button = ([person, words]: [string, string]): Html =>
    html`<form method="post" action="/choose/${uid}/${person}"><p><button class="button">Continue with ${words}</button></p></form>`
  return page(
    'Sign in to the demo',
    html`<p class="lead">This sign-in page is part of the demo and runs only on this computer. Choose either account; neither needs a password.</p>
      ${Object.entries(PEOPLE).map(button)}`,
  )
}

function page(title: string, body: Html): string {
  return htmlDocument({
    title: `${title} · Pequod`,
    head: html`<link rel="stylesheet" href="/assets/pequod.css">`,
    body: html`<main class="text"><h1>${title}</h1>${body}</main>`,
  })
}

/** @param form the provider's own, with its token */
function signOutPage(form: string): string {
  return page(
    'Sign out of the demo',
    html`${raw(form)}<p><button class="button" form="op.logoutForm" name="logout" value="yes">Sign out</button></p>`,
  )
}

/** Keeps the provider's records in memory. */
function createAdapters(): (name: string) => Adapter {
  const records = new LRUCache<string, AdapterPayload>({ max: MOST_RECORDS, ttl: SESSION_SECONDS * 1_000 })
  return (name) => {
    const key = (id: string) => `${name} ${id}`
    const find = async (matches: (record: AdapterPayload) => boolean) =>
      [...records.entries()].find(([id, record]) => id.startsWith(`${name} `) && matches(record))?.[1]
    return {
      async upsert(id, payload, expiresIn) {
        records.set(key(id), payload, expiresIn === undefined ? {} : { ttl: expiresIn * 1_000 })
      },
      find: async (id) => records.get(key(id)),
      findByUid: (uid) => find((record) => record.uid === uid),
      findByUserCode: (code) => find((record) => record.userCode === code),
      async consume(id) {
        const record = records.get(key(id))
        if (record) record.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id) {
        records.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        for (const [id, record] of records.entries()) if (record.grantId === grantId) records.delete(id)
      },
    }
  }
}
