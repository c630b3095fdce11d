import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf, dayText as isoDay } from '../../src/ledger/quantities.ts'
import { dayText } from '../../src/pages/kit/times.ts'
import { PAGES } from '../../src/pages/register-pages.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** Paths that take a day, by the pages' own definitions. */
const DATED = PAGES.filter(({ parameters }) => parameters.asOf !== undefined).map(
  ({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
)

const linksOf = (body: string) =>
  [...body.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const withoutControl = (body: string) =>
  body
    .replace(/<p class="past"[\s\S]*?<\/p>/, '')
    .replace(/<details class="menu pop day">[\s\S]*?<\/details>/, '')
const datedLinks = (body: string) =>
  linksOf(withoutControl(body)).filter((href) => DATED.some((path) => path.test(href.split(/[?#]/)[0] ?? '')))

describe('the day of a page', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  let day: string
  let market: string
  let event: string
  let trader: string
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served)).PRO
    const { lastTime } = await readLedgerState(served.store.db)
    day = isoDay(dayOf(lastTime ?? 0) - 7)
    const read = async (url: string) => (await served.app.inject({ url, headers: pro })).json()
    event = `/event/${encodeURIComponent((await read('/v1/events?limit=1')).items[0].id)}`
    market = `/market/${(await read('/v1/markets?limit=1&status=open')).items[0].condition}`
    trader = `/trader/${(await read(`/v1/leaderboard/volume-all?limit=1&asOf=${day}`)).entries[0].address}`
  })
  const open = async (url: string, headers = pro) => {
    const answer = await served.app.inject({ url, headers })
    expect(answer.statusCode, url).toBe(200)
    return answer.body
  }

  test('that is no day is refused in a sentence that names the parameter as the address does', async () => {
    const refused = await served.app.inject(`${trader}?asOf=soon`)
    expect([refused.statusCode, refused.body]).toEqual([
      422,
      expect.stringContaining('<p class="lead"><code>asOf</code> must be a day'),
    ])
  })

  test('is said above each page that has one, with a way back', async () => {
    const board = '/leaderboard/volume-all'
    for (const path of [trader, market, event, board, '/traders']) {
      const now = await open(path)
      expect(now, path).not.toContain('class="past"')
      expect(now).toContain('<summary>As of now</summary>')
      const past = await open(`${path}?asOf=${day}`)
      expect(past).toContain(`<b>${dayText(day)}, end of day.</b> Nothing after it is on this page.`)
      expect(past).toContain(`<a href="${path}">Back to now</a>`)
      expect(past).toContain(`<summary>As of ${dayText(day)}</summary>`)
      expect(past, 'a past day is behind nothing').not.toContain('later trades are not shown yet')
    }
    expect(await open('/tape')).not.toContain('As of now')
  })

  test('stays while one walks from page to page', async () => {
    const seen = new Set<string>()
    let next = [`${trader}?asOf=${day}`]
    for (let step = 0; step < 2; step++) {
      const found: string[] = []
      for (const url of next) {
        for (const href of datedLinks(await open(url))) {
          const query = new URLSearchParams(href.split('#')[0]?.split('?')[1])
          if (query.has('from') || query.has('to')) continue
          expect(query.getAll('asOf'), `${url} leads to ${href}`).toEqual([day])
          // This world has no cohort yet.
          if (!seen.has(href) && !/#|smart-money/.test(href)) found.push(href)
          seen.add(href)
        }
      }
      // One page of each kind, by its path.
      next = [...new Map(found.map((href) => [href.split('/')[1], href])).values()]
    }
    expect(seen.size).toBeGreaterThan(20)
  })

  test('is set by the proposed days and by any other, and keeps what else the address says', async () => {
    const body = await open('/leaderboard/volume-30d?category=sports&order=roi:desc')
    const control = body.match(/<details class="menu pop day">[\s\S]*?<\/details>/)?.[0] ?? ''
    const proposed = linksOf(control)
    expect(proposed).toHaveLength(4)
    expect(proposed[2]).toBe(`/leaderboard/volume-30d?order=roi:desc&category=sports&asOf=${day}`)
    expect(control).toContain('<input type="hidden" name="category" value="sports">')
    expect(control).toContain('type="date" name="asOf"')
  })

  test('may be that before a market’s last move of ten cents from close to close', async () => {
    const { items } = (await served.app.inject({ url: '/v1/markets?limit=50', headers: pro })).json()
    let proposed = 0
    for (const { condition } of items) {
      const query = `{ market(id: "${condition}") { prices(interval: DAY, first: 100) { nodes { time close } } } }`
      const answer = await served.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: pro,
        payload: { query },
      })
      const nodes: { time: string; close: number | null }[] = answer.json().data.market.prices.nodes
      const candles = nodes
        .toReversed()
        .flatMap(({ time, close }) => (close === null ? [] : [{ time, close }]))
      const moves = candles.flatMap(({ time, close }, i) => {
        const before = candles[i - 1]
        return before && Math.round(Math.abs(close - before.close) * 1e6) >= 100_000
          ? [{ move: time.slice(0, 10), before: before.time.slice(0, 10) }]
          : []
      })
      const last = moves.at(-1)
      const link = /<a class="pill" href="([^"]+)">Before the (\w+ \d+) move<\/a>/.exec(
        await open(`/market/${condition}`),
      )
      expect(link?.[1]).toBe(last && `/market/${condition}?asOf=${last.before}`)
      if (last !== undefined) {
        expect(dayText(last.move)).toContain(link?.[2])
        proposed++
      }
    }
    expect(proposed).toBeGreaterThan(3)
  })

  test('leaves a link alone that is of a window, and all links of a page of now', async () => {
    const windowed = await open(`/traders?from=${day}`)
    for (const href of datedLinks(windowed)) expect(href).not.toContain('asOf')
    for (const href of datedLinks(await open(trader))) expect(href).not.toContain('asOf')
  })

  test('refuses what is no day in the page’s own words', async () => {
    const answer = await served.app.inject({ url: `${trader}?asOf=%22%3E%3Cscript%3E`, headers: pro })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('"><script>')
  })
})
