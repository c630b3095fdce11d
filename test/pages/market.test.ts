import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

interface Holder {
  address: string
  share: number
  realizedPnl: number
  unrealizedPnl: number
}

describe('the page of a market', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let market: string
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    market = (await read('/v1/markets?limit=1&status=open')).items[0].condition
  })
  const read = async (url: string, tier: Tier = 'PRO') =>
    (await served.app.inject({ url, headers: callers[tier] })).json()
  const open = async (url: string, tier: Tier = 'PRO') => {
    const { statusCode, body } = await served.app.inject({ url, headers: callers[tier] })
    expect(statusCode, url).toBe(200)
    return body
  }
  const trianglesIn = (body: string) => body.match(/<svg class="trade(?: skilled)?"/g) ?? []

  test('shows the large trades of its chart as triangles and as a list, six at most with a label', async () => {
    const body = await open(`/market/${market}`)
    const [, list = ''] = /Large trades on this chart([\s\S]*?)<\/details>/.exec(body) ?? []
    const sizes = [...list.matchAll(/class="big"><data value="([\d.]+)"/g)].map(([, usd]) => Number(usd))
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    const { items } = await read(`/v1/trades?market=${market}&limit=100`)
    const known = items.map(({ whole }: { whole: { usd: number } }) => whole.usd)
    for (const usd of sizes) expect(known).toContain(usd)
    expect(trianglesIn(body)).toHaveLength(sizes.length)
    const labels = body.match(/<text class="wide label"/g) ?? []
    expect(labels.length).toBeGreaterThan(0)
    expect(labels.length).toBeLessThanOrEqual(6)
    expect(await open(`/market/${market}`, 'ANONYMOUS')).toContain('triangles')
  })

  test.each(['1h', '6h', '24h', '7d', '30d', 'all'])(
    'has a chart of the period %s for every tier',
    async (period) => {
      for (const tier of ['ANONYMOUS', 'FREE', 'PRO'] as const)
        expect(await open(`/market/${market}?period=${period}`, tier)).toContain(
          'role="img" aria-label="Price of',
        )
    },
  )

  test('names the record of those who moved the price, as their profiles have it', async () => {
    const { buyers, sellers } = await read(`/v1/market/${market}/movers`)
    const body = await open(`/market/${market}`)
    expect(buyers.length + sellers.length).toBeGreaterThan(0)
    for (const { trader } of [...buyers, ...sellers]) {
      const { wins, losses } = await read(`/v1/trader/${trader.address}`)
      const bets = wins + losses
      const words =
        bets === 0
          ? 'No decided bet yet'
          : bets < 100
            ? `${wins} of ${bets} bet`
            : ` right, ${bets.toLocaleString('en')} bets`
      const rows = body.split('<tr>').filter((row) => row.includes(trader.address) && row.includes(words))
      expect(rows, `${trader.address} ${words}`).not.toHaveLength(0)
    }
  })

  test('as of a day shows no later trade', async () => {
    const { items } = await read(`/v1/trades?market=${market}&limit=100`)
    const asOf = items.at(-1).time.slice(0, 10)
    const body = await open(`/market/${market}?asOf=${asOf}`)
    const [, list = ''] = /Large trades on this chart([\s\S]*?)<\/details>/.exec(body) ?? []
    const times = [...list.matchAll(/datetime="([^"]+)"/g)].map(([, time = '']) => time.slice(0, 10))
    expect(times.length).toBeGreaterThan(0)
    for (const time of times) expect(time <= asOf).toBe(true)
  })

  test('sorts its holders by share or by profit, and says what the largest ten hold', async () => {
    for (const [given, order] of [
      ['', 'shares'],
      ['holders=profit&', 'pnl'],
    ]) {
      const body = await open(`/market/${market}?${given}all=holders`)
      const cards = body.split('<h2>Holders of ').slice(1)
      for (const outcome of [0, 1]) {
        const { items } = await read(
          `/v1/market/${market}/holders?outcome=${outcome}&order=${order}&limit=100`,
        )
        const shown = [
          ...(cards[outcome]?.split('</section>')[0] ?? '').matchAll(/href="\/trader\/(0x\w+)"/g),
        ]
        expect(shown.map(([, address]) => address)).toEqual(items.map(({ address }: Holder) => address))
        const [best] = items as Holder[]
        if (best) expect(cards[outcome]).toContain(`value="${best.realizedPnl + best.unrealizedPnl}"`)
      }
    }
    const { items } = await read(`/v1/market/${market}/holders?outcome=0&order=shares&limit=10`)
    const held = items.reduce((sum: number, { share }: Holder) => sum + share, 0)
    expect(await open(`/market/${market}`)).toContain(`the largest 10 hold <data value="${held}"`)
  })
})
