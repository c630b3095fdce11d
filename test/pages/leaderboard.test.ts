import { beforeAll, describe, expect, test } from 'vitest'
import { moneyText } from '../../src/formats.ts'
import { LEADERBOARDS, PERIODS, TABS } from '../../src/metrics/leaderboards.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

interface Row {
  pnl: number
  trader: { pnlSeries: { day: string; pnl: number }[] }
}

describe('a board page', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served)).PRO
  })
  const open = async (url: string) => (await served.app.inject({ url, headers: pro })).body

  test.each(PERIODS)('draws the profit of its own category and $title', async ({ wire, name }) => {
    const query = `{ leaderboard(id: "pnl-${wire}", category: SPORTS) { entries(first: 20) { nodes { pnl trader { pnlSeries(period: ${name}, category: SPORTS) { day pnl } } } } } }`
    const answer = await served.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: pro,
      payload: { query },
    })
    const rows: Row[] = answer.json().data.leaderboard.entries.nodes
    expect(rows.length).toBeGreaterThan(5)
    for (const { pnl, trader } of rows) expect(trader.pnlSeries.at(-1)?.pnl).toBe(pnl)
    const body = await open(`/leaderboard/pnl-${wire}?category=sports`)
    const drawn = [...body.matchAll(/aria-label="Profit over the period, now ([^"]+)"/g)].map(
      ([, words]) => words,
    )
    expect(drawn.slice(0, rows.length)).toEqual(rows.map(({ pnl }) => moneyText(pnl, { isSigned: true })))
  })

  const shown = (body: string) =>
    [...body.matchAll(/<a href="\/trader\/(0x\w+)">/g)].map(([, address]) => address)
  const links = (body: string, form: RegExp) =>
    [...body.matchAll(form)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  const addresses = (items: readonly { address: string }[]) => items.map(({ address }) => address)

  test('sorts by each column, its better direction first, then by the other', async () => {
    const path = '/leaderboard/pnl-30d'
    const heads = links(await open(path), /<th [^>]*><a href="([^"]+)" title="Sort by/g)
    expect(heads).toHaveLength(9)
    for (const head of heads) {
      const first = new URLSearchParams(head.split('?')[1]).get('order') ?? ''
      const lowest = first.startsWith('bot_probability') || first.startsWith('pnl')
      expect(first, head).toMatch(lowest ? /:asc$/ : /:desc$/)
      const [by] = first.split(':')
      for (const order of [first, `${by}:${lowest ? 'desc' : 'asc'}`]) {
        const { items } = JSON.parse(await open(`/v1/traders?period=30d&order=${order}&limit=50`))
        const body = await open(`${path}?order=${order}`)
        expect(shown(body), order).toEqual(addresses(items))
        expect(body).toMatch(/aria-sort="(?:a|de)scending"/)
        expect(body).toContain(`<option value="${order === 'pnl:desc' ? '' : order}" selected`)
      }
    }
  })

  test.each([
    'minVolume=500&isBot=false',
    'minWinRate=0.6&minTradeCount=3',
    'minRoi=0.1&category=sports&order=volume:asc',
  ])(
    'filters by its address, says how many are left and keeps the filters in its form: %s',
    async (query) => {
      const given = new URLSearchParams(query)
      const asked = new URLSearchParams({
        order: 'pnl:desc',
        period: '90d',
        limit: '50',
        ...Object.fromEntries(given),
      })
      const { items, totalCount } = JSON.parse(await open(`/v1/traders?${asked}`))
      expect(totalCount).toBeGreaterThan(0)
      const body = await open(`/leaderboard/pnl-90d?${query}`)
      expect(shown(body)).toEqual(addresses(items))
      expect(body).toContain(`${totalCount.toLocaleString('en')} trader`)
      for (const [name, value] of given)
        expect(body).toMatch(
          new RegExp(
            `name="${name}"[^>]*>?[\\s\\S]{0,4000}?value="${value}"[^>]*(?:selected|checked)|type="hidden" name="${name}" value="${value}"`,
          ),
        )
    },
  )

  test.each(LEADERBOARDS.filter(({ tab }) => tab.isSliced).map(({ id }) => id))(
    'another order of %s lists the traders of the board, and no others',
    async (id) => {
      const counted = (body: string) => /([\d,]+) traders?<\/span> as of/.exec(body)?.[1]
      const own = counted(await open(`/leaderboard/${id}`))
      expect(own).toMatch(/^\d/)
      for (const order of ['roi:asc', 'bot_probability:asc', 'strategy:desc'])
        expect(counted(await open(`/leaderboard/${id}?order=${order}`)), order).toBe(own)
    },
  )

  test('where nobody fits, names the filter that leaves out most and removes it', async () => {
    const body = await open('/leaderboard/pnl-30d?minVolume=900000000&minTradeCount=2')
    expect(body).toContain('No trader fits these filters. Without “<bdi>Volume</bdi>” there are')
    const [remove = ''] = links(body, /<a href="([^"]+)">Remove this filter/g)
    expect(remove).toBe('/leaderboard/pnl-30d?minTradeCount=2')
    expect(shown(await open(remove)).length).toBeGreaterThan(2)
  })

  test('draws no lines of a period beside the numbers of other days', async () => {
    const body = await open('/leaderboard/pnl-30d?from=2026-02-20&to=2026-02-24')
    expect(body).toContain('<table class="board ranked"')
    expect(body).not.toContain('Profit over the period')
  })

  test('offers each period that has a row, and no other', async () => {
    const { items: boards } = JSON.parse(await open('/v1/leaderboard'))
    const counts = new Map<string, number>(
      boards.map(({ id, entryCount }: { id: string; entryCount: number }) => [id, entryCount]),
    )
    expect([...counts.values()].some((count) => count === 0)).toBe(true)
    for (const { id, tab } of LEADERBOARDS) {
      const body = await open(`/leaderboard/${id}`)
      const [, pills = ''] = /<div class="pills">([\s\S]*?)<\/div>/.exec(body) ?? []
      const offered = [...pills.matchAll(/href="\/leaderboard\/([\w-]+)"/g)].map(([, board]) => board)
      const own = LEADERBOARDS.filter((one) => one.tab === tab && (one.id === id || counts.get(one.id)))
      expect(offered, id).toEqual(own.map((one) => one.id))
      const [, tabs = ''] = /<nav class="tabs" aria-label="Boards">([\s\S]*?)<\/nav>/.exec(body) ?? []
      expect(tabs.match(/<a /g)).toHaveLength(TABS.length)
    }
  })
})

describe('a gated board', () => {
  closeServed()
  const [, , , id = ''] = gateTab('ROI')
  let served: Served
  let callers: Awaited<ReturnType<typeof tierCallers>>
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
  })
  const read = async (query: string, headers = {}) =>
    served.app.inject({ url: `/v1/leaderboard/${id}${query}`, headers })

  /** The first day of the month that has not ended. */
  async function currentMonth(): Promise<string> {
    const { cutoff } = (await read('', callers.FREE)).json()
    return `${cutoff.time.slice(0, 7)}-01`
  }

  test('is everybody’s as of a day of an earlier month, and of no day of the current one', async () => {
    const first = await currentMonth()
    const earlier = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    const { entries } = (await read(`?asOf=${earlier}`, callers.FREE)).json()
    expect(entries.length).toBeGreaterThan(20)
    expect((await read(`?asOf=${earlier}`)).json().entries).toEqual(entries)
    expect((await read(`?asOf=${first}`)).statusCode).toBe(401)
    expect((await read(`?asOf=${first}`, callers.FREE)).json().entries.length).toBeGreaterThan(20)
    for (const { address } of (await read('')).json().entries) expect(address).toBeNull()
  })
})
