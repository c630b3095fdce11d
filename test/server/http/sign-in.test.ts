import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { VISITS } from '../../../src/accounts/account-tables.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { createApp } from '../../../src/server/app.ts'
import { type DemoIssuer, startDemoIssuer } from '../../../src/server/demo-issuer.ts'
import { type LoadingServer, openLoadingServer } from '../../../src/server/http/listen.ts'
import { databaseUrl } from '../../cli/support/running-follower.ts'
import { newPlace } from '../../store/support/engines.ts'
import { WIDE_LIMITS } from '../support/wide-limits.ts'

let room: LoadingServer
let issuer: DemoIssuer
let store: Store
const cleanups: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { address, remove } = await newPlace('sqlite', 'small')
  room = await openLoadingServer({ host: '127.0.0.1', port: 0 })
  issuer = await startDemoIssuer(room.url)
  store = await openStore(address)
  const config = loadConfig({
    ...WIDE_LIMITS,
    ...issuer.env,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl(address),
  })
  const accounts = createAccountStore(store.db)
  await accounts.createAccount('demo-pro', 'PRO')
  await accounts.createAccount('demo-free', 'FREE')
  const app = await createApp({ db: store.db, config })
  await room.admit(app)
  cleanups.push(
    () => app.close(),
    () => issuer.close(),
    () => store.close(),
    () => remove(),
  )
})
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

