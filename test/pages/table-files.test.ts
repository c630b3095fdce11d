import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { html } from '../../src/pages/kit/html.ts'
import { createTables, head, numbers } from '../../src/pages/kit/tables.ts'
import { money } from '../../src/pages/parts/amounts.ts'
import { person, personFile } from '../../src/pages/parts/person.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** A row of an answer of REST. */
interface Row {
  whole: { usd: number; price: number }
  side: string
  outcome: string | null
  trader: { address: string } | null
  market: { condition: string } | null
  shares: number
  realizedPnl: number
  stats: { pnl: number } | null
}

test('a table shows each row once, and its file has the same rows, exact, with unique heads', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  const rows = fc.array(
    fc.record({ name: text, usd: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })) }),
    { minLength: 1, maxLength: 5 },
  )
  const address = `0x${'a1'.repeat(20)}`
  fc.assert(
    fc.property(rows, text, (all, words) => {
      const tables = createTables({ path: '/page', view: {}, tier: 'PRO' })
      expect(tables.file('one')).toBeNull()
      const personOf = ({ name }: { name: string }) => ({ address, username: name })
      const shown = tables.show('one', all, [
        {
          head: head(words),
          cell: (row) => html`<td>${person(personOf(row))}</td>`,
          file: personFile(personOf),
        },
        numbers('Usd', ({ usd }) => usd, money),
        { head: head('Line'), cell: () => html`<td></td>` },
        numbers('Usd', ({ usd }) => usd, money),
      ])
      expect(String(shown).match(/<tr/g)).toHaveLength(all.length + 1)
      expect(String(shown).match(/<th/g)).toHaveLength(5)
      expect(tables.file('one')).toEqual({
        columns: ['Trader', 'Address', 'Usd', 'Usd 2'],
        rows: all.map(({ name, usd }) => [name, address, usd, usd]),
      })
    }),
    { numRuns: 50 },
  )
})

describe('tables of pages as files', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served, ' of tables')).PRO
  })

  const read = async (url: string) => (await served.app.inject({ url, headers: pro })).json()

  /** The files that a page offers, by the table's name, as rows. */
  async function filesOf(path: string): Promise<Map<string, Record<string, string>[]>> {
    const page = await served.app.inject({ url: path, headers: pro })
    const links = [...page.body.matchAll(/href="([^"]+\/table\.csv\?[^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    const files = new Map<string, Record<string, string>[]>()
    for (const url of links) {
      const file = await served.app.inject({ url, headers: pro })
      expect([url, file.statusCode, file.headers['content-type']]).toEqual([
        url,
        200,
        expect.stringContaining('text/csv'),
      ])
      expect(file.headers['content-disposition']).toMatch(
        /^attachment; filename="pequod-[\w-]+-\d{4}-\d\d-\d\d\.csv"$/,
      )
      const name = new URLSearchParams(url.split('?')[1]).get('table') ?? ''
      files.set(name, parse(file.body, { columns: true }))
    }
    return files
  }

  test('a leaderboard’s file has its columns, order, filters and day', async () => {
    const { cutoff } = await read('/v1/leaderboard/pnl-all?limit=1')
    const day = new Date(Date.parse(cutoff.time) - 5 * 86_400_000).toISOString().slice(0, 10)
    const { entries } = await read(`/v1/leaderboard/pnl-all?limit=50&isBot=false&asOf=${day}`)
    const rows = (await filesOf(`/leaderboard/pnl-all?isBot=false&asOf=${day}`)).get('traders') ?? []
    expect(rows.map((row) => [row['#'], row.Address, row.Profit, row['Win rate'], row.Trades])).toEqual(
      entries.map((one: Record<string, unknown>) =>
        [one.rank, one.address, one.pnl, one.winRate, one.tradeCount].map((value) => `${value ?? ''}`),
      ),
    )
    const order = Object.keys(rows[0] ?? {}).filter((name) =>
      ['Profit', 'Realized', 'Return', 'Volume', 'Win rate', 'Trades', 'Markets', 'Bot'].includes(name),
    )
    expect(order).toEqual(['Profit', 'Realized', 'Return', 'Volume', 'Win rate', 'Trades', 'Markets', 'Bot'])
    const sorted = (await filesOf('/leaderboard/pnl-all?order=volume:desc')).get('traders') ?? []
    const volumes = sorted.map(({ Volume }) => Number(Volume))
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  })

  test('the tape’s file has each fact of a trade in a column of its own', async () => {
    const { items } = await read('/v1/trades?minUsd=1000&role=taker&limit=50&order=largest')
    const rows = (await filesOf('/tape?order=largest')).get('trades') ?? []
    expect(
      rows.map((row) => [row.Dollars, row.Side, row.Outcome, row.Price, row.Address, row.Condition]),
    ).toEqual(
      items.map(({ whole, side, outcome, trader, market }: Row) =>
        [
          whole.usd,
          side === 'buy' ? 'bought' : 'sold',
          outcome,
          whole.price,
          trader?.address,
          market?.condition,
        ].map((value) => `${value ?? ''}`),
      ),
    )
  })

  test('a market’s files have its holders, winners and trades', async () => {
    const { items } = await read('/v1/markets?limit=1&status=open')
    const id = items[0].condition
    const files = await filesOf(`/market/${id}`)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['holders-1', 'holders-2', 'winners', 'losers', 'trades']),
    )
    const holders = await read(`/v1/market/${id}/holders?outcome=0&limit=8`)
    const rows = files.get('holders-1') ?? []
    expect(rows.map(({ Address }) => Address)).toEqual(
      holders.items.map((one: { address: string }) => one.address),
    )
    expect(rows.map(({ Share }) => Number(Share))).toEqual(
      holders.items.map((one: { share: number }) => one.share),
    )
  })

  test('a trader’s file is of the list that the page shows, a comparison’s of both its tables', async () => {
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=2')
    const [first, second] = entries.map((one: { address: string }) => one.address)
    const closed = await read(`/v1/trader/${first}/positions?status=closed&limit=20`)
    const positions = (await filesOf(`/trader/${first}?list=closed`)).get('list') ?? []
    expect(positions.map((row) => [row.Condition, row.Shares, row.Realized])).toEqual(
      closed.items.map((one: Row) => [one.market?.condition ?? '', `${one.shares}`, `${one.realizedPnl}`]),
    )
    const ranks = (await filesOf(`/trader/${first}?list=ranks`)).get('list') ?? []
    expect(ranks.some(({ Leaderboard, Rank }) => Leaderboard?.startsWith('Profit') && Rank === '1')).toBe(
      true,
    )
    const compared = await read(`/v1/compare?traders=${first},${second}`)
    const files = await filesOf(`/compare?t=${first},${second}`)
    const [profit] = files.get('side-by-side') ?? []
    const numbers = Object.entries(profit ?? {}).filter(([head]) => !head.endsWith(': note'))
    expect(numbers.slice(1).map(([, value]) => value)).toEqual(
      compared.traders.map((one: Row) => `${one.stats?.pnl ?? ''}`),
    )
    expect(files.get('markets')?.length ?? 0).toBe(compared.markets.length)
  })

  test('other callers than Pro are refused, as are tables that a page lacks', async () => {
    const url = '/tape/table.csv?table=trades'
    const refused = await served.app.inject(url)
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('Pro account')])
    for (const query of ['', '?table=', '?table=none', '?table=trades&table=trades', '?table=%22'])
      expect(
        (await served.app.inject({ url: `/tape/table.csv${query}`, headers: pro })).statusCode,
        query,
      ).toBe(404)
  })
})
