import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

interface Listed {
  condition: string
  question: string
  status: string
  resolvedAt: string | null
  volume: number
  outcomes: { price: number | null; priceDayAgo: number | null }[]
}
interface Profile {
  id: string
  title: string
  summary: string
  markets: Listed[]
}

describe('the page of an event', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let every: Profile[]
  let events: Profile[]
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    const { items } = await read('/v1/events?limit=100')
    const all: Profile[] = await Promise.all(items.map(({ id }: { id: string }) => read(`/v1/event/${id}`)))
    every = all
    events = all.filter(({ markets }) => markets.length > 1)
  })
  const read = async (url: string, tier: Tier = 'PRO') =>
    (await served.app.inject({ url, headers: callers[tier] })).json()
  const open = async (url: string, tier: Tier = 'PRO') => {
    const { statusCode, body } = await served.app.inject({ url, headers: callers[tier] })
    expect(statusCode, url).toBe(200)
    return body
  }
  const pathOf = ({ id }: Profile) => `/event/${id.replace('event:', '')}`
  const rowsOf = (body: string) => {
    const [, table = ''] =
      /<table class="moved outcomes"[\s\S]*?<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(body) ?? []
    return [...table.matchAll(/href="\/market\/(0x\w+)"/g)].map(([, condition]) => condition)
  }

  test('has a row for each outcome, decided ones last, in the order of the address', async () => {
    expect(events.length).toBeGreaterThan(0)
    expect(events.some(({ markets }) => markets.some(({ status }) => status === 'resolved'))).toBe(true)
    const keys = {
      price: ({ outcomes: [first] }: Listed) => first?.price ?? -1,
      volume: ({ volume }: Listed) => volume,
    }
    for (const event of events) {
      for (const [order, keyOf] of Object.entries(keys)) {
        const rows = rowsOf(await open(`${pathOf(event)}?order=${order}`))
        const isOver = ({ status }: Listed) => Number(status === 'resolved')
        const sorted = event.markets.toSorted((a, b) => isOver(a) - isOver(b) || keyOf(b) - keyOf(a))
        expect(rows.toSorted()).toEqual(event.markets.map(({ condition }) => condition).sort())
        const found = rows.map((row) => event.markets.find(({ condition }) => condition === row) as Listed)
        expect(found.map(keyOf)).toEqual(sorted.map(keyOf))
      }
    }
  })

  test('opens with the sentence of REST, which is its description and on its card too', async () => {
    for (const event of events) {
      const body = await open(pathOf(event))
      const escaped = event.summary.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
      expect(body).toContain(`<p class="answer"><bdi>${escaped}</bdi></p>`)
      expect(body.split('name="description" content="')[1]?.split('"')[0]).toContain(escaped)
      const card = (await served.app.inject(`${pathOf(event)}/card.svg`)).body
      const [start = ''] = (await read(`/v1/event/${event.id}`, 'ANONYMOUS')).summary.split(/[&']/)
      expect(card).toContain(start.slice(0, 60))
    }
  })

  test('shows what REST answers if the outcome of the address wins, without script', async () => {
    let compared = 0
    for (const event of events) {
      // While every outcome was open, and today.
      const first = Math.min(...event.markets.map(({ resolvedAt }) => Date.parse(resolvedAt ?? '2100-01-01')))
      const asOf = new Date(Math.min(first, Date.parse('2026-02-28')) - 2 * 86_400_000)
        .toISOString()
        .slice(0, 10)
      for (const day of ['', `&asOf=${asOf}`])
        for (const { condition } of event.markets) {
          const body = await open(`${pathOf(event)}?market=${condition}${day}`)
          const wins = await read(`/v1/event/${event.id}/if-wins?market=${condition}&first=10${day}`)
          const [, card = ''] = /id="if-wins">([\s\S]*?)<\/section>/.exec(body) ?? []
          if (wins === null) {
            expect(card).toMatch(/decided|^$/)
            continue
          }
          for (const { trader, staked, gain } of wins.traders) {
            expect(card).toContain(`/trader/${trader.address}`)
            for (const amount of [staked, gain]) expect(card).toContain(`<data value="${amount}"`)
            compared++
          }
        }
    }
    expect(compared).toBeGreaterThan(0)
  })

  test('keeps the groups of traders from anonymous callers, and answers 404 for a market of another event', async () => {
    const event = every.find(({ markets }) => markets.some(({ status }) => status !== 'resolved'))
    const decided = every.find(({ markets }) => markets.every(({ status }) => status === 'resolved'))
    if (event === undefined || decided === undefined) throw new Error('The world lacks an event.')
    // Nobody's money is on an outcome that is decided.
    expect(await open(pathOf(decided), 'ANONYMOUS')).not.toContain('other money on each outcome')
    const anonymous = await open(pathOf(event), 'ANONYMOUS')
    expect(anonymous).not.toContain('skilled, everyone else')
    expect(await open(pathOf(event), 'FREE')).toContain('skilled, everyone else')
    const other = await served.app.inject(`${pathOf(event)}?market=0x${'9'.repeat(64)}`)
    expect(other.statusCode).toBe(404)
  })
})
