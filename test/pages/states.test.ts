import { beforeAll, describe, expect, test } from 'vitest'
import { WALL_CLOCK } from '../../src/clock.ts'
import { PAGES } from '../../src/pages/register-pages.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { tryExample } from '../lab/support/run-next.ts'
import {
  closeServed,
  type Served,
  serveAgain,
  serveNothing,
  serveWorld,
} from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const BROKEN = /undefined|NaN|\[object|could not be loaded/
const FAILED = 'This part could not be loaded.'

const words = (body: string) => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('pages', () => {
  closeServed()
  let full: Served
  let empty: Served
  let late: Served
  /** Pages of the world, with a table that a part of each reads alone where it has one, and that part's heading; a trial is not kept for long. */
  let pages: { path: string; reads?: string; part?: string; isOwn?: boolean; isKept?: boolean }[]
  let pro: Record<string, string>

  beforeAll(async () => {
    full = await serveWorld()
    await updateSmartMoney(full.store.db)
    empty = await serveNothing()
    late = await serveAgain(full, { parts: { clock: () => WALL_CLOCK() + 400 * 86_400 } })
    pro = (await tierCallers(full)).PRO
    const read = async (path: string) => (await full.app.inject(path)).json()
    const { entries } = await read('/v1/leaderboard/volume-all?limit=2')
    const { items } = await read('/v1/markets?limit=1&status=open')
    const trader = `/trader/${entries[0].address}`
    const explained = /href="(\/explain\/[^"]+)"/.exec((await full.app.inject(trader)).body)?.[1] ?? ''
    const run = await tryExample(full.store.db)
    const rule = await full.app.inject({
      method: 'POST',
      url: '/v1/lab/rules',
      headers: pro,
      payload: { backtest: run },
    })
    pages = [
      { path: '/', reads: 'whole_trades', part: 'Large trades' },
      { path: '/leaderboard/pnl-all' },
      { path: '/traders' },
      { path: '/markets' },
      { path: `/market/${items[0].condition}` },
      {
        path: `/event/${items[0].event.id.replace('event:', '')}`,
        reads: 'whole_trades',
        part: 'Large trades',
      },
      { path: '/tape' },
      { path: '/smart-money' },
      { path: '/whales' },
      { path: '/lab' },
      { path: `/lab/${run}`, isKept: false },
      { path: `/lab/rules/${rule.json().id}` },
      { path: explained.replaceAll('&amp;', '&') },
      { path: `/lots?t=${entries[0].address}` },
      { path: '/compare' },
      {
        path: `/compare?t=${entries[0].address}&t=${entries[1].address}`,
        reads: 'fills',
        part: 'Markets in common',
      },
      { path: '/search' },
      { path: '/search?q=will' },
      { path: '/verify' },
      { path: '/reconcile' },
      { path: '/account' },
      { path: '/outbox' },
      { path: '/account', isOwn: true, reads: 'alert_configs', part: 'Whale alerts' },
      { path: '/account', isOwn: true, reads: 'saved_screens', part: 'Saved screens' },
      { path: '/outbox', isOwn: true, reads: 'alert_messages', part: 'Outbox' },
      { path: '/account', isOwn: true, reads: 'alert_messages', part: 'Outbox' },
      { path: `${trader}?list=activity`, reads: 'movements', part: 'Lists' },
    ]
  })
  const open = async ({ app }: Served, path: string, isOwn = false) => {
    const { statusCode, body } = await app.inject({ url: path, headers: isOwn ? pro : {} })
    return { statusCode, body }
  }

  test('are all here, each registered one', () => {
    const own = PAGES.filter(({ path }) => !path.startsWith('/docs')).map(({ path }) => path)
    const unseen = own.filter((path) => {
      const like = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?|$)`)
      return !pages.some((one) => like.test(one.path))
    })
    expect(unseen).toEqual([])
  })

  test('are full where there is everything', async () => {
    for (const { path, isOwn } of pages) {
      const { statusCode, body } = await open(full, path, isOwn)
      expect([path, statusCode]).toEqual([path, 200])
      expect(words(body), path).not.toMatch(BROKEN)
      expect(body, path).toMatch(/<h1/)
    }
  })

  test('say once that the ledger has stopped, above everything', async () => {
    for (const { path, isOwn } of pages.filter(({ isKept = true }) => isKept)) {
      const { body } = await open(late, path, isOwn)
      const [notes = []] = [body.match(/class="note stale"[^>]*>/g) ?? []]
      expect([path, notes.length, notes.some((note) => note.includes('hidden'))]).toEqual([path, 1, false])
      expect(body.indexOf('note stale')).toBeLessThan(body.indexOf('<main'))
    }
  })

  test('have their frame, and say in a sentence why they are empty, before there is anything', async () => {
    for (const path of [
      '/',
      '/leaderboard/pnl-all',
      '/traders',
      '/markets',
      '/tape',
      '/smart-money',
      '/whales',
      '/lab',
      '/lots',
      '/compare',
      '/search',
      '/search?q=will',
      '/verify',
      '/reconcile',
      '/account',
      '/outbox',
    ]) {
      const { statusCode, body } = await open(empty, path)
      expect([200, 503], path).toContain(statusCode)
      expect(words(body), path).not.toMatch(BROKEN)
      expect(body, path).toMatch(/<h1[^>]*>[^<]{3,}/)
      expect(body, path).toContain('aria-label="Sections"')
    }
  })

  test('show each part with a failure of its own, and every other one', async () => {
    for (const { path, reads, part = '', isOwn = false } of pages.filter(
      ({ reads }) => reads !== undefined,
    )) {
      await full.store.db.run(`ALTER TABLE ${reads} RENAME TO gone`)
      try {
        // An address of its own: an answer that was kept would be shown. None of a reader's own page is.
        const address = isOwn ? path : `${path}${path.includes('?') ? '&' : '?'}period=7d`
        const { statusCode, body } = await open(full, address, isOwn)
        expect([path, statusCode]).toEqual([path, 200])
        const failed = body.split('<section').filter((one) => one.includes(FAILED))
        expect(
          failed.map((one) => one.includes(part)),
          path,
        ).toEqual([true])
        expect(words(body)).toMatch(/Try again Reference [0-9a-f]{8}/)
      } finally {
        await full.store.db.run(`ALTER TABLE gone RENAME TO ${reads}`)
      }
    }
  })

  test.each([
    ['/leaderboard/pnl-all?minVolume=1&minTradeCount=99999999', 'trader'],
    ['/traders?minVolume=1&minTradeCount=99999999', 'trader'],
    ['/markets?status=open&minVolume=90000000', 'market'],
    ['/markets?query=zzzz%20qqqq&category=politics', 'market'],
    ['/tape?minUsd=900000000&side=sell', 'trade'],
    ['trader?list=trades&side=buy&category=weather', 'trade'],
    ['trader?list=closed&category=weather', 'closed position'],
  ])('%s names the filter that excludes most, and one click shows the rest', async (given, row) => {
    const lonely = await traderWithout('weather')
    const path = given.replace(/^trader/, `/trader/${lonely}`)
    const { body } = await open(full, path)
    const told = new RegExp(
      `Without “<bdi>([^<]+)</bdi>” there (?:is|are) (?:more than )?([\\d,]+) ${row}s?\\. <a href="([^"]+)">Remove this filter`,
    ).exec(body)
    expect(told, path).not.toBeNull()
    const [, , count = '', href = ''] = told ?? []
    expect(Number(count.replaceAll(',', ''))).toBeGreaterThan(0)
    const next = await open(full, href.replaceAll('&amp;', '&').replace(/#.*/, ''))
    expect(next.statusCode).toBe(200)
    expect(next.body).not.toContain('Remove this filter')
    expect(next.body).toMatch(/<tbody/)
  })

  /** A trader of several closed positions, none of them in a category. */
  async function traderWithout(category: string): Promise<string> {
    const { entries } = (await full.app.inject('/v1/leaderboard/volume-all?limit=100')).json()
    for (const { address } of entries) {
      const count = async (more: string) =>
        (await full.app.inject(`/v1/trader/${address}/${more}`)).json().items.length
      const [some, none, trades, buys] = [
        await count('positions?status=closed&limit=3'),
        await count(`positions?status=closed&category=${category}&limit=1`),
        await count(`trades?category=${category}&limit=1`),
        await count('trades?side=buy&limit=1'),
      ]
      if (some > 0 && none === 0 && trades === 0 && buys > 0) return address
    }
    throw new Error(`every trader traded ${category}`)
  }
})
