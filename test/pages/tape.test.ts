import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** A list of the largest trades covers the last day by default, which has none in this world. */
const DAYS = 'from=2026-02-18T00:00:00Z&to=2026-03-01T00:00:00Z'

interface Row {
  id: string
  time: string
  side: 'buy' | 'sell'
  outcome: string | null
  trader: { address: string } | null
  whole: { usd: number; price: number }
  signs: string[]
}

describe('the page of the tape', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    served = await serveWorld()
    await refresh(served.store.db, { signs: Number.POSITIVE_INFINITY })
    callers = await tierCallers(served)
  })
  const open = async (url: string, tier: Tier = 'PRO') => {
    const { statusCode, body } = await served.app.inject({ url, headers: callers[tier] })
    expect(statusCode, url).toBe(200)
    return body
  }
  const rowsOf = async (query: string, tier: Tier = 'PRO'): Promise<Row[]> =>
    JSON.parse(await open(`/v1/trades?${query}`, tier)).items
  const idsOf = (body: string) => [...body.matchAll(/data-id="([^"]+)"/g)].map(([, id]) => id)
  const links = (body: string, form: RegExp) =>
    [...body.matchAll(form)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

  test.each([
    '',
    'minUsd=5000&side=buy',
    `category=politics,sports&order=largest&${DAYS}`,
    'signs=big-for-market&without=twin',
    'role=maker&minPrice=0.2&maxPrice=0.8',
    `change=opened&order=largest&${DAYS}`,
  ])('lists what REST answers: %s', async (query) => {
    const items = await rowsOf(`${query}&limit=50`)
    expect(items.length).toBeGreaterThan(0)
    const body = await open(`/tape?${query}`)
    expect(idsOf(body)).toEqual(items.map(({ id }) => id))
    for (const { whole, trader } of items) {
      expect(body).toContain(`value="${whole.usd}"`)
      expect(body).toContain(`/trader/${trader?.address}`)
    }
  })

  test('prints the outcome at its own price, the side in a word, and each sign with its definition', async () => {
    for (const [query, badge] of [
      ['side=sell', '<span class="badge open">sold</span>'],
      ['signs=moved-the-price&side=buy', '<span class="badge ">bought</span>'],
    ] as const) {
      const [row] = await rowsOf(`${query}&limit=1`)
      const [, text = ''] = (await open(`/tape?${query}`)).split(`data-id="${row?.id}"`)
      const shown = text.slice(0, text.indexOf('</tr>'))
      expect(shown).toContain(badge)
      expect(shown).toContain(`<bdi>${row?.outcome}</bdi>`)
      expect(shown).toContain(`<data value="${row?.whole.price}"`)
      const signs = [...shown.matchAll(/class="sign" title="[^"]{20,}">([^<]+)</g)].map(([, sign]) => sign)
      expect(signs.map((sign) => sign?.toLowerCase().replaceAll(' ', '-'))).toEqual(row?.signs)
    }
  })

  test('takes the values of a list one by one, as a form sends them, and together', async () => {
    const together = await open('/tape?signs=one-event,big-for-market&minUsd=2000')
    const apart = await open('/tape?minUsd=2000&signs=one-event&signs=big-for-market&signs=&category=')
    expect(apart).toBe(together)
    expect(together).toContain('<input type="hidden" name="signs" value="one-event,big-for-market">')
  })

  test('removes one filter by its chip and keeps the others', async () => {
    const body = await open('/tape?signs=one-event,big-for-market&side=buy&minUsd=2000&order=largest')
    const chips = links(body, /<a class="pill" aria-current="true" href="(\/tape[^"]*)"><bdi>/g)
    expect(chips).toEqual([
      '/tape?side=buy&signs=one-event,big-for-market&order=largest',
      '/tape?minUsd=2000&signs=one-event,big-for-market&order=largest',
      '/tape?minUsd=2000&side=buy&signs=big-for-market&order=largest',
      '/tape?minUsd=2000&side=buy&signs=one-event&order=largest',
    ])
    for (const chip of chips) await open(chip)
  })

  test('leads on through every trade, in order', async () => {
    const first = await open('/tape')
    const [next = ''] = links(first, /rel="next" href="([^"]+)"/g)
    const items = await rowsOf('limit=100')
    expect([...idsOf(first), ...idsOf(await open(next))]).toEqual(items.map(({ id }) => id))
  })

  test('names the filter to remove where no trade fits', async () => {
    const body = await open('/tape?minUsd=2000&maxUsd=9007199254&side=buy&minMarketHours=87600')
    expect(idsOf(body)).toEqual([])
    const [, words, url = ''] =
      /Without “<bdi>([^<]+)<\/bdi>” there (?:is|are) [^.]+\. <a href="([^"]+)"/.exec(body) ?? []
    expect(words).toBe('Running for 3,650 days or longer')
    expect(idsOf(await open(url.replaceAll('&amp;', '&')))).not.toEqual([])
  })

  test('gives the sums of whole hours alone', async () => {
    const items = await rowsOf('limit=50')
    const body = await open('/tape')
    const hours = [...body.matchAll(/class="hour"><td [^>]*>([^<]+)</g)].map(([, text = '']) => text)
    const groups = [...Map.groupBy(items, ({ time }) => time.slice(0, 13)).values()]
    expect(hours).toHaveLength(groups.length)
    for (const [i, text] of hours.entries()) {
      const own = groups[i] ?? []
      const usd = own.reduce((sum, { whole }) => sum + whole.usd, 0)
      const sums = ` · ${own.length} trade${own.length === 1 ? '' : 's'}, $${Math.round(usd).toLocaleString('en')}`
      expect(text.endsWith(sums), text).toBe(i < hours.length - 1)
    }
  })

  test('compares every sign with prices, and says where it cannot tell', async () => {
    const { items } = JSON.parse(await open('/v1/trades/signs'))
    const body = await open('/tape')
    for (const { definition } of items)
      expect(body).toContain(`title="${definition.replaceAll("'", '&#39;')}"`)
    expect(body).toMatch(/can’t tell|\d+ events? of 30/)
  })

  test('shows late rows and one line about Pro to others, and a live switch to Pro alone', async () => {
    const items = await rowsOf('limit=25', 'ANONYMOUS')
    for (const [tier, rows] of [
      ['ANONYMOUS', 25],
      ['FREE', 50],
    ] as const) {
      const body = await open('/tape', tier)
      expect(idsOf(body).slice(0, 25)).toEqual(items.map(({ id }) => id))
      expect(idsOf(body)).toHaveLength(rows)
      expect(body.match(/are for Pro accounts\. <a href="\/account">/g)).toHaveLength(2)
      expect(body).not.toContain('data-live')
      expect(body).not.toContain('rel="next"')
    }
    const stream = (body: string) => links(body, /data-live="([^"]+)"/g)[0]
    expect(stream(await open('/tape?side=sell&category=sports'))).toBe(
      '/v1/trades/stream?minUsd=1000&role=taker&side=sell&category=sports',
    )
    expect(stream(await open('/tape?signs=twin'))).toBe('/v1/trades/stream?minUsd=1000&role=taker&signs=twin')
    expect(await open('/tape?order=largest')).toContain('sort by newest')
  })

  test('refuses what REST refuses', async () => {
    const { statusCode, body } = await served.app.inject({ url: '/tape?minUsd=10', headers: callers.PRO })
    expect([statusCode, body.includes('BAD_USER_INPUT')]).toEqual([422, true])
    const late = await served.app.inject({ url: '/tape?from=2026-01-01T00:00:00Z', headers: callers.FREE })
    expect(late.statusCode).toBe(403)
  })
})