interface Sent {
  method?: string
  body?: string
  headers?: Record<string, string>
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** One request as it is given: `fetch` would set headers of its own. */
function exchange(url: URL, { method = 'GET', body, headers = {} }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const { statusCode: status = 0 } = response
      text(response).then((read) => resolve({ status, headers: response.headers, body: read }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** As a browser: it keeps cookies, which ports of one host share, and says where a request comes from. */
class Browser {
  readonly cookies = new Map<string, string>()

  /** One request, whose redirect is not followed. */
  async send(url: string, { headers = {}, ...sent }: Sent = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await exchange(new URL(url, room.url), {
      ...sent,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...headers },
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  /** Opens an address and follows its redirects; the last answer and its address. */
  async open(url: string, sent: Sent = {}): Promise<{ url: string; answer: Answer }> {
    let at = new URL(url, room.url).href
    let answer = await this.send(at, { headers: NAVIGATION, ...sent })
    for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 10; hops++) {
      at = new URL(answer.headers.location ?? '', at).href
      answer = await this.send(at, { headers: NAVIGATION })
    }
    return { url: at, answer }
  }

  /** Signs in as one of the demo's people and returns the address at which the browser ends. */
  async signIn(person: string, back = '/account'): Promise<string> {
    const choice = await this.open(`/sign-in?return=${encodeURIComponent(back)}`)
    expect(choice.answer.body).toContain('Sign in to the demo')
    const { url } = await this.open(`${choice.url}/${person}`, { method: 'POST' })
    return url
  }

  /** Asks GraphQL as a script of our own page does. */
  async ask(query: string, headers: Record<string, string> = this.ownHeaders()): Promise<Asked> {
    const answer = await this.send('/graphql', {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return JSON.parse(answer.body) as Asked
  }

  ownHeaders(): Record<string, string> {
    return { 'sec-fetch-site': 'same-origin', 'x-csrf-token': this.cookies.get('pequod-csrf') ?? '' }
  }
}

interface Asked {
  data?: Record<string, unknown>
  errors?: { message: string; extensions: { code: string } }[]
  code?: string
}

/** A link of another site. */
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
const WHO = '{ viewer { kind tier account { name } } }'
const CREATE_KEY = 'mutation { createApiKey(input: { name: "k" }) { key } }'

describe('signing in', () => {
  it('leads to the issuer and back to the page, which the server renders for the person', async () => {
    const browser = new Browser()
    expect(await browser.signIn('demo-pro', '/whales?minUsd=5')).toBe(`${room.url}/whales?minUsd=5`)
    const { answer } = await browser.open('/account')
    const page = answer.body
    expect(page).toContain('demo-pro')
    expect(page).toContain('Sign out')
    expect(page).toContain('Create key')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const anonymous = (await new Browser().open('/account')).answer.body
    expect(anonymous).toContain('href="/sign-in?return=%2Faccount"')
    expect(anonymous).not.toMatch(/\b(?:bearer|caller)\b/i)
  })

  it('counts pages by the person, as many as with a key, beside those of the address and of programs', async () => {
    const browser = new Browser()
    await browser.signIn('demo-pro')
    const limits = { RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_USER: '2', RATE_LIMIT_KEY: '8' }
    const given = { ...limits, ...issuer.env, LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:' }
    const limiter = { ...createMemoryLimiter({ clock: () => 0 }), close: () => undefined }
    const app = await createApp({ db: store.db, config: loadConfig(given), limiter })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const visit = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/', headers: { accept: 'text/html', ...headers } })).statusCode
    expect([await visit({}), await visit({})]).toEqual([200, 429])
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    for (let page = 0; page < 8; page++) expect(await visit(own)).toBe(200)
    expect(await visit(own)).toBe(429)
    await app.close()
  })

  it('keeps what cookies hold from scripts, but for the token of changes', async () => {
    const browser = new Browser()
    const start = await browser.open('/sign-in')
    const lines: string[] = []
    const send = browser.send.bind(browser)
    browser.send = async (...sent) => {
      const answer = await send(...sent)
      if (String(sent[0]).startsWith(room.url)) lines.push(...(answer.headers['set-cookie'] ?? []))
      return answer
    }
    await browser.open(`${start.url}/demo-free`, { method: 'POST' })
    expect(lines.map((line) => line.replace(/=[^;]*/, '').replace(/=[\w-]{43};/, ';'))).toEqual([
      'pequod-sign-in; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
      'pequod; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly',
      'pequod-csrf; Path=/; Max-Age=2592000; SameSite=Lax',
    ])
  })

  it('manages the account from our own pages', async () => {
    const browser = new Browser()
    await browser.signIn('demo-free')
    const { data } = await browser.ask(WHO)
    expect(data?.viewer).toEqual({ kind: 'USER', tier: 'FREE', account: { name: 'demo-free' } })
    expect((await browser.ask(CREATE_KEY)).errors).toBeUndefined()
  })

  it('ends a session that was fixed before, and gives the new one another token', async () => {
    const attacker = new Browser()
    await attacker.signIn('demo-free')
    const fixed = attacker.cookies.get('pequod') ?? ''
    const victim = new Browser()
    victim.cookies.set('pequod', fixed)
    await victim.signIn('demo-pro')
    expect(victim.cookies.get('pequod')).not.toBe(fixed)
    expect((await victim.ask(WHO)).data?.viewer).toMatchObject({ account: { name: 'demo-pro' } })
    expect((await attacker.ask(WHO)).data?.viewer).toMatchObject({ kind: 'ANONYMOUS' })
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/sign-in?return=/sign-in',
    `/${'a'.repeat(600)}`,
  ])('never returns to %s', async (back) => {
    expect(await new Browser().signIn('demo-free', back)).toBe(`${room.url}/account`)
  })
})

describe('a sign-in that is refused', () => {
  /** A browser before the callback, with the callback's address. */
  async function almost(): Promise<{ browser: Browser; callback: string }> {
    const browser = new Browser()
    const choice = await browser.open('/sign-in')
    let answer = await browser.send(`${choice.url}/demo-pro`, { method: 'POST' })
    let at = answer.headers.location ?? ''
    while (!at.startsWith(room.url)) {
      answer = await browser.send(at)
      at = new URL(answer.headers.location ?? '', at).href
    }
    return { browser, callback: at }
  }

  async function expectRefused(browser: Browser, callback: string): Promise<void> {
    const answer = await browser.send(callback, { headers: NAVIGATION })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Sign-in failed')
    expect(browser.cookies.has('pequod')).toBe(false)
  }

  /** Another text in the place of one field of the sign-in under way. */
  function change(browser: Browser, name: string, value: string): void {
    const attempt = JSON.parse(
      Buffer.from(browser.cookies.get('pequod-sign-in') ?? '', 'base64url').toString(),
    )
    const changed = JSON.stringify({ ...attempt, [name]: value })
    browser.cookies.set('pequod-sign-in', Buffer.from(changed).toString('base64url'))
  }

  it('is one of another browser', async () => {
    const { callback } = await almost()
    await expectRefused(new Browser(), callback)
  })

  it.each(['state', 'nonce', 'verifier'])('has another %s', async (name) => {
    const { browser, callback } = await almost()
    change(browser, name, 'a'.repeat(43))
    await expectRefused(browser, callback)
  })

  it('uses a code again', async () => {
    const { browser, callback } = await almost()
    const attempt = browser.cookies.get('pequod-sign-in') ?? ''
    expect((await browser.send(callback, { headers: NAVIGATION })).status).toBe(303)
    const again = new Browser()
    again.cookies.set('pequod-sign-in', attempt)
    await expectRefused(again, callback)
  })

  it('was cancelled', async () => {
    const { browser, callback } = await almost()
    const state = new URL(callback).searchParams.get('state')
    const iss = encodeURIComponent(new URL(callback).searchParams.get('iss') ?? '')
    const answer = await browser.send(`/sign-in/callback?error=access_denied&state=${state}&iss=${iss}`)
    expect(answer.body).toContain('You cancelled it.')
  })
})

describe('a session', () => {
  it('is of no use to another site', async () => {
    const browser = new Browser()
    await browser.signIn('demo-pro')
    const { 'x-csrf-token': token = '' } = browser.ownHeaders()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'x-csrf-token': token },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ])
      expect((await browser.ask(WHO, headers)).data?.viewer).toMatchObject({ kind: 'ANONYMOUS' })
    const other = await browser.ask(WHO, { 'sec-fetch-site': 'same-origin', 'x-csrf-token': 'x' })
    expect(other).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    const exported = '/v1/leaderboard/pnl-all?format=csv'
    expect((await browser.send(exported, { headers: NAVIGATION })).status).toBe(403)
    expect((await browser.send(exported, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })

  it('sends a form of our own page without a script, and none of another page or of a script', async () => {
    const browser = new Browser()
    await browser.signIn('demo-pro')
    // The form is refused for its field, which only a reader who may send it learns.
    const send = async (headers: Record<string, string>) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
      return (await browser.send('/lab', { method: 'POST', headers: form, body: 'size.usd=-1&__proto__=1' }))
        .status
    }
    expect(await send({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).toBe(422)
    for (const headers of [
      {},
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    ])
      expect(await send(headers), JSON.stringify(headers)).toBe(401)
  })

  it('shows nobody what another person follows', async () => {
    const [one, other] = [new Browser(), new Browser()]
    await one.signIn('demo-free')
    await other.signIn('demo-pro')
    await one.ask('mutation { createApiKey(input: { name: "of demo-free alone" }) { key } }')
    const page = async (browser: Browser) => (await browser.open('/account')).answer.body
    expect(await page(one)).toContain('of demo-free alone')
    expect(await page(other)).not.toContain('of demo-free alone')
  })

  it('ends by sign-out from our own page alone', async () => {
    const browser = new Browser()
    await browser.signIn('demo-pro')
    const token = browser.cookies.get('pequod') ?? ''
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const foreign = await browser.send('/sign-out', {
      method: 'POST',
      headers: { ...form, 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
    const answer = await browser.send('/sign-out', {
      method: 'POST',
      headers: { ...form, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.body).toContain(`${issuer.env.JWT_ISSUER}/session/end`)
    expect(browser.cookies.has('pequod')).toBe(false)
    browser.cookies.set('pequod', token)
    expect((await browser.ask(WHO, { 'sec-fetch-site': 'same-origin' })).data?.viewer).toMatchObject({
      kind: 'ANONYMOUS',
    })
  })
})

describe('the visits of a person', () => {
  it('show what changed since the last one, to that person only, until they are erased', async () => {
    const reader = new Browser()
    await reader.signIn('demo-pro')
    const { data } = await reader.ask(
      '{ leaderboard(id: "pnl-30d") { cutoff { time } entries(first: 1) { nodes { address } } } }',
    )
    const { leaderboard } = data as {
      leaderboard: { cutoff: { time: string }; entries: { nodes: [{ address: string }] } }
    }
    const { cutoff, entries } = leaderboard
    const [{ address }] = entries.nodes
    await reader.ask(`mutation { follow(input: { wallet: { address: "${address}" } }) { follow { topic } } }`)
    const home = async (browser: Browser) => (await browser.open('/')).answer
    expect((await home(reader)).body).toContain('The last 24 hours')
    // Two hours ago pages showed the ledger of a week before.
    const shown = Date.parse(cutoff.time) / 1_000 - 7 * 86_400
    const at = Math.floor(Date.now() / 1_000) - 7_200
    const account = await createAccountStore(store.db).accountByName('demo-pro')
    const columns = { account_id: [account?.id ?? 0], at: [at], cutoff: [shown] }
    await store.db.transaction((tx) => tx.insertNew(VISITS, columns, 1))
    const mine = await home(reader)
    expect(mine.body).toContain('Since your last visit')
    expect(mine.body).toContain(`/trader/${address}`)
    expect(mine.headers['cache-control']).toBe('private, no-store')
    expect(mine.headers.etag).toBeUndefined()
    const other = new Browser()
    await other.signIn('demo-free')
    for (const browser of [other, new Browser()]) {
      const { body } = await home(browser)
      expect(body).not.toContain('Since your last visit')
      expect(body).toContain('Who moves prediction markets')
    }
    const visitors = await store.db.all<{ account: number }>(
      'SELECT DISTINCT account_id AS account FROM visits ORDER BY account_id',
    )
    // Without an account there is nothing to write: the free person has one, and nobody else came.
    expect(visitors.map(({ account: id }) => id)).toHaveLength(2)
    const erased = await reader.ask('mutation { forgetVisits { wereKept } }')
    expect(erased.data).toEqual({ forgetVisits: { wereKept: true } })
    const left = await store.db.all('SELECT at FROM visits WHERE account_id = ?', [account?.id ?? 0])
    expect(left).toEqual([])
  })
})
