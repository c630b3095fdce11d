import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCREEN_COLUMNS } from '../../src/metrics/screen-columns.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

interface Shared {
  market: { condition: string }
  outcome: { name: string }
  holders: number
}

describe('the page of traders', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served)).PRO
  })
  const open = async (url: string) => {
    const { statusCode, body } = await served.app.inject({ url, headers: pro })
    expect(statusCode, url).toBe(200)
    return body
  }
  const listed = (body: string) =>
    [...body.matchAll(/<a href="\/trader\/(0x\w+)">/g)].map(([, address]) => address)
  const links = (body: string, form: RegExp) =>
    [...body.matchAll(form)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

  test.each([
    'minTradeCount=2&isBot=false&order=roi:desc',
    'minMarketCount=2&category=politics&period=90d&order=pnl:asc',
    'maxPnl=0&order=roi*0.5,volume*0.5',
  ])('lists what REST answers: %s', async (query) => {
    const { items, totalCount } = JSON.parse(await open(`/v1/traders?${query}&limit=25`))
    const body = await open(`/traders?${query}`)
    expect(items.length).toBeGreaterThan(0)
    expect(listed(body)).toEqual(items.map(({ address }: { address: string }) => address))
    expect(body).toContain(`${totalCount.toLocaleString('en')} trader`)
  })

  test('removes one filter by its chip or panel and keeps the others', async () => {
    const body = await open('/traders?isBot=false&minTradeCount=2&maxTradeCount=50&order=roi:desc')
    expect(links(body, /<a class="pill" aria-current="true" href="([^"]*)"><bdi>No bots/g)).toEqual([
      '/traders?minTradeCount=2&maxTradeCount=50&order=roi:desc',
    ])
    expect(body).toContain('<bdi>Trades 2 to 50</bdi>')
    const [without = ''] = links(body, /<a href="([^"]+)">Remove</g)
    expect(without).toBe('/traders?isBot=false&order=roi:desc')
    await open(without)
  })

  test('names the conditions of a where in the words of its parameters', async () => {
    for (const [where, words] of [
      [{ isBot: false, roi: { min: 0.1 } }, 'No bots, Return on investment at least 10%'],
      [
        { tradeCount: { min: 2, max: 50 }, all: [{ pnl: { known: true } }] },
        'Trades 2 to 50, More conditions',
      ],
      [{ pnl: { known: true } }, 'More conditions'],
      [{}, 'More conditions'],
    ] as const) {
      const body = await open(`/traders?where=${encodeURIComponent(JSON.stringify(where))}`)
      expect(body).toContain(`<meta property="og:title" content="${words}">`)
      expect(body).toContain(`<bdi>${words}</bdi>`)
    }
  })

  test('opens the panel of any number with its distribution, and keeps the view in its form', async () => {
    const body = await open('/traders?isBot=false&order=roi:desc')
    const panels = links(body, /<li><a href="([^"]*panel=\w+)"/g)
    expect(panels).toHaveLength(SCREEN_COLUMNS.filter(({ kind }) => kind === 'NUMBER').length)
    const panel = await open('/traders?isBot=false&minVolume=100&panel=volume&order=roi:desc')
    const [, shown = ''] =
      /<details class="pop filter" name="filter" open>([\s\S]*?)<\/form>/.exec(panel) ?? []
    for (const [name, value] of [
      ['isBot', 'false'],
      ['order', 'roi:desc'],
      ['panel', 'volume'],
    ])
      expect(shown).toContain(`<input type="hidden" name="${name}" value="${value}">`)
    const all = JSON.parse(await open('/v1/traders?limit=200'))
    const volumes: number[] = all.items.map((row: { numbers: { volume: number } }) => row.numbers.volume)
    const rows = [...shown.matchAll(/<td class="l">([^<]*)<\/td><td>([\d,]+)<\/td>/g)].map(
      ([, words = '', traders = '']) => ({ words, traders: Number(traders.replaceAll(',', '')) }),
    )
    const dollars = (text = '') => Number(text.replace(/[^\d.]/g, ''))
    expect(rows.length).toBeGreaterThan(3)
    for (const { words, traders } of rows) {
      const [from, to] = words.startsWith('below')
        ? [0, dollars(words)]
        : words.endsWith('up')
          ? [dollars(words), Number.POSITIVE_INFINITY]
          : words.split(' to ').map(dollars)
      const slow = volumes.filter((volume) => volume >= Number(from) && volume < Number(to))
      expect(slow, words).toHaveLength(traders)
    }
  })

  test('sorts by its columns, in both directions, and opens its ready-made screens', async () => {
    const body = await open('/traders')
    const heads = links(body, /<th [^>]*><a href="([^"]+)"/g)
    expect(heads).toHaveLength(9)
    for (const head of heads) expect(await open(head)).toContain('aria-sort="')
    const [, tabs = ''] = /aria-label="Screens">([\s\S]*?)<\/nav>/.exec(body) ?? []
    const screens = links(tabs, /href="([^"]+)"/g)
    expect(screens).toHaveLength(6)
    for (const screen of screens) expect(await open(screen)).toContain('<h1>Find traders</h1>')
  })

  test('shows the columns that its form chooses, each number of the registry among them', async () => {
    const heads = (body: string) => links(body, /<th [^>]*><a href="[^"]+order=(\w+)/g)
    const body = await open('/traders')
    const offered = links(body, /name="columns" value="(\w+)"/g)
    const numbers = SCREEN_COLUMNS.filter(({ id }) => !id.endsWith('High'))
    expect(offered).toHaveLength(numbers.length)
    const chosen = await open(
      '/traders?order=pnl:desc&columns=prescience&columns=win_rate&columns=fees&period=90d',
    )
    expect(heads(chosen)).toEqual(['fees', 'win_rate', 'prescience'])
    expect(chosen.match(/name="columns" value="\w+" checked/g)).toHaveLength(3)
    for (const link of links(chosen, /href="(\/traders\?[^"]+)"/g)) expect(link).toContain('columns=')
    const { items } = JSON.parse(await open('/v1/traders?order=pnl:desc&period=90d&limit=25'))
    const fees = [
      ...chosen.matchAll(/data-head="Fees">(?:<a [^>]*>)?<data [^>]*value="([\d.]+)"[^>]*>\$/g),
    ].map(([, value]) => Number(value))
    expect(fees).toEqual(items.map((row: { numbers: { fees: number } }) => row.numbers.fees))
    const all = await open(`/traders?columns=${offered.join()}`)
    expect(all.match(/<th /g)).toHaveLength(numbers.length + 2)
    const { statusCode } = await served.app.inject({ url: '/traders?columns=nothing', headers: pro })
    expect(statusCode).toBe(422)
    const nobody = (await served.app.inject('/traders?columns=prescience,pnl')).body
    expect(links(nobody, /name="columns" value="(\w+)"/g)).not.toContain('prescience')
  })

  test.each([
    'minTradeCount=2&period=90d&order=pnl:asc&columns=fees,edge_interval,verdict,is_bot',
    'category=politics&order=roi*0.5,volume*0.5',
  ])('has a file of exactly its table: %s', async (query) => {
    const body = await open(`/traders?${query}`)
    const [file = ''] = links(body, /href="([^"]+format=csv[^"]*)" data-download/g)
    const [header = [], ...rows] = parse(await open(file)) as string[][]
    const score = query.includes('*') ? ['score'] : []
    const heads = [...body.matchAll(/<th [^>]*role="columnheader"[^>]*>/g)].length
    const columns = new Set(header.map((name) => name.replace(/Interval\.(low|high)$/, 'Interval')))
    expect(header.slice(0, 3 + score.length)).toEqual(['rank', 'username', 'address', ...score])
    // A trader's cell has the name and the address.
    expect(columns.size - 1).toBe(heads)
    const { items } = JSON.parse(await open(`/v1/traders?${query.replace(/&columns=.*/, '')}&limit=200`))
    expect(rows.map((row) => [row[0], row[2]])).toEqual(
      items.map(({ rank, address }: { rank: number; address: string }) => [String(rank), address]),
    )
  })

  test('shows what its traders hold in common once it is asked for, as REST answers it', async () => {
    const query = 'order=volume:desc&minTradeCount=1'
    const [, link = ''] = /href="([^"]*inCommon=5)#common"/.exec(await open(`/traders?${query}`)) ?? []
    expect(link.replaceAll('&amp;', '&')).toContain('order=volume:desc')
    const body = await open(`/traders?${query}&inCommon=1`)
    const [, card = ''] = /id="common"([\s\S]*?)<\/section>/.exec(body) ?? []
    const { inCommon } = JSON.parse(await open(`/v1/traders?${query}&inCommon=1`))
    expect(inCommon.length).toBeGreaterThan(0)
    const rows = [
      ...card.matchAll(
        /href="\/market\/(0x\w+)"[\s\S]*?<bdi>([^<]*)<\/bdi><\/td><td><data[^>]*value="(\d+)"/g,
      ),
    ]
    expect(rows.map(([, condition, outcome, holders]) => [condition, outcome, Number(holders)])).toEqual(
      inCommon.map((row: Shared) => [row.market.condition, row.outcome.name, row.holders]),
    )
  })

  test('leads on to the next page', async () => {
    const first = await open('/traders?order=volume:desc')
    const [next = ''] = links(first, /rel="next" href="([^"]+)"/g)
    const { items } = JSON.parse(await open('/v1/traders?order=volume:desc&limit=50'))
    const addresses = items.map(({ address }: { address: string }) => address)
    expect([...listed(first), ...listed(await open(next))]).toEqual(addresses)
  })
})
