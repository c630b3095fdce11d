import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { PAGES } from '../../src/pages/register-pages.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { plantMembers } from '../whales/support/plant-members.ts'

const GATED = '/leaderboard/roi-all'

/** The visible text of a row without its rank, which differs in any case. */
function rowText(row: string): string {
  return row
    .replaceAll(/<td[^>]*class="rank"[^>]*>[\s\S]*?<\/td>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('pages of the explorer', () => {
  closeServed()
  gateTab('ROI')
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    served = await serveWorld({ env: { EMBED_ORIGINS: '*' } })
    callers = await tierCallers(served)
    await plantMembers(served.store.db)
    await keepRadar(served.store.db, { minUsd: 100 * MICRO })
    await updateSmartMoney(served.store.db)
  })

  const open = (url: string, tier: Tier = 'ANONYMOUS', headers = {}) =>
    served.app.inject({ url, headers: { ...callers[tier], ...headers } })
  const read = async (url: string, tier: Tier = 'ANONYMOUS') => (await open(url, tier)).json()

  test('an anonymous visitor of a gated board sees the last full month, also after a signed-in one', async () => {
    const now = await read('/v1/leaderboard/roi-all?limit=50', 'PRO')
    const pro = await open(GATED, 'PRO')
    expect(pro.body).toContain(now.entries[0].address)
    const { body } = await open(GATED)
    expect(body).toMatch(/a free key is enough/)
    const asOf = new Date(Date.parse(`${now.cutoff.time.slice(0, 7)}-01`) - 86_400_000)
      .toISOString()
      .slice(0, 10)
    const { entries } = await read(`/v1/leaderboard/roi-all?limit=50&asOf=${asOf}`, 'FREE')
    const shown = [...body.matchAll(/<a href="\/trader\/(0x\w+)">/g)].map(([, address]) => address)
    expect(shown).toEqual(entries.map(({ address }: { address: string }) => address))
    for (const { roi } of entries) expect(body).toContain(`value="${roi}"`)
    const today = now.entries.filter(
      ({ roi }: { roi: number }) => !entries.some((one: { roi: number }) => one.roi === roi),
    )
    expect(today.length).toBeGreaterThan(10)
    for (const { roi } of today) expect(body).not.toContain(`value="${roi}"`)
  })

  test('no anonymous page has three rows below each other that say the same', async () => {
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=1')
    const { items } = await read('/v1/markets?limit=1')
    const trader = `/trader/${entries[0].address}`
    const paths = [
      ...[
        '/',
        '/markets',
        '/tape',
        '/whales',
        '/smart-money',
        '/traders',
        '/search?q=a',
        '/lab',
        `/lots?t=${entries[0].address}`,
        `/compare?t=${entries[0].address}`,
        `/market/${items[0].condition}`,
        `/event/${(await read('/v1/events?limit=1')).items[0].id.replace('event:', '')}`,
      ],
      ...['closed', 'activity', 'trades', 'ranks'].map((list) => `${trader}?list=${list}`),
      ...LEADERBOARDS.map(({ id }) => `/leaderboard/${id}`),
    ]
    let rows = 0
    for (const path of paths) {
      const { body, statusCode } = await open(path)
      expect(statusCode, path).toBe(200)
      for (const [, list = ''] of body.matchAll(/<(?:tbody|ol|ul)\b[^>]*>([\s\S]*?)<\/(?:tbody|ol|ul)>/g)) {
        const texts = [...list.matchAll(/<(?:tr|li)\b[^>]*>([\s\S]*?)<\/(?:tr|li)>/g)].map(([, row = '']) =>
          rowText(row),
        )
        rows += texts.length
        for (const [i, text] of texts.entries())
          expect([path, text === texts[i + 1] && text === texts[i + 2] ? text : null]).toEqual([path, null])
      }
    }
    expect(rows).toBeGreaterThan(500)
  })

  test('an anonymous visitor of the whales page sees no identity and no exact amount', async () => {
    const { items } = await read('/v1/whales?limit=100', 'PRO')
    expect(items.length).toBeGreaterThan(5)
    const { body } = await open('/whales')
    for (const { address, usd } of items) {
      expect(body).not.toContain(address)
      if (!Number.isInteger(usd)) expect(body).not.toContain(`value="${usd}"`)
    }
  })

  test('the rows of a board page are those of REST, with exact values in the markup', async () => {
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=50')
    const { body } = await open('/leaderboard/pnl-all')
    const links = [...body.matchAll(/<a href="\/trader\/(0x\w+)">/g)].map(([, address]) => address)
    expect(links).toEqual(entries.map(({ address }: { address: string }) => address))
    for (const { pnl } of entries) expect(body).toContain(`value="${pnl}"`)
  })

  test('“Query this page” leads from every page to its query, which runs with its variables and is a path of REST', async () => {
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=2')
    const [first, second] = entries.map(({ address }: { address: string }) => address)
    const market = (await read('/v1/markets?limit=1')).items[0].condition
    const event = (await read('/v1/events?limit=1')).items[0].id.replace('event:', '')
    const paths: Readonly<Record<string, string>> = {
      homePage: '/',
      leaderboardPage: '/leaderboard/pnl-all?order=volume:desc&isBot=false',
      traderPage: `/trader/${first}?list=trades`,
      explainPage: `/explain/trader/${first}/pnl`,
      tradersPage: '/traders?minVolume=1000&order=roi:desc&period=30d',
      comparePage: `/compare?t=${first},${second}&period=30d`,
      lotsPage: `/lots?t=${first},${second}&year=2026&method=lifo`,
      marketsPage: '/markets?orderBy=volume',
      marketPage: `/market/${market}`,
      eventPage: `/event/${event}`,
      tapePage: '/tape?side=buy&order=largest',
      whalesPage: '/whales',
      smartMoneyPage: '/smart-money',
      labPage: '/lab',
      searchPage: '/search?q=a',
    }
    // Texts, the reader's own pages, and those of one trial or rule, whose tests are beside them.
    const others = /^\/(docs|account|outbox|verify|reconcile|lab\/)/
    for (const { name } of PAGES.filter(({ path }) => !others.test(path))) {
      const { body } = await open(paths[name] ?? `no path of ${name}`, 'PRO')
      const [, menu = ''] = /<summary>Query this page<\/summary>([\s\S]*?)<\/details>/.exec(body) ?? []
      const [, link = ''] = /<a href="([^"]+)">Open in GraphiQL/.exec(menu) ?? []
      const asked = new URL(link.replaceAll('&amp;', '&'), 'http://localhost')
      expect([name, asked.pathname]).toEqual([name, '/graphql'])
      const payload = {
        query: asked.searchParams.get('query'),
        variables: JSON.parse(asked.searchParams.get('variables') ?? ''),
      }
      const answer = await served.app.inject({
        method: 'POST',
        url: '/graphql',
        payload,
        headers: callers.PRO,
      })
      const { data, errors } = answer.json()
      expect([name, errors, Object.values(data ?? {}).some((value) => value !== null)]).toEqual([
        name,
        undefined,
        true,
      ])
      const [, path = ''] = /<\/span>([^']+)'/.exec(menu) ?? []
      expect([name, (await open(path.replaceAll('&amp;', '&'), 'PRO')).statusCode]).toEqual([name, 200])
    }
  })

  test('the query of a list is of the rows of its page, on the next page too', async () => {
    for (const [path, rows] of [
      ['/leaderboard/volume-all?order=roi:desc', 50],
      ['/traders?minVolume=1', 25],
      ['/tape', 50],
    ] as const) {
      let address: string | undefined = path
      for (let page = 0; page < 2 && address !== undefined; page++) {
        const { body } = await open(address.replaceAll('&amp;', '&'), 'PRO')
        const [, asked = ''] = /<\/span>(\/v1\/[^']+)'/.exec(body) ?? []
        expect(asked, address).not.toBe('')
        const answer = await read(asked.replaceAll('&amp;', '&'), 'PRO')
        expect([path, asked, answer]).toEqual([
          path,
          asked,
          expect.not.objectContaining({ code: expect.any(String) }),
        ])
        const items: { address?: string; trader?: { address: string } }[] = answer.entries ?? answer.items
        const table = body.slice(body.indexOf('<tbody'), body.lastIndexOf('</tbody>'))
        for (const { address: own, trader } of items) expect(table, asked).toContain(own ?? trader?.address)
        address = /<a rel="next" href="([^"]+)"/.exec(body)?.[1]
        if (address !== undefined) expect([asked, items.length]).toEqual([asked, rows])
      }
    }
  })

  test('rows as a file are offered only to callers who may have them', async () => {
    const { items } = await read('/v1/markets?limit=1')
    const paths = [
      '/leaderboard/pnl-7d',
      '/traders?isBot=false',
      '/tape?side=buy',
      '/markets',
      `/market/${items[0].condition}`,
      '/whales',
      '/smart-money',
    ]
    const offered = async (path: string, tier: Tier) =>
      [...(await open(path, tier)).body.matchAll(/href="([^"]*format=csv[^"]*)"/g)].map(([, url = '']) => url)
    for (const path of paths) {
      for (const tier of ['ANONYMOUS', 'FREE'] as const) expect(await offered(path, tier)).toEqual([])
      for (const url of await offered(path, 'PRO'))
        expect((await open(url.replaceAll('&amp;', '&'), 'PRO')).headers['content-type']).toMatch('text/csv')
    }
    expect(await offered('/markets', 'PRO')).toHaveLength(1)
  })

  test('a page is cached by tag, for its tier only, and revalidated by it', async () => {
    const first = await open('/leaderboard/pnl-7d')
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const again = await open('/leaderboard/pnl-7d', 'ANONYMOUS', { 'if-none-match': `${first.headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await open('/leaderboard/pnl-7d', 'PRO')
    expect(other.headers.etag).not.toBe(first.headers.etag)
    expect(other.headers['cache-control']).toBe('private, no-cache')
    for (const [url, tier, header] of [
      ['/whales', 'ANONYMOUS', 'public, no-cache'],
      ['/whales', 'PRO', 'private, no-store'],
      ['/whales', 'FREE', 'private, no-cache'],
      ['/', 'FREE', 'private, no-store'],
      ['/', 'PRO', 'private, no-store'],
      ['/account', 'ANONYMOUS', 'private, no-store'],
    ] as const)
      expect([url, tier, (await open(url, tier)).headers['cache-control']]).toEqual([url, tier, header])
  })

  test('third-party text is text in the page and in search results', async () => {
    const { body, statusCode } = await open(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<script>')
    expect(body).toContain('&lt;script&gt;')
  })

  test('tracking parameters and empty form fields change nothing', async () => {
    const plain = await open('/leaderboard/pnl-7d')
    const marked = await open('/leaderboard/pnl-7d?utm_source=x&category=&minVolume=')
    expect(marked.headers.etag).toBe(plain.headers.etag)
  })

  test.each([
    ['/leaderboard/nope', 404, 'NOT_FOUND'],
    ['/leaderboard/pnl-7d?minVolume=much', 422, 'BAD_USER_INPUT'],
    ['/trader/0x1', 422, 'BAD_USER_INPUT'],
    [`/market/0x${'0'.repeat(64)}`, 404, 'NOT_FOUND'],
    ['/event/nope', 404, 'NOT_FOUND'],
    ['/whales?trader=0x1', 422, 'BAD_USER_INPUT'],
  ])('%s has a face of its own: %i', async (path, status, code) => {
    const { statusCode, headers, body } = await open(path)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      status,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain(`<code>${code}</code>`)
    expect(body).toMatch(/<p class="lead">(?:<code>\w+<\/code>)?[^<]{10,}<\/p>/)
  })

  test('wrong credentials are refused on pages too', async () => {
    const answer = await open('/', 'ANONYMOUS', { 'x-api-key': 'pq_live_wrong' })
    expect([answer.statusCode, answer.body.includes('That key does not work')]).toEqual([401, true])
  })

  test('every link of a page to a definition has a target', async () => {
    const { body } = await open('/docs/methodology')
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=1')
    const paths = ['/leaderboard/pnl-7d', `/trader/${entries[0].address}`, '/whales', '/smart-money']
    for (const path of paths)
      for (const [, anchor] of (await open(path, 'PRO')).body.matchAll(/href="\/docs\/methodology#([^"]+)"/g))
        expect(ids, `${path}#${anchor}`).toContain(anchor)
  })

  test('every picture of the notifications page is served', async () => {
    const { body } = await open('/docs/notifications')
    const pictures = [...body.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)]
    expect(pictures.length).toBeGreaterThan(5)
    for (const [, path = ''] of pictures) {
      const { statusCode, headers, body: svg } = await open(`/docs/${path}`)
      expect([statusCode, headers['content-type']], path).toEqual([200, 'image/svg+xml'])
      expect(svg).toContain('</svg>')
    }
  })

  test('styles and scripts of a page are small', async () => {
    const names = [
      'pequod.css',
      'theme.js',
      'page.js',
      'key.js',
      'lab.js',
      'whales.js',
      'account.js',
      'follow.js',
      'tape.js',
    ]
    const sizes = await Promise.all(
      names.map(
        async (name) =>
          (await open(`/assets/${name}`, 'ANONYMOUS', { 'accept-encoding': 'gzip' })).rawPayload.length,
      ),
    )
    const [style = 0, ...scripts] = sizes
    expect(style).toBeLessThan(60_000)
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
  })

  test('the account page avoids the terms of protocols', async () => {
    for (const tier of ['ANONYMOUS', 'FREE', 'PRO'] as const)
      expect((await open('/account', tier)).body.replaceAll(/<[^>]+>/g, '')).not.toMatch(/bearer|caller/i)
  })

  test('the trader page shows the official rule within its details alone', async () => {
    const { entries } = await read('/v1/leaderboard/volume-all?limit=1')
    const { body } = await open(`/trader/${entries[0].address}`)
    const [before = '', details = ''] = body.split('<details><summary>Details</summary>')
    expect(details.split('</details>')[0]).toContain('Official rule')
    expect(before).not.toContain('Official rule')
  })

  test('no page leads an anonymous visitor to a further page that is refused', async () => {
    const { entries } = await read('/v1/leaderboard/volume-all?limit=1')
    const { items } = await read('/v1/markets?limit=1')
    const trader = `/trader/${entries[0].address}`
    const [market, ...lists] = [
      `/market/${items[0].condition}`,
      `${trader}?list=trades`,
      `${trader}?list=activity`,
    ]
    for (const path of [market, ...lists, `${trader}?list=closed`, '/leaderboard/pnl-all', '/markets']) {
      const { body } = await open(path)
      for (const [, next = ''] of body.matchAll(/rel="next" href="([^"#]+)/g))
        expect((await open(next.replaceAll('&amp;', '&'))).statusCode, path).toBe(200)
    }
    expect((await open(market)).body).toContain('More pages are for Pro accounts')
    const { body } = await open(market, 'PRO')
    const [, next = ''] = /rel="next" href="([^"#]+)/.exec(body) ?? []
    expect((await open(next.replaceAll('&amp;', '&'), 'PRO')).statusCode).toBe(200)
  })

  test('no two pages have the same name', () => {
    expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length)
  })
})
