import { beforeAll, describe, expect, test } from 'vitest'
import { moneyText } from '../../src/formats.ts'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { PERIODS } from '../../src/metrics/leaderboards.ts'
import { dayText } from '../../src/pages/kit/times.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

interface Row {
  id: string
  market: { category: string | null }
}
interface Asked {
  memberSince: string
  skill: { units: number }
  pnlSeries: { day: string; pnl: number }[]
  stats: { pnl: number; tradeCount: number; wins: number; losses: number } | null
  cutoff: { time: string }
  positions: { nodes: Row[] }
  trades: { nodes: Row[] }
}

describe('the page of a trader', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  let busiest: string
  let smallest: string
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served)).PRO
    const list = async (order: string) =>
      (
        await served.app.inject({ url: `/v1/traders?order=${order}&minTradeCount=1&limit=1`, headers: pro })
      ).json()
    busiest = (await list('trade_count:desc')).items[0].address
    smallest = (await list('units:asc')).items[0].address
  })
  const open = async (path: string, headers = pro) => {
    const answer = await served.app.inject({ url: path, headers })
    expect(answer.statusCode, path).toBe(200)
    return answer.body
  }
  const words = (body: string) => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  const ask = async (address: string, fields: string): Promise<Asked> => {
    const payload = { query: `{ trader(address: "${address}") { ${fields} } }` }
    const answer = await served.app.inject({ method: 'POST', url: '/graphql', headers: pro, payload })
    expect(answer.json().errors).toBeUndefined()
    return answer.json().data.trader
  }

  test.each(PERIODS)('shows the numbers and the curve of $title', async ({ wire, name, title }) => {
    for (const address of [busiest, smallest]) {
      const { stats, pnlSeries } = await ask(
        address,
        `stats(period: ${name}) { pnl tradeCount } pnlSeries(period: ${name}) { pnl }`,
      )
      const body = await open(`/trader/${address}?period=${wire}`)
      expect(body).toMatch(new RegExp(`aria-current="true">${title}</a>`, 'i'))
      if (stats === null) {
        expect(words(body)).toContain('this trader neither traded nor held anything')
        continue
      }
      expect(words(body)).toContain(`Profit ${moneyText(stats.pnl, { isSigned: true })}`)
      expect(words(body)).toContain(`Trades ${stats.tradeCount.toLocaleString('en')}`)
      expect(body).toContain(
        `${moneyText(pnlSeries.at(-1)?.pnl ?? 0, { isSigned: true })} marked at the last price`,
      )
    }
  })

  test('draws each day’s change of profit, and names the best and the worst', async () => {
    const { pnlSeries } = await ask(busiest, 'pnlSeries { day pnl }')
    const changes = pnlSeries.map(({ day, pnl }, i) => ({ day, change: pnl - (pnlSeries[i - 1]?.pnl ?? 0) }))
    const moved = changes.filter(({ change }) => change !== 0)
    const body = await open(`/trader/${busiest}`)
    const wide = /<div class="wide"><svg class="calendar"[\s\S]*?<\/svg>/.exec(body)?.[0] ?? ''
    const drawn = [...wide.matchAll(/<rect [^>]*class="(up|down)"[^>]*><title>([^<]+)<\/title>/g)]
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.map(([, kind, title]) => [kind, title])).toEqual(
      moved
        .slice(-drawn.length)
        .map(({ day, change }) => [
          change > 0 ? 'up' : 'down',
          `${dayText(day)}: ${moneyText(change, { isSigned: true })}`,
        ]),
    )
    const sorted = moved.map(({ change }) => change).toSorted((a, b) => b - a)
    const says = words(body)
    expect(says).toContain(`Best ${moneyText(sorted[0] ?? 0, { isSigned: true })}`)
    expect(says).toContain(`Worst ${moneyText(sorted.at(-1) ?? 0, { isSigned: true })}`)
    expect(says).toContain(`Up ${sorted.filter((one) => one > 0).length} of ${sorted.length} days`)
  })

  test('says to everybody how far a short record is from its test, and when it gets there', async () => {
    const { skill, stats, memberSince, cutoff } = await ask(
      smallest,
      'skill { units } stats(period: DAYS_90) { wins losses } memberSince cutoff { time }',
    )
    expect(skill.units).toBeLessThan(30)
    const days = (Date.parse(cutoff.time) - Date.parse(memberSince)) / 86_400_000
    const weeks = Math.max(1, Math.min(days, 90) / 7)
    const decided = (stats?.wins ?? 0) + (stats?.losses ?? 0)
    const left = decided === 0 ? null : Math.ceil(((30 - skill.units) / decided) * weeks)
    const says = words(await open(`/trader/${smallest}`, {}))
    expect(says).toContain(`${skill.units} of 30 decided bets`)
    if (left === null) expect(says).toContain('None decided lately.')
    else expect(says).toMatch(new RegExp(`About ${left} weeks? at this pace`))
    expect(says).not.toContain('A test of every decided bet')
  })

  test('narrows positions and trades to a category and a side, as a slow filter of all of them does', async () => {
    const rows = 'nodes { id market { category } }'
    const all = await ask(
      busiest,
      `positions(first: 100) { totalCount ${rows} } trades(first: 100) { ${rows} }`,
    )
    const seen = new Set<string>()
    for (const category of MARKET_CATEGORIES.map((name) => name.toUpperCase())) {
      const some = await ask(
        busiest,
        `positions(first: 100, category: ${category}) { ${rows} } trades(first: 100, category: ${category}) { ${rows} }`,
      )
      for (const list of ['positions', 'trades'] as const) {
        const isOf = (row: Row) => row.market.category === category
        const expected = all[list].nodes.filter(isOf).map(({ id }) => id)
        expect(some[list].nodes.slice(0, expected.length).map(({ id }) => id)).toEqual(expected)
        expect(some[list].nodes.every(isOf)).toBe(true)
        if (expected.length > 0) seen.add(category)
      }
      const wire = category.toLowerCase()
      const { items } = JSON.parse(await open(`/v1/trader/${busiest}/trades?category=${wire}&limit=25`))
      const body = await open(`/trader/${busiest}?list=trades&category=${wire}`)
      expect(body.split('title="Transaction ')).toHaveLength(items.length + 1)
      expect(body).toContain(`<option value="${wire}" selected>`)
    }
    expect(seen.size).toBeGreaterThan(1)
    const bought = await open(`/trader/${busiest}?list=trades&side=buy`)
    expect(bought.slice(bought.indexOf('id="lists"'))).not.toMatch(/>sold<\/span>/i)
  })

  test('leads from a position to its trades, and from them back to all', async () => {
    const body = await open(`/trader/${busiest}`)
    const href = />trades<\/a>/.test(body)
      ? (/<a href="([^"#]+)#lists">trades<\/a>/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '')
      : ''
    const market = new URLSearchParams(href.split('?')[1]).get('market')
    const list = await open(href)
    const links = [...list.slice(list.indexOf('id="lists"')).matchAll(/<a href="\/market\/(0x\w+)">/g)].map(
      ([, one]) => one,
    )
    expect(links.length).toBeGreaterThan(0)
    expect(new Set(links)).toEqual(new Set([market]))
    expect(list).toContain(`href="/trader/${busiest}?list=trades#lists">One market`)
  })
})
