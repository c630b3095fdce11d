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

  test('leaves a refusal of the request to the whole page', async () => {
    const refused = await served.app.inject(`${trader}?list=trades&market=0x${'0'.repeat(64)}`)
    expect(refused.statusCode).toBe(404)
    expect(refused.body).not.toContain('could not be loaded')
  })
})
