import { beforeAll, describe, expect, test } from 'vitest'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'

describe('a part of a page that fails', () => {
  closeServed()
  let served: Served
  let trader: string
  beforeAll(async () => {
    served = await serveWorld()
    const { entries } = (await served.app.inject('/v1/leaderboard/volume-all?limit=1')).json()
    trader = `/trader/${entries[0].address}`
  })
  const rename = (from: string, to: string) => served.store.db.run(`ALTER TABLE ${from} RENAME TO ${to}`)

  test('says so alone with a reference, and is not kept: the next try shows it', async () => {
    const url = `${trader}?list=activity&period=30d`
    await rename('movements', 'movements_gone')
    try {
      const broken = await served.app.inject(url)
      expect(broken.statusCode).toBe(200)
      expect(broken.body).toMatch(
        /role="alert">This part could not be loaded\. <a href="">Try again<\/a> .*<code>[0-9a-f]{8}<\/code>/,
      )
      expect(broken.body).toContain('Profit by day')
      expect(broken.body).not.toMatch(/SQLITE|no such table|movements/)
      expect(broken.headers['cache-control']).toContain('no-store')
      expect(broken.headers.etag).toBeUndefined()
      const whole = await served.app.inject(`${trader}?list=trades&period=30d`)
      expect(whole.body).not.toContain('could not be loaded')
    } finally {
      await rename('movements_gone', 'movements')
    }
    const mended = await served.app.inject(url)
    expect(mended.body).not.toContain('could not be loaded')
    expect(mended.headers.etag).toBeDefined()
  })

  test.each([
    ['whole_trades', 'Large trades'],
    ['large_buy_studies', 'Is following large trades worth it?'],
  ])('on home leaves the others, where %s cannot be read', async (table, heading) => {
    // An address of its own: an answer that was kept would be shown.
    const url = `/?period=30d&window=${table === 'whole_trades' ? '1h' : '7d'}`
    await rename(table, `${table}_gone`)
    try {
      const { body, statusCode, headers } = await served.app.inject(url)
      expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')])
      const failed = body.split('<section').filter((part) => part.includes('could not be loaded'))
      expect(failed).toHaveLength(1)
      expect(failed[0]).toContain(`<h2>${heading}</h2>`)
      for (const other of ['Prices that moved', 'Leaders', 'Active all week', 'Traded on'])
        expect(body).toContain(other)
    } finally {
      await rename(`${table}_gone`, table)
    }
    expect((await served.app.inject(url)).body).not.toContain('could not be loaded')
  })

  test('leaves a refusal of the request to the whole page', async () => {
    const refused = await served.app.inject(`${trader}?list=trades&market=0x${'0'.repeat(64)}`)
    expect(refused.statusCode).toBe(404)
    expect(refused.body).not.toContain('could not be loaded')
  })
})
