import { Resvg } from '@resvg/resvg-js'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardSvg } from '../../src/pages/cards/card.ts'
import { FONTS, renderPng } from '../../src/pages/cards/register-cards.ts'
import { profitPlot } from '../../src/pages/charts/series.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveAgain, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const FOOTER = { as: 'As of today', isSimulated: true }
const stranger = fc.string({ unit: 'binary', maxLength: 300 })

/** The names of all elements of a picture, and its texts. */
function readSvg(svg: string): { names: Set<string>; text: string } {
  const names = new Set<string>()
  const visit = (element: XmlElement) => {
    names.add(element.name)
    for (const child of element.children) if (child instanceof XmlElement) visit(child)
  }
  const { root } = parseXml(svg)
  if (root !== null) visit(root)
  return { names, text: root?.text ?? '' }
}

test('a card is well-formed and of bounded length with any third-party names', () => {
  const expected = new Set('svg style rect g path text line'.split(' '))
  fc.assert(
    fc.property(stranger, stranger, stranger, (title, words, name) => {
      const picture = Array.from({ length: 8 }, () => ({ place: '1', name, value: '+$1' }))
      const svg = cardSvg({ kind: 'Trader', title, figure: { text: '$1' }, words, picture }, FOOTER)
      const { names } = readSvg(svg)
      expect([...names].filter((one) => !expected.has(one))).toEqual([])
      expect(svg.length).toBeLessThan(12_000)
    }),
  )
})

test.each([
  ['lantern_1, 0xedda…b145, NimbleCompass86', null],
  ['WWWWWWWWWWWWWWWW MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM', '+$12,731,928'],
  ['Will the Blue Heron List win the most seats in Ostelle’s spring election?', '63¢'],
])('a card’s texts stay within it: %s', (title, figure) => {
  const words = `${title} `.repeat(4)
  const card = {
    kind: 'Market',
    title,
    figure: figure === null ? null : { text: figure },
    words,
    picture: [],
  }
  const font = { loadSystemFonts: false, fontFiles: [...FONTS], defaultFontFamily: 'DejaVu Sans' }
  expect(new Resvg(cardSvg(card, FOOTER), { font }).getBBox()?.width).toBe(1_200)
})

/** A path below a page's, with the page's query. */
const at = (path: string, below: string) => path.replace(/\?|$/, (query) => `${below}${query}`)
const escaped = (path: string) => path.replaceAll('&', '&amp;')

