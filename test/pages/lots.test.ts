import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { moneyText } from '../../src/formats.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('the page of lots', () => {
  closeServed()
  let served: Served
  let callers: Awaited<ReturnType<typeof tierCallers>>
  let wallets: string[]
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    const { entries } = JSON.parse(await open('/v1/leaderboard/pnl-all?limit=2'))
    wallets = entries.map(({ address }: { address: string }) => address)
  })
  const open = async (url: string, tier: keyof typeof callers = 'ANONYMOUS') => {
    const { statusCode, body } = await served.app.inject({ url, headers: callers[tier] })
    expect(statusCode, url).toBe(200)
    return body
  }

  test('shows the sums of REST, other wallets, years and methods as links, and a form without a wallet', async () => {
    const [one = '', other = ''] = wallets
    const { lots, totalCount } = JSON.parse(await open(`/v1/trader/${one}/lots?also=${other}&method=hifo`))
    const body = await open(`/lots?t=${one},${other}&method=hifo`)
    expect(totalCount).toBeGreaterThan(0)
    expect(body).toContain(moneyText(lots.totals.gain, { isSigned: true }))
    const hrefs = [...body.matchAll(/href="(\/lots[^"]*)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    for (const part of [`t=${other}`, `year=${lots.years[0]}`, 'method=average'])
      expect(hrefs.some((url) => url.includes(part))).toBe(true)
    for (const url of hrefs.filter((url) => !url.includes('asOf'))) await open(url)
    expect(await open(`/trader/${one}`)).toContain(`href="/lots?t=${one}"`)
    expect(await open('/lots')).toContain('name="t"')
  })

  test('leads Pro to files: every row in plain columns, sales in cents as Form 8949 has them, and realized gains', async () => {
    const [one = ''] = wallets
    const body = await open(`/lots?t=${one}`, 'PRO')
    const files = [...body.matchAll(/href="([^"]*format=[^"]*)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    const table = async (format: string) =>
      parse(await open(files.find((url) => url.includes(`format=${format}`)) ?? '', 'PRO'), {
        columns: true,
      }) as Record<string, string>[]
    const { lots, totalCount } = JSON.parse(await open(`/v1/trader/${one}/lots`))
    const plain = await table('csv')
    expect(plain).toHaveLength(totalCount)
    const gain = plain.reduce((sum, row) => sum + Math.round(Number(row.gain) * 1e6), 0)
    expect(gain).toBe(Math.round(lots.totals.gain * 1e6))
    const sold = plain.filter(({ proceeds }) => proceeds !== '')
    const form = await table('form-8949')
    expect(form.map((row) => [row['Description of property'], row.Proceeds])).toEqual(
      sold.map(({ description, proceeds }) => [
        description,
        String(Math.round(Number(proceeds) * 100) / 100),
      ]),
    )
    expect(form.some((row) => row['Gain or loss']?.startsWith('-'))).toBe(true)
    expect(form[0]?.['Date acquired']).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    const koinly = await table('koinly')
    expect(koinly.reduce((sum, { Amount }) => sum + Math.round(Number(Amount) * 1e6), 0)).toBe(gain)
  })
})
