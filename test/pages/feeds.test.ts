import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { MICRO } from '../../src/ledger/quantities.ts'
import { FEEDS } from '../../src/pages/feeds/feeds.ts'
import { FEED_FORMATS, type Feed } from '../../src/pages/kit/feed-formats.ts'
import { lastClosedDay, readHead, sealDay } from '../../src/roots/day-log.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { harmlessText } from '../../src/text.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveAgain, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { plantMembers } from '../whales/support/plant-members.ts'

const NAMES = FEEDS.map(({ name }) => name)
const EXTENSIONS = FEED_FORMATS.map(({ extension }) => extension)
const PATHS = NAMES.flatMap((name) => EXTENSIONS.map((extension) => `/feeds/${name}.${extension}`))
const LIST = { alerts: '/v1/whales', highlights: '/v1/smart-money/highlights' }
const LISTED = ['alerts', 'highlights'] as const
const PAGE = { alerts: '/whales', highlights: '/smart-money', log: '/verify' }

/** The parts of an item that readers use, in any format. */
interface Read {
  id: string | undefined
  title: string | undefined
  link: string | undefined
  time: number
}

/** The children of an element that are elements of a name. */
function all(of: XmlElement, name: string): XmlElement[] {
  return of.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  )
}

/** The one child of a name that the format requires. */
function one(of: XmlElement, name: string): XmlElement {
  const [first, ...more] = all(of, name)
  if (first === undefined || more.length > 0) throw new Error(`${of.name} has not one ${name}`)
  return first
}

/** Returns the text of an element without children. */
function text(of: XmlElement): string {
  expect(of.children.every((child) => child instanceof XmlText)).toBe(true)
  return of.text
}

function root(document: string): XmlElement {
  const element = parseXml(document).root
  if (element === null) throw new Error('the document has no root')
  return element
}

const RFC822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** RSS 2.0: a channel with title, link and description; items with a title or a description. */
function readRss(document: string): Read[] {
  const rss = root(document)
  expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0'])
  const channel = one(rss, 'channel')
  for (const name of ['title', 'link', 'description']) expect(text(one(channel, name))).not.toBe('')
  expect(text(one(channel, 'lastBuildDate'))).toMatch(RFC822)
  return all(channel, 'item').map((item) => {
    expect(text(one(item, 'pubDate'))).toMatch(RFC822)
    expect(one(item, 'guid').attributes.isPermaLink).toBe('false')
    return {
      id: text(one(item, 'guid')),
      title: text(one(item, 'title')),
      link: text(one(item, 'link')),
      time: Date.parse(text(one(item, 'pubDate'))),
    }
  })
}

/** RFC 4287: id, title, updated and an author of the feed; id, title, updated and a link or content of an entry. */
function readAtom(document: string): Read[] {
  const feed = root(document)
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
  for (const name of ['id', 'title']) expect(text(one(feed, name))).not.toBe('')
  expect(text(one(feed, 'updated'))).toMatch(RFC3339)
  expect(text(one(one(feed, 'author'), 'name'))).not.toBe('')
  expect(all(feed, 'link').map(({ attributes }) => attributes.rel)).toEqual(['alternate', 'self'])
  return all(feed, 'entry').map((entry) => {
    expect(text(one(entry, 'updated'))).toMatch(RFC3339)
    return {
      id: text(one(entry, 'id')),
      title: text(one(entry, 'title')),
      link: one(entry, 'link').attributes.href,
      time: Date.parse(text(one(entry, 'published'))),
    }
  })
}

/** JSON Feed 1.1: version and title of the feed; id and content of an item. */
function readJson(document: string): Read[] {
  const feed = JSON.parse(document)
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.title).not.toBe('')
  return feed.items.map((item: Record<string, string>) => {
    expect(item.content_text).not.toBe('')
    expect(item.date_published).toMatch(RFC3339)
    return { id: item.id, title: item.title, link: item.url, time: Date.parse(item.date_published ?? '') }
  })
}

const READERS = { rss: readRss, atom: readAtom, json: readJson }

describe('a written feed', () => {
  const strange = fc.constantFrom(
    ']]>',
    '<b>',
    '&',
    '"',
    "'",
    '\u0000',
    '\u001b',
    '\uffff',
    '\ud800',
    '\u202e',
  )
  const words = fc
    .array(fc.oneof(strange, fc.string({ unit: 'binary' })), { maxLength: 6 })
    .map((all) => all.join(''))
  const item = fc.record({
    id: fc.uuid().map((id) => `urn:pequod:alert:${id}`),
    title: words,
    text: words,
    path: fc.constant('/market/0x1?a=1&b=2'),
    time: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((time) => time.toISOString()),
    category: fc.option(words),
  })

  test.each(FEED_FORMATS)(
    'as $extension can be parsed back with any third-party text in it',
    ({ extension, write }) => {
      fc.assert(
        fc.property(fc.array(item, { maxLength: 3 }), (items) => {
          const feed: Feed = {
            name: 'alerts',
            title: 'Alerts',
            description: 'All',
            path: '/whales',
            updated: '2026-02-17T00:00:00Z',
            items,
          }
          const written = items.map(({ id, title, path, time }) => ({
            id,
            title: harmlessText(title),
            link: `https://x.example${path}`,
            time: Math.floor(Date.parse(time) / 1_000),
          }))
          const read = READERS[extension](
            write(
              { ...feed, items: items.map((one) => ({ ...one, text: `.${one.text}` })) },
              'https://x.example',
            ),
          )
          expect(read.map((one) => ({ ...one, time: Math.floor(one.time / 1_000) }))).toEqual(written)
        }),
      )
    },
  )
})

