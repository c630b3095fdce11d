import fc from 'fast-check'
import { expect, test } from 'vitest'
import { screenAddress } from '../../src/pages/parts/saved-screens.ts'
import { serveUsers } from '../server/support/served-users.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

closeServed()

const users = serveUsers(serveWorld)

async function user(sub: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await users.tokenOf(sub)}` }
}

async function open(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { statusCode, body } = await users.served.app.inject({ url, headers })
  expect(statusCode, url).toBe(200)
  return body
}

async function save(headers: Record<string, string>, payload: object): Promise<{ id: string; path: string }> {
  const { statusCode, body } = await users.served.app.inject({
    method: 'POST',
    url: '/v1/screens',
    headers,
    payload,
  })
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
const tabsIn = (html: string) => /aria-label="Screens">([\s\S]*?)<\/nav>/.exec(html)?.[1] ?? ''
const tradersIn = (html: string) => linksIn(html).filter((url) => url.startsWith('/trader/0x'))

test('the own screens come before the ready-made ones, and each opens what it saved', async () => {
  const [own, other] = [await user('ahab'), await user('elijah')]
  const question = { where: { isBot: false, tradeCount: { min: 2 } }, order: 'roi:desc' }
  const { path } = await save(own, { name: 'Mine & <b>bold</b>', ...question })
  const view = '/traders?isBot=false&minTradeCount=2&order=roi:desc'
  const page = await open(view, own)
  expect(tabsIn(page)).toContain('aria-current="page"><bdi>Mine &amp; &lt;b&gt;bold&lt;/b&gt;</bdi>')
  const [everybody, mine = '', ready] = linksIn(tabsIn(page))
  expect([everybody, mine]).toEqual(['/traders', screenAddress({ path })])
  expect(ready).toContain('category=politics')
  const opened = await open(mine, own)
  expect(tradersIn(opened).length).toBeGreaterThan(0)
  expect(tradersIn(opened)).toEqual(tradersIn(page))
  for (const headers of [other, {}]) expect(await open(view, headers)).not.toContain('Mine')
})

test('the account page lists them, to its account alone', async () => {
  const [own, other] = [await user('bildad'), await user('peleg')]
  const { path } = await save(own, { name: 'Careful', top: 20, public: true })
  const page = await open('/account', own)
  expect(linksIn(page)).toContain(screenAddress({ path }))
  expect(page).toMatch(/Careful[\s\S]*The first 20 traders · public/)
  expect(await open('/account', other)).not.toContain('Careful')
})

test('a saved screen is followed by its star, and on the account page by a button', async () => {
  const own = await user('perth')
  const { id, path } = await save(own, { name: 'Followed', order: 'roi:desc' })
  const star = `data-star="screen:${id}"`
  expect(await open(screenAddress({ path }), own)).toContain(star)
  expect(await open(screenAddress({ path }), await user('dough-boy'))).not.toContain(star)
  const button = new RegExp(`&quot;topic&quot;:&quot;screen:${id}&quot;[^>]*>(?:(?!</form>)[\\s\\S])*Follow<`)
  expect(await open('/account', own)).toMatch(button)
  const url = `/v1/watchlist/screen:${id}`
  await users.served.app.inject({ method: 'PUT', url, headers: own, payload: { top: 7 } })
  const page = await open('/account', own)
  expect(page).not.toMatch(button)
  expect(page).toMatch(/Following<\/h2>[\s\S]*Followed<\/bdi>[\s\S]*entering or leaving the top 7/)
})

test('people who can save the screen get a form; nobody saves a window of days', async () => {
  const own = await user('gabriel')
  expect(await open('/traders?minPnl=0', own)).toContain('Save this screen')
  expect(await open('/traders?minPnl=0')).not.toContain('Save this screen')
  const { cutoff } = JSON.parse(await open('/v1/traders?minPnl=0'))
  expect(await open(`/traders?asOf=${cutoff.time.slice(0, 10)}`, own)).not.toContain('Save this screen')
})

const arbitraryWhere = fc.record(
  {
    pnl: fc.record({ min: fc.integer({ min: -9, max: 9 }), max: fc.constantFrom(10.5, 1_000) }),
    roi: fc.record({ known: fc.boolean() }),
    isBot: fc.boolean(),
    verdict: fc.subarray(['SKILLED', 'CANNOT_TELL'], { minLength: 1 }),
    lastTrade: fc.record({ from: fc.constant('2026-02-03') }),
    among: fc.constantFrom([`0x${'1'.repeat(40)}`], ['nobody, really', 'no one']),
    board: fc.record({ id: fc.constant('pnl-all'), top: fc.constantFrom(5, 100) }),
    not: fc.record({ volume: fc.record({ min: fc.constant(5) }) }),
    any: fc.constant([{ isBot: true }, { pnl: { min: 1 } }]),
  },
  { requiredKeys: [] },
)

test('the address of a screen’s page asks the saved question', async () => {
  const own = await user('stubb')
  await fc.assert(
    fc.asyncProperty(arbitraryWhere, fc.constantFrom('all', '30d'), async (where, period) => {
      const { id, path } = await save(own, { name: 'drawn', where, period, order: 'pnl*2,roi*1:asc' })
      const address = screenAddress({ path })
      expect(JSON.parse(await open(`/v1${address}`)).path).toBe(path)
      await users.served.app.inject({ method: 'DELETE', url: `/v1/screens/${id}`, headers: own })
    }),
    { numRuns: 20 },
  )
})

test('a search finds the own screens among everything else, by match', async () => {
  const own = await user('starbuck')
  const found = async (headers = {}, q = 'will') =>
    /<div class="found">([\s\S]*?)<\/div>/.exec(await open(`/search?q=${q}`, headers))?.[1] ?? ''
  const kinds = (list: string) => [...list.matchAll(/<small class="kind">(\w+)</g)].map(([, kind]) => kind)
  const before = kinds(await found(own))
  expect(before.length).toBeGreaterThan(2)
  const { path } = await save(own, { name: 'Wïll', where: { isBot: false } })
  await save(own, { name: 'unwilling', where: { isBot: true } })
  const list = await found(own)
  expect(linksIn(list)[0]).toBe(screenAddress({ path }))
  expect(kinds(list)).toEqual(['Screen', ...before].slice(0, 12))
  expect(kinds(await found(own, 'nwilli'))).toEqual(['Screen'])
  expect(kinds(await found(await user('stubb')))).toEqual(before)
  // REST finds the same, and keeps it for nobody else of the tier.
  const asked = async (headers: Record<string, string>) =>
    JSON.parse(await open('/v1/search?query=will', headers)).items.map(
      ({ result }: { result: { kind: string } }) => result.kind,
    )
  const others = await asked(await user('stubb'))
  expect(others).not.toContain('saved-screen')
  expect(await asked(own)).toEqual(['saved-screen', ...others].slice(0, 10))
  expect(await asked(await user('stubb'))).toEqual(others)
})
