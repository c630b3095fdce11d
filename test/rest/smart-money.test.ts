import { beforeAll, describe, expect, test } from 'vitest'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('smart money over REST', () => {
  closeServed()
  let served: Served
  let headers: Awaited<ReturnType<typeof tierCallers>>
  beforeAll(async () => {
    served = await serveWorld()
    headers = await tierCallers(served)
  })
  const get = async (url: string, tier: 'FREE' | 'PRO' | null = 'PRO') => {
    const answer = await served.app.inject({ url, headers: tier ? headers[tier] : {} })
    return { status: answer.statusCode, body: answer.json(), retryAfter: answer.headers['retry-after'] }
  }

  test('is 503 with Retry-After until a week is computed', async () => {
    for (const path of ['', '/highlights', '/history']) {
      const { status, retryAfter } = await get(`/v1/smart-money${path}`)
      expect([status, Number(retryAfter) > 0]).toEqual([503, true])
    }
    await updateSmartMoney(served.store.db)
    for (const path of ['', '/highlights', '/history'])
      for (const cohort of ['top-pnl', 'most-consistent', 'high-conviction'])
        expect((await get(`/v1/smart-money${path}?cohort=${cohort}`)).status, `${path} ${cohort}`).toBe(200)
  })

  test('names the three cohorts for an unknown one, and refuses other bad input', async () => {
    const { status, body } = await get('/v1/smart-money?cohort=whales')
    expect(status).toBe(422)
    expect(body.detail).toContain('top-pnl, most-consistent, high-conviction')
    for (const weeks of ['0', '105', 'x'])
      for (const path of ['highlights', 'history'])
        expect((await get(`/v1/smart-money/${path}?weeks=${weeks}`)).status).toBe(422)
    expect((await get(`/v1/smart-money/market/0x${'9'.repeat(64)}`)).status).toBe(404)
    expect((await get('/v1/smart-money/market/0x9')).status).toBe(422)
  })

  test('requires Pro for history and the analysis of a market', async () => {
    const { body } = await get('/v1/smart-money')
    expect(body).toMatchObject({ cohort: 'top-pnl', cohortSize: 100, markets: expect.any(Array) })
    const market = await served.store.db.get<{ condition: string }>(
      'SELECT condition FROM conditions LIMIT 1',
    )
    for (const path of ['history', `market/${market?.condition}`]) {
      expect((await get(`/v1/smart-money/${path}`)).status).toBe(200)
      expect((await get(`/v1/smart-money/${path}`, 'FREE')).status).toBe(403)
      expect((await get(`/v1/smart-money/${path}`, null)).status).toBe(401)
    }
  })
})