describe('the feeds', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  beforeAll(async () => {
    served = await serveWorld({ env: { RATE_LIMIT_KEY: '5000' } })
    await plantMembers(served.store.db)
    await keepRadar(served.store.db, { minUsd: 100 * MICRO })
    await updateSmartMoney(served.store.db)
    pro = (await tierCallers(served)).PRO
  })
  const ask = (url: string, headers: Record<string, string> = {}) => served.app.inject({ url, headers })

  test.each(LISTED)(
    'of %s have in each format what REST answers anonymous callers, in its order',
    async (name) => {
      const listed: Record<string, string | null>[] = (await ask(LIST[name])).json().items
      expect(listed.length).toBeGreaterThan(0)
      const ids = listed.map(({ id, cohort, snapshotDate }) =>
        id ? `urn:pequod:alert:${id}` : `urn:pequod:highlight:${cohort}:${snapshotDate}`,
      )
      const times = listed.map(({ time, snapshotDate }) => Date.parse(time ?? snapshotDate ?? ''))
      for (const { extension, type } of FEED_FORMATS) {
        const answer = await ask(`/feeds/${name}.${extension}`)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
        const read = READERS[extension](answer.body)
        expect(read.map(({ id }) => id)).toEqual(ids)
        expect(read.map(({ time }) => time)).toEqual(times)
        for (const [i, { title, link }] of read.entries()) {
          const { question, condition } = Object(listed[i]?.market ?? listed[i])
          expect(title).toContain(harmlessText(question))
          expect(link).toBe(`http://localhost:80/market/${condition}`)
        }
      }
    },
  )

  test('of the log have the newest entries, and the signed head with the newest', async () => {
    const { db } = served.store
    const records = async () => ({ chains: [], alerts: [], rules: [] })
    const sealing = { origin: 'x.example', key: null, now: 1, delayMinutes: 0, records }
    const day = await lastClosedDay(db, 0)
    for (const one of [day - 1, day]) await sealDay(db, one, sealing)
    const { app } = await serveAgain(served, {})
    const head = await readHead(db, null)
    for (const { extension } of FEED_FORMATS) {
      const { body } = await app.inject(`/feeds/log.${extension}`)
      const [newest, older] = READERS[extension](body)
      expect([newest?.time, older?.time]).toEqual([day, day - 1].map((one) => one * 86_400_000))
      expect(body).toContain(head?.checkpoint.split('\n')[2])
    }
  })

  test('show a Pro caller the public content, and count for that caller', async () => {
    for (const path of PATHS) {
      const [own, anybody] = [await ask(path, pro), await ask(path)]
      expect(own.body).toBe(anybody.body)
      expect(own.headers['cache-control']).toBe('public, no-cache')
      expect(own.headers['x-ratelimit-limit']).not.toBe(anybody.headers['x-ratelimit-limit'])
    }
  })

  test.each(PATHS)('%s is 304 for a client that has it, by tag or by time', async (path) => {
    const { headers } = await ask(path)
    const [tag, time] = [String(headers.etag), String(headers['last-modified'])]
    const again = await ask(path, { 'if-none-match': tag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    expect((await ask(path, { 'if-none-match': 'W/"other"', 'if-modified-since': time })).statusCode).toBe(
      200,
    )
    expect((await ask(path, { 'if-modified-since': 'Sat, 01 Jan 2022 00:00:00 GMT' })).statusCode).toBe(200)
    // With every fast path off, each answer is computed and has a time of its own.
    const byTime = (await ask(path, { 'if-modified-since': time })).statusCode
    if (process.env.PEQUOD_FAST !== 'off') expect(byTime).toBe(304)
  })

  test('link to PUBLIC_URL where it is set, else to the requested host, never to an invalid host', async () => {
    const named = await serveAgain(served, { env: { PUBLIC_URL: 'https://pequod.example/' } })
    for (const extension of EXTENSIONS) {
      const links = async (app: Served['app'], host: string) => {
        const { body } = await app.inject({ url: `/feeds/alerts.${extension}`, headers: { host } })
        return READERS[extension](body).map(({ link = '' }) =>
          link.replace(/\/(?:market\/0x\w+|whales)$/, ''),
        )
      }
      expect(new Set(await links(named.app, 'evil.example'))).toEqual(new Set(['https://pequod.example']))
      expect(new Set(await links(served.app, 'Seen.example:8080'))).toEqual(
        new Set(['http://seen.example:8080']),
      )
      for (const host of ['evil.example/x', 'a b', '"><script>', 'user@host'])
        expect(new Set(await links(served.app, host)), host).toEqual(new Set(['']))
    }
  })

  test.each(NAMES)('of %s are named by the page that shows the same', async (name) => {
    const { body } = await ask(PAGE[name])
    for (const { extension, type } of FEED_FORMATS)
      expect(body).toMatch(
        new RegExp(
          `<link rel="alternate" type="${type.replace('+', '\\+')}" title="[^"]+" href="/feeds/${name}.${extension}">`,
        ),
      )
    expect((await ask('/markets')).body).not.toContain('rel="alternate"')
  })

  test('that do not exist are 404, and a POST to one that does is 405', async () => {
    for (const path of ['/feeds', '/feeds/alerts', '/feeds/alerts.xml', '/feeds/nope.rss'])
      expect((await ask(path)).statusCode, path).toBe(404)
    expect((await served.app.inject({ method: 'POST', url: '/feeds/alerts.rss' })).statusCode).toBe(405)
  })
})
