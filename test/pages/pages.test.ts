import { globSync, readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import * as formats from '../../src/formats.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, type Served, serveNothing, serveWorld } from '../server/support/served-world.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'gzip, br' }

describe('pages', () => {
  closeServed()
  let world: Served
  let nothing: Served
  beforeAll(async () => {
    world = await serveWorld()
    await updateSmartMoney(world.store.db)
    nothing = await serveNothing()
  })

  test('GraphiQL loads only own files, at most 700 KB, cached for good', async () => {
    const answer = await world.app.inject({ url: '/graphql', headers: BROWSER })
    const page = gunzipSync(answer.rawPayload).toString()
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
    const files = new Set(page.match(/\/assets\/graphiql\/[\w.-]+/g))
    let size = answer.rawPayload.length
    // Files that a file imports join the list while it is read.
    for (const url of files) {
      const file = await world.app.inject({ url, headers: BROWSER })
      expect([url, file.statusCode]).toEqual([url, 200])
      expect(file.headers['cache-control']).toContain('immutable')
      size += file.rawPayload.length
      const { body } = await world.app.inject(url)
      for (const [, name] of body.matchAll(/[`"']\.\/([\w-]+\.js)[`"']/g))
        files.add(`/assets/graphiql/${name}`)
    }
    const names = [...files].map((url) => url.replace(/^.*\/(\w+).*(\.\w+)$/, '$1$2')).sort()
    expect(names).toEqual([
      'first.js',
      'graphiql.js',
      'later.js',
      'rolldown.js',
      'schema.graphql',
      'style.css',
    ])
    expect(size).toBeLessThan(700_000)
    expect((await world.app.inject('/assets/graphiql/none.js')).statusCode).toBe(404)
  })

  test('GraphiQL says that the data is simulated, only where it is', async () => {
    const simulated = await world.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect(simulated.body).toContain('<title>Pequod GraphiQL (simulated data)</title>')
    expect(simulated.body).toContain('# Simulated data')
    const real = await nothing.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect(real.body).toContain('<title>Pequod GraphiQL</title>')
    expect(real.body).not.toContain('# Simulated data')
    expect(real.headers.etag).not.toBe(simulated.headers.etag)
  })

  test('GraphiQL is sent once: a browser that has it gets 304', async () => {
    const { headers } = await world.app.inject({ url: '/graphql', headers: BROWSER })
    const again = await world.app.inject({
      url: '/graphql',
      headers: { ...BROWSER, 'if-none-match': `${headers.etag}` },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const plain = await world.app.inject({
      url: '/graphql',
      headers: { ...BROWSER, 'accept-encoding': 'gzip;q=0' },
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('the start page runs our modules only, loads our files only, and says that the data is simulated', async () => {
    const answer = await world.app.inject('/')
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'/,
    )
    expect(answer.body).toContain('Simulated data.')
    expect(answer.body).not.toMatch(
      /<script(?! (type="module" blocking="render" )?src="\/assets\/)|<style|\sstyle=|\son\w+=|(src|href)="(https?:)?\/\//,
    )
    const empty = await nothing.app.inject('/')
    expect([empty.statusCode, empty.body.includes('No snapshot yet')]).toEqual([200, true])
    expect(empty.body).not.toContain('Simulated data.')
  })

  test('the reference runs our scripts only, with styles of a nonce that is never reused', async () => {
    const answers = await Promise.all([world.app.inject('/docs'), world.app.inject('/docs')])
    const nonces = answers.map(
      (answer) => /property="csp-nonce" content="([^"]{20,})"/.exec(answer.body)?.[1],
    )
    expect(new Set(nonces).size).toBe(2)
    for (const [at, answer] of answers.entries()) {
      expect(scriptSources(answer)).toBe("'self'")
      expect(answer.headers['content-security-policy']).toContain(
        `style-src-elem 'self' 'nonce-${nonces[at]}';`,
      )
      expect(answer.headers['content-security-policy']).not.toMatch(/https?:|\*|script-src[^;]*unsafe/)
      expect(answer.body).not.toMatch(/<script>|(src|href)="(https?:)?\/\//)
      expect(answer.body).toContain('Simulated data.')
    }
    expect((await nothing.app.inject('/docs')).body).not.toContain('Simulated data.')
  })

  test('every asset that pages name is served, and revalidated by tag', async () => {
    const pages = await Promise.all(['/', '/docs'].map((url) => world.app.inject(url)))
    const scripted = await world.app.inject('/assets/docs.js')
    const texts = [...pages.map(({ body }) => body), scripted.body].join('\n')
    const assets = new Set(texts.match(/\/assets\/[\w.]+/g))
    expect(assets).toContain('/assets/scalar.js')
    for (const url of assets) {
      const { statusCode, headers } = await world.app.inject(url)
      expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 200, 'nosniff'])
    }
    const { headers } = await world.app.inject('/assets/scalar.js')
    const again = await world.app.inject({
      url: '/assets/scalar.js',
      headers: { 'if-none-match': `${headers.etag}` },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('browsers format numbers by the module that the service formats them by, and by nothing else', async () => {
    const { body } = await world.app.inject('/assets/formats.js')
    const theirs: typeof formats = await import(`data:text/javascript,${encodeURIComponent(body)}`)
    expect(Object.keys(theirs).toSorted()).toEqual(Object.keys(formats).toSorted())
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (usd, price) => {
          expect(theirs.moneyText(usd)).toBe(formats.moneyText(usd))
          expect(theirs.centsText(price)).toBe(formats.centsText(price))
          expect(theirs.countText(Math.round(usd))).toBe(formats.countText(Math.round(usd)))
        },
      ),
    )
    const scripts = globSync('src/pages/**/browser/*.js')
    expect(scripts.length).toBeGreaterThan(5)
    const own = /toLocaleString|toFixed|NumberFormat|¢/
    expect(scripts.filter((path) => own.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  test('the reference has every path, parameter and failure of the route table without script too', async () => {
    const { body } = await world.app.inject('/docs')
    const plain = body.slice(body.indexOf('<noscript><main>'))
    for (const { path, description, parameters, failures } of ROUTES) {
      expect(plain).toContain(`GET ${path}`)
      expect(plain).toContain(description.replaceAll("'", '&#39;'))
      for (const { name } of Object.values(parameters)) expect(plain).toContain(`<code>${name}</code>`)
      for (const code of failures) expect(plain).toContain(code)
    }
  })

  test('a caller’s Host header is on no page', async () => {
    const answer = await world.app.inject({ url: '/', headers: { host: 'a"><script>alert(1)</script>' } })
    expect(answer.body).not.toContain('<script>')
  })

  test('health is live immediately, ready with the first snapshot', async () => {
    expect((await nothing.app.inject('/health/live')).statusCode).toBe(200)
    const unready = await nothing.app.inject('/health/ready')
    expect([unready.statusCode, unready.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(unready.headers['retry-after']).toBeDefined()
    expect((await world.app.inject('/health/ready')).json()).toEqual({ status: 'ok', snapshot: 1 })
  })

  test('an unknown path is 404: a page for a browser, the shape of every error for others', async () => {
    const url = '/<script>alert(1)</script>'
    const answer = await world.app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ detail: expect.any(String), code: 'NOT_FOUND' })
    const page = await world.app.inject({ url, headers: { accept: BROWSER.accept } })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(page.body).toContain('Page not found')
    expect(page.body).not.toContain('<script>')
    for (const [, link = ''] of page.body.matchAll(/href="([^"]+)"/g))
      expect((await world.app.inject({ url: link, headers: BROWSER })).statusCode, link).toBe(200)
    const missing = await world.app.inject({ url: '/v1/leaderboard/nope-7d', headers: BROWSER })
    expect(missing.json().code).toBe('NOT_FOUND')
  })

  test.each([
    ['/leaderboard', '/leaderboard/pnl-30d'],
    ['/api', '/docs'],
  ])('%s leads to %s', async (url, target) => {
    const { statusCode, headers } = await world.app.inject({ url, headers: BROWSER })
    expect([statusCode, headers.location]).toEqual([302, target])
    expect((await world.app.inject({ url: target, headers: BROWSER })).statusCode).toBe(200)
  })

  test('the search page lists what REST finds, and the movers of the day without words', async () => {
    const get = (url: string) => world.app.inject({ url, headers: { accept: 'text/html' } })
    const { items } = (await world.app.inject('/v1/search?query=co&limit=12')).json()
    const paths: Record<string, (one: Record<string, string>) => string> = {
      trader: ({ address }) => `/trader/${address}`,
      market: ({ condition }) => `/market/${condition}`,
      event: ({ id = '' }) => `/event/${id.replace('event:', '')}`,
      leaderboard: ({ id }) => `/leaderboard/${id}`,
    }
    const { body } = await get('/search?q=co')
    const [, found = ''] = /<div class="found">([\s\S]*?)<\/div>/.exec(body) ?? []
    const links = [...found.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href)
    const expected = items.map(({ result }: { result: Record<string, string> }) =>
      paths[result.kind ?? '']?.(result),
    )
    expect(links.length).toBeGreaterThan(2)
    expect(links).toEqual(expected)
    for (const more of ['/traders?query=co', '/markets?query=co']) {
      expect(found).toContain(`href="${more}"`)
      expect((await get(more)).statusCode).toBe(200)
    }
    expect((await get('/search')).body).toContain('<div class="found">')
    const [trader] = items.filter(
      ({ result }: { result: Record<string, string> }) => result.kind === 'trader',
    )
    const trades = (await world.app.inject(`/v1/trader/${trader.result.address}/trades?limit=1`)).json()
    const [{ tx, market }] = trades.items
    const ofHash = (await get(`/search?q=${tx}`)).body
    expect(ofHash).toContain(`<li><a href="/trader/${trader.result.address}">`)
    expect(ofHash).toContain(`<li><a href="/market/${market.condition}">`)
  })

  test('a trader’s page is found by a name that one trader has', async () => {
    const rows = await world.store.db.all<{ address: string; username: string }>(
      'SELECT address, username FROM traders WHERE username IS NOT NULL ORDER BY id LIMIT 2',
    )
    for (const { address, username } of rows) {
      const url = `/trader/${encodeURIComponent(username.toUpperCase())}`
      const { statusCode, headers } = await world.app.inject({ url, headers: BROWSER })
      expect([username, statusCode, headers.location]).toEqual([username, 302, `/trader/${address}`])
    }
    for (const nobody of ['nobody-at-all', 'x'.repeat(300), '%00'])
      expect(
        (await world.app.inject({ url: `/trader/${nobody}`, headers: BROWSER })).statusCode,
      ).toBeGreaterThanOrEqual(404)
  })

  test('the sitemap leads to parts, whose pages all exist', async () => {
    const get = (url: string) => world.app.inject({ url, headers: { host: 'example.test' } })
    const index = await get('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    const locations = (text: string) =>
      [...text.matchAll(/<loc>http:\/\/example\.test([^<]*)<\/loc>/g)].map(([, path = '']) => path)
    const parts = locations(index.body)
    expect(parts).toEqual(['/sitemap/pages.xml', '/sitemap/markets.xml', '/sitemap/traders-1.xml'])
    for (const part of parts) {
      const paths = locations((await get(part)).body)
      expect(paths.length, part).toBeGreaterThan(10)
      for (const path of [paths[0], paths.at(-1)])
        expect([path, (await world.app.inject({ url: path ?? '', headers: BROWSER })).statusCode]).toEqual([
          path,
          200,
        ])
    }
    const markets = locations((await get('/sitemap/markets.xml')).body)
    const { items } = (await world.app.inject('/v1/events?limit=100')).json()
    expect(markets.filter((path) => path.startsWith('/event/'))).toEqual(
      items.map(({ id }: { id: string }) => `/event/${id.replace('event:', '')}`),
    )
    for (const part of ['traders-2.xml', 'traders-0.xml', 'x.xml'])
      expect((await get(`/sitemap/${part}`)).statusCode).toBe(404)
    expect((await world.app.inject({ url: '/sitemap.xml', headers: { host: 'a"<b' } })).body).not.toContain(
      '"<b',
    )
  })

  test('llms.txt names the references, and each is there', async () => {
    const { body, headers } = await world.app.inject({ url: '/llms.txt', headers: { host: 'example.test' } })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const links = [...body.matchAll(/\]\(http:\/\/example\.test([^)#]*)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(5)
    for (const link of links)
      expect([link, (await world.app.inject({ url: link, headers: BROWSER })).statusCode]).toEqual([
        link,
        200,
      ])
  })

  test('the pages install as an application, and browsers without keys of Web Push are offered no messages', async () => {
    const manifest = await world.app.inject('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    const { icons, start_url } = manifest.json()
    expect([start_url, icons.length]).toEqual(['/', 3])
    for (const { src, sizes, type } of icons) {
      const icon = await world.app.inject(src)
      expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, type])
      if (type === 'image/png')
        expect(`${icon.rawPayload.readUInt32BE(16)}x${icon.rawPayload.readUInt32BE(20)}`).toBe(sizes)
    }
    const { body, headers } = await world.app.inject('/')
    expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    expect(headers['content-security-policy']).toMatch(/worker-src 'self'; manifest-src 'self'/)
    expect((await world.app.inject('/push-worker.js')).headers['content-type']).toContain('text/javascript')
    expect((await world.app.inject('/push-key')).statusCode).toBe(204)
    const keys = webPush.generateVAPIDKeys()
    const { app } = await serveNothing({
      env: {
        VAPID_PUBLIC_KEY: keys.publicKey,
        VAPID_PRIVATE_KEY: keys.privateKey,
        VAPID_SUBJECT: 'mailto:a@b.example',
      },
    })
    expect((await app.inject('/push-key')).body).toBe(keys.publicKey)
  })

  test('the browser icon is a picture, and robots.txt is served', async () => {
    const icon = await world.app.inject('/favicon.ico')
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/x-icon'])
    const picture = icon.rawPayload.subarray(icon.rawPayload.readUInt32LE(18))
    expect(picture.length).toBe(icon.rawPayload.readUInt32LE(14))
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    const robots = await world.app.inject('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toMatch(/^User-agent: \*\nAllow: \/\nDisallow: \/v1\/\n/)
  })
})

/** Returns the sources of scripts in the answer's policy. */
function scriptSources({ headers }: { headers: OutgoingHttpHeaders }): string | undefined {
  return /script-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
}
