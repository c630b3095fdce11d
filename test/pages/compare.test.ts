import { beforeAll, describe, expect, test } from 'vitest'
import { countText, moneyText } from '../../src/formats.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('the page that compares traders', () => {
  closeServed()
  let served: Served
  let callers: Awaited<ReturnType<typeof tierCallers>>
  let wallets: string[]
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    const { entries } = await json('/v1/leaderboard/pnl-all?limit=6')
    wallets = entries.map(({ address }: { address: string }) => address)
  })
  const get = (url: string, tier: keyof typeof callers = 'FREE') =>
    served.app.inject({ url, headers: callers[tier] })
  const json = async (url: string) => (await get(url)).json()
  const open = async (url: string, tier?: keyof typeof callers) => {
    const { statusCode, body } = await get(url, tier)
    expect(statusCode, url).toBe(200)
    return body
  }

  test('shows the numbers of REST, and marks as best what REST does', async () => {
    const t = wallets.slice(0, 4).join()
    const found = await json(`/v1/compare?traders=${t}&period=7d`)
    const body = await open(`/compare?t=${t}&period=7d`)
    expect(body).toContain(found.summary)
    expect(body).toContain(`${countText(found.marketCount)} market`)
    for (const { stats } of found.traders) expect(body).toContain(moneyText(stats.pnl, { isSigned: true }))
    const marked = [
      ...body.matchAll(/<td role="cell" data-head="[^"]+" class="big" title="Clearly the best">/g),
    ]
    const best = found.traders.flatMap((one: { best: string[] }) => one.best)
    expect(marked).toHaveLength(best.length)
    expect(best.length).toBeGreaterThan(0)
    expect(body).toContain('Buying first does not mean that the other copies.')
  })

  test('removes and adds traders by links and a form, and switches its measure', async () => {
    const [first = '', second = '', third = ''] = wallets
    const body = await open(`/compare?t=${first},${second}`)
    const hrefs = [...body.matchAll(/href="(\/compare[^"]*)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    expect(hrefs).toContain(`/compare?t=${second}`)
    expect(hrefs).toContain(`/compare?t=${[first, second, third].join(',')}`)
    // The small world has none of the usual earlier days.
    for (const href of hrefs.filter((one) => !one.includes('asOf='))) await open(href)
    // The form sends each wallet by itself.
    const both = await open(`/compare?t=${first}&t=${second}`)
    expect(both).toContain('<title>Compare 2 traders · Pequod</title>')
    expect(await open(`/compare?t=${first}&measure=drawdown`)).toContain(
      'Fall from the highest profit so far',
    )
  })

  test('adds a trader by name: a whole one immediately, else those who fit to choose from', async () => {
    const { entries } = await json('/v1/leaderboard/pnl-all?limit=50')
    const named = entries.filter(({ username }: { username: string | null }) => username !== null)
    const [one, other] = named
    const both = [one.address, other.address].join(',')
    // The comparison with the added trader has its own address, which people share.
    const movedTo = async (url: string) => {
      const { statusCode, headers } = await served.app.inject(url)
      return [statusCode, headers.location]
    }
    const added = `/compare?t=${one.address}&period=7d&add=${encodeURIComponent(other.username)}`
    expect(await movedTo(added)).toEqual([303, `/compare?t=${both}&period=7d`])
    expect(await movedTo(`/compare?add=${other.address}`)).toEqual([303, `/compare?t=${other.address}`])
    const start = other.username.slice(0, -1)
    expect(await open(`/compare?t=${one.address}&add=${encodeURIComponent(start)}`)).toContain(
      `href="/compare?t=${both}"`,
    )
    expect(await open(`/compare?t=${one.address}&add=zzqx`)).toContain(
      'No other trader fits “<bdi>zzqx</bdi>”',
    )
  })

  test('offers the leaders where none is chosen, and is led to from traders and a trader', async () => {
    expect(await open('/compare')).toContain('name="t" value="0x')
    expect(await open(`/trader/${wallets[0]}`)).toContain(`href="/compare?t=${wallets[0]}"`)
    expect(await open('/traders')).toMatch(/<form class="card" action="\/compare">/)
  })

  test('needs no key but for holding times, and refuses six', async () => {
    const [wallet] = wallets
    expect(await open(`/compare?t=${wallet}`, 'ANONYMOUS')).toContain(
      'Holding times and categories are for signed-in users',
    )
    expect(await open(`/compare?t=${wallet}`)).not.toContain('are for signed-in users')
    expect((await get(`/compare?t=${wallets.join()}`)).statusCode).toBe(422)
  })

  test('has a card with and without traders', async () => {
    for (const query of ['', `?t=${wallets.slice(0, 5).join()}`]) {
      const card = await get(`/compare/card.svg${query}`)
      expect(card.statusCode).toBe(200)
      expect(card.body.startsWith('<svg')).toBe(true)
    }
  })
})