describe('cards of pages', () => {
  closeServed()
  gateTab('ROI')
  let served: Served
  let paths: string[]
  beforeAll(async () => {
    served = await serveWorld()
    await updateSmartMoney(served.store.db)
    const read = async (url: string) => (await served.app.inject(url)).json()
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=1')
    const { items } = await read('/v1/markets?limit=1')
    const event = (await read('/v1/events?limit=1')).items[0].id.replace('event:', '')
    paths = [
      '/leaderboard/pnl-all',
      `/trader/${entries[0].address}`,
      `/market/${items[0].condition}`,
      `/event/${event}`,
      '/traders?minVolume=1000&isBot=false',
    ]
  })

  test('a trader, a board, a market and a question about traders have a picture of 1200 by 630, as PNG and as SVG', async () => {
    for (const path of paths) {
      const png = await served.app.inject(at(path, '/card.png'))
      expect([png.statusCode, png.headers['content-type']]).toEqual([200, 'image/png'])
      const { rawPayload } = png
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
      const svg = await served.app.inject(at(path, '/card.svg'))
      expect(svg.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      const { text } = readSvg(svg.body)
      expect(text).toContain('Simulated data')
      if (path.startsWith('/leaderboard/')) expect(text).toMatch(/\S+ leads [\d,]+ traders with \+\$[\d,]+\./)
      const again = await served.app.inject({
        url: at(path, '/card.png'),
        headers: { 'if-none-match': `${png.headers.etag}` },
      })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    }
  })

  test('a card of a gated board shows a Pro caller no more than an anonymous one', async () => {
    const { PRO } = await tierCallers(served)
    const url = '/leaderboard/roi-all/card.svg'
    const pro = await served.app.inject({ url, headers: PRO })
    expect(pro.body).toBe((await served.app.inject(url)).body)
    const read = async (query: string) =>
      (await served.app.inject({ url: `/v1/leaderboard/roi-all?limit=5${query}`, headers: PRO })).json()
    const { cutoff } = await read('')
    const lastMonth = new Date(Date.parse(`${cutoff.time.slice(0, 7)}-01`) - 86_400_000).toISOString()
    const { entries } = await read(`&asOf=${lastMonth.slice(0, 10)}`)
    expect(entries).toHaveLength(5)
    for (const { username, address } of entries) expect(pro.body).toContain(username ?? address.slice(0, 6))
  })

  test('a page names its card by an absolute URL, only if PUBLIC_URL is set', async () => {
    const [path = ''] = paths
    expect((await served.app.inject(path)).body).not.toContain('og:image')
    const known = await serveAgain(served, { env: { PUBLIC_URL: 'https://pequod.example' } })
    const { body } = await known.app.inject(`${path}?isBot=false`)
    expect(body).toContain(
      `<meta property="og:image" content="https://pequod.example${path}/card.png?isBot=false">`,
    )
    expect(body).toContain(`<meta property="og:url" content="https://pequod.example${path}?isBot=false">`)
  })

  test('every page has a picture and a sentence where it is shared', async () => {
    const { app } = await serveAgain(served, { env: { PUBLIC_URL: 'https://pequod.example' } })
    const shared = [
      '/',
      '/markets',
      '/whales',
      '/smart-money',
      '/search',
      '/account',
      '/docs/methodology',
      ...paths,
    ]
    for (const path of shared) {
      const { body } = await app.inject(path)
      const [, image = ''] =
        /<meta property="og:image" content="https:\/\/pequod\.example([^"]+)">/.exec(body) ?? []
      expect([path, image]).not.toEqual([path, ''])
      const picture = await app.inject(image.replaceAll('&amp;', '&'))
      expect([path, picture.headers['content-type']]).toEqual([path, 'image/png'])
      const [, sentence = ''] = /<meta property="og:description" content="([^"]+)">/.exec(body) ?? []
      expect(sentence, path).toMatch(/^.{20,}\.$/)
      expect(body).toContain('<meta name="twitter:card" content="summary_large_image">')
    }
  })

  test('Discord, Slack, X and Telegram find in a page what each reads', async () => {
    const { app } = await serveAgain(served, { env: { PUBLIC_URL: 'https://pequod.example' } })
    for (const path of [...paths, `/compare?t=${paths[1]?.split('/').at(-1)}`, '/']) {
      const { body, statusCode } = await app.inject({
        url: path,
        headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
      })
      expect(statusCode, path).toBe(200)
      const [head = ''] = body.split('</head>')
      // Slack reads the first 32 KB of a page, the others more of it.
      expect(Buffer.byteLength(head), path).toBeLessThan(32_768)
      const tags = [...head.matchAll(/<meta (property|name)="((?:og|twitter):[a-z_:]+)" content="([^"]*)">/g)]
      const names = tags.map(([, , name]) => name)
      expect(names, path).toEqual([...new Set(names)])
      // Open Graph is read from `property`, the tags of X from `name`.
      for (const [, attribute, name = ''] of tags)
        expect([name, attribute]).toEqual([name, name.startsWith('og:') ? 'property' : 'name'])
      const tag = new Map(
        tags.map(([, , name = '', content = '']) => [name, content.replaceAll('&amp;', '&')]),
      )
      // Discord and Telegram show the name of the site, the title and the sentence; X takes these where its own are missing.
      for (const [name, least, most] of [
        ['og:site_name', 1, 256],
        ['og:title', 1, 256],
        ['og:description', 20, 1_000],
        ['twitter:image:alt', 20, 1_000],
      ] as const)
        expect([path, name, tag.get(name)?.length]).toEqual([
          path,
          name,
          expect.toSatisfy((length) => length >= least && length <= most),
        ])
      expect([tag.get('og:type'), tag.get('twitter:card')]).toEqual(['website', 'summary_large_image'])
      // A large picture is a PNG (none of them shows an SVG) under 5 MB, of 300 by 157 to 4096 by 4096, by an absolute address.
      const url = new URL(tag.get('og:image') ?? '')
      const { rawPayload, headers } = await app.inject(`${url.pathname}${url.search}`)
      expect([url.protocol, headers['content-type'], tag.get('og:image:type')]).toEqual([
        'https:',
        'image/png',
        'image/png',
      ])
      expect(rawPayload.length).toBeLessThan(5_000_000)
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual(
        ['og:image:width', 'og:image:height'].map((name) => Number(tag.get(name))),
      )
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      // The address that a reader of the card opens is the page of the same view.
      const page = new URL(tag.get('og:url') ?? '')
      expect(decodeURIComponent(`${page.pathname}${page.search}`)).toBe(path)
    }
  })

  test('each page with a card says how it is shared, and oEmbed returns its frame where frames are allowed', async () => {
    expect((await served.app.inject('/oembed?url=http://localhost/')).statusCode).toBe(404)
    const { app } = await serveAgain(served, {
      env: { EMBED_ORIGINS: '*', PUBLIC_URL: 'https://pequod.example' },
    })
    const compare = `/compare?t=${paths[1]?.split('/').at(-1)}&period=7d`
    for (const path of [...paths, compare]) {
      const { body } = await app.inject(path)
      const [, asked = ''] =
        /type="application\/json\+oembed"[^>]* href="https:\/\/pequod\.example([^"]+)"/.exec(body) ?? []
      const answer = await app.inject(asked.replaceAll('&amp;', '&'))
      expect(answer.statusCode, asked).toBe(200)
      const { html, version, type, thumbnail_url: picture, width, height } = answer.json()
      expect([version, type, width, height]).toEqual(['1.0', 'rich', 600, 420])
      const [, frame = ''] = /^<iframe src="https:\/\/pequod\.example([^"]+)"/.exec(html) ?? []
      expect((await app.inject(frame.replaceAll('&amp;', '&'))).statusCode, frame).toBe(200)
      expect((await app.inject(picture.replace('https://pequod.example', ''))).headers['content-type']).toBe(
        'image/png',
      )
      const [, panel = ''] = /<details class="menu pop share">([\s\S]*?)<\/details>/.exec(body) ?? []
      expect(panel.match(/<pre data-copy="(?:link|day|picture|embed)">/g)).toHaveLength(4)
      const [, src = ''] = /<img src="([^"]+)"/.exec(panel) ?? []
      expect((await app.inject(src.replaceAll('&amp;', '&'))).statusCode, src).toBe(200)
    }
    const small = await app.inject(
      `/oembed?url=https://pequod.example${paths[0]}&maxwidth=300&maxheight=9000`,
    )
    expect([small.json().width, small.json().height]).toEqual([300, 420])
    // The bounds hold for its picture, which has one size.
    expect(small.json()).not.toHaveProperty('thumbnail_url')
    for (const url of [
      'https://other.example/trader/0x1',
      `https://pequod.example/account`,
      'javascript:alert(1)',
      '',
      'https://pequod.example/trader/%E0%A4%A',
    ])
      expect((await app.inject(`/oembed?url=${encodeURIComponent(url)}`)).statusCode, url).toBe(404)
    expect((await app.inject(`/oembed?format=xml&url=https://pequod.example${paths[0]}`)).statusCode).toBe(
      501,
    )
    const hostile = await app.inject(
      `/oembed?url=${encodeURIComponent(`https://pequod.example${paths[0]}?x="><script>`)}`,
    )
    expect(hostile.json().html).not.toContain('<script')
  })

  test('a table’s file is a link for Pro, and says what it needs for others', async () => {
    const { PRO, FREE } = await tierCallers(served, ' of files')
    for (const path of [
      paths[0],
      paths[2],
      '/traders',
      '/tape',
      `/compare?t=${paths[1]?.split('/').at(-1)}`,
    ]) {
      const [pro, free] = await Promise.all(
        [PRO, FREE].map((headers) => served.app.inject({ url: path ?? '', headers })),
      )
      const [, href = ''] = /href="([^"]+csv[^"]*)"[^>]* data-download/.exec(pro?.body ?? '') ?? []
      const file = await served.app.inject({ url: href.replaceAll('&amp;', '&'), headers: PRO })
      expect([path, file.statusCode, file.headers['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining('text/csv'),
      ])
      expect(free?.body).toContain('is for Pro accounts')
      expect(free?.body).not.toContain('data-download')
    }
  })

  test('an embedded frame is served to allowed origins only, without script, with a link back', async () => {
    for (const path of paths) expect((await served.app.inject(`/embed${path}`)).statusCode).toBe(404)
    const { PRO } = await tierCallers(served, ' of frames')
    const { app } = await serveAgain(served, {
      env: { EMBED_ORIGINS: 'https://blog.example,https://news.example' },
    })
    for (const path of [...paths, '/leaderboard/roi-all']) {
      const dark = `/embed${path}${path.includes('?') ? '&' : '?'}theme=dark`
      const { body, headers, statusCode } = await app.inject(dark)
      expect(statusCode).toBe(200)
      expect(headers['x-frame-options']).toBeUndefined()
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; .*; frame-ancestors https:\/\/blog\.example https:\/\/news\.example; /,
      )
      expect(body).toContain(`<a href="${escaped(path)}" target="_top" rel="noopener">`)
      expect(body).toContain('data-theme="dark"')
      expect(body).not.toContain('<script')
      expect((await app.inject({ url: dark, headers: PRO })).body).toBe(body)
    }
    // A frame is as narrow as a phone: the names of lines are above them.
    const { entries } = (await app.inject('/v1/leaderboard/pnl-all?limit=2')).json()
    const [one, other] = entries as { address: string }[]
    const compared = await app.inject(`/embed/compare?t=${one?.address},${other?.address}`)
    const [, names = ''] = /<p class="lines narrow">(.*?)<\/p>/s.exec(compared.body) ?? []
    expect(names.match(/class="key k[12]"/g)).toHaveLength(2)
    const auto = await app.inject(`/embed${paths[0]}?theme="><script>`)
    expect(auto.body).toMatch(/<html lang="en">/)
    // A frame that fails says why: without its policy the browser would show that it refused to connect.
    for (const [url, title] of [
      ['/embed/trader/0x12', 'Invalid request'],
      ['/embed/leaderboard/none-7d', 'Not found'],
    ] as const) {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
      expect([url, statusCode >= 400, headers['x-frame-options']]).toEqual([url, true, undefined])
      expect(headers['content-security-policy']).toContain('frame-ancestors https://blog.example')
      expect(body).toContain(`<h1>${title}</h1>`)
      expect(body).not.toContain('<script')
    }
    const page = await app.inject(`${paths[0]}`)
    expect([page.headers['x-frame-options'], page.headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })

  test('an unknown object has no card', async () => {
    expect((await served.app.inject('/leaderboard/nope/card.png')).statusCode).toBe(404)
    expect((await served.app.inject('/whales/card.png')).statusCode).toBe(404)
  })
})

test('a curve is drawn in the size of its card', () => {
  const points = [
    { day: '2026-01-01', pnl: 5, realizedPnl: 0 },
    { day: '2026-01-02', pnl: -5, realizedPnl: 3 },
  ]
  const svg = `${profitPlot(points, { width: 990, height: 196 })?.body}`
  const numbers = [...svg.matchAll(/ d="([^"]+)"/g)].flatMap(([, d = '']) => d.match(/[\d.]+,[\d.]+/g) ?? [])
  expect(numbers.length).toBeGreaterThan(5)
  for (const [x = 0, y = 0] of numbers.map((pair) => pair.split(',').map(Number)))
    expect(x <= 990 && y <= 196).toBe(true)
})

test('pictures beyond those that may wait are refused, and the others are made', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'
  const made = await Promise.allSettled(Array.from({ length: 25 }, () => renderPng(svg)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(made[24]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
  expect((await renderPng(svg)).subarray(1, 4).toString()).toBe('PNG')
})
