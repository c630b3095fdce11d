import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { dayText } from '../../src/ledger/quantities.ts'
import { PERIODS } from '../../src/metrics/leaderboards.ts'
import { METRICS } from '../../src/metrics/registry.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { closeServed, type Served, serveNothing, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const PARTS = [
  'period',
  'summary',
  'risk',
  'behavior',
  'skill',
  'attribution',
  'calibration',
  'bestMarkets',
  'worstMarkets',
  'strategy',
  'insufficient',
  'cutoff',
]

describe("a trader's analytics over REST", () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let addresses: string[]
  let firstDay: number
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    const { entries } = (await ask('/v1/leaderboard/volume-all?limit=100', 'FREE')).json()
    addresses = entries.map(({ address }: { address: string }) => address)
    firstDay = (await createReader(served.store.db).current())?.firstDay ?? 0
  })
  const ask = (url: string, tier: Tier) => served.app.inject({ url, headers: callers[tier] })
  const analytics = (query = '', tier: Tier = 'FREE') =>
    ask(`/v1/trader/${addresses[0]}/analytics${query}`, tier)

  test('is the body itself, by period, with REST’s names', async () => {
    for (const { wire } of PERIODS) {
      const answer = await analytics(`?period=${wire}`)
      expect(answer.statusCode).toBe(200)
      const body = answer.json()
      expect(Object.keys(body)).toEqual(PARTS)
      expect(body.period).toBe(wire)
      expect(body.skill.verdict).toMatch(/^(skilled|unskilled|cannot-tell)$/)
      expect(body.strategy.name).toMatch(/^[a-z-]+$/)
      expect(body.calibration).toHaveLength(10)
    }
    expect((await analytics()).json()).toEqual((await analytics('?period=all')).json())
  })

  test('of all time is in the profile, for signed-in callers', async () => {
    const profile = `/v1/trader/${addresses[0]}`
    expect((await ask(profile, 'FREE')).json().analytics).toEqual((await analytics()).json())
    expect((await ask(profile, 'ANONYMOUS')).json().analytics).toBeNull()
  })

  test('names every number that is null for lack of a sample, and no other', async () => {
    const places = (await ask('/v1/trader?query=0x&limit=100', 'FREE')).json().items
    const registered = METRICS.map(({ id }) => String(id))
    for (const { address } of places) {
      const body = (await ask(`/v1/trader/${address}/analytics`, 'FREE')).json()
      const shown = { ...body.summary, ...body.risk, ...body.behavior, ...body.skill }
      for (const id of body.insufficient) {
        expect(registered).toContain(id)
        expect([id, shown[id] ?? null]).toEqual([id, null])
      }
      const nulls = Object.keys(shown).filter((name) => shown[name] === null)
      const sampled = METRICS.filter(({ minimumSample }) => minimumSample !== null).map(({ id }) =>
        String(id),
      )
      const silent = nulls.filter((name) => sampled.includes(name) && !body.insufficient.includes(name))
      // A ratio over zero: no risk or no loss, although there are units enough.
      expect(silent.filter((name) => !NOTHING_BELOW.includes(name))).toEqual([])
    }
  })

  test('equals the numbers of the profile and the boards', async () => {
    for (const address of addresses.slice(0, 40)) {
      const profile = (await ask(`/v1/trader/${address}`, 'FREE')).json()
      const { risk, behavior, summary } = profile.analytics
      for (const name of ['sharpeRatio', 'sortinoRatio', 'profitFactor', 'maxDrawdown', 'maxDrawdownPct'])
        expect([address, name, profile[name]]).toEqual([address, name, risk[name]])
      for (const name of ['botProbability', 'botComponents', 'isBot'])
        expect([address, name, profile[name]]).toEqual([address, name, behavior[name]])
      for (const name of ['pnl', 'winRate', 'roi', 'tradeCount'])
        expect([address, name, profile[name]]).toEqual([address, name, summary[name]])
    }
  })

  test('as of a day is of that day', async () => {
    const day = dayText(firstDay + 8)
    const body = (await analytics(`?asOf=${day}&period=7d`)).json()
    expect(body.cutoff.time).toBe(`${day}T23:59:59Z`)
    expect(body.summary.tradeCount).toBeLessThan((await analytics()).json().summary.tradeCount)
    expect((await analytics(`?asOf=${day}&period=7d`)).json()).toEqual(body)
  })

  test('is 401 without credentials before anything else', async () => {
    const nothing = await serveNothing()
    for (const [app, path] of [
      [served.app, `/v1/trader/${addresses[0]}/analytics`],
      [served.app, `/v1/trader/0x${'0'.repeat(40)}/analytics`],
      [served.app, '/v1/trader/nobody/analytics?period=8d&top=3'],
      [nothing.app, `/v1/trader/${addresses[0]}/analytics`],
    ] as const) {
      const answer = await app.inject(path)
      expect([path, answer.statusCode]).toEqual([path, 401])
      expect(answer.json()).toEqual({ detail: expect.any(String), code: 'UNAUTHENTICATED' })
    }
  })

  test('is 404 for a trader unknown to the ledger', async () => {
    const answer = await ask(`/v1/trader/0x${'0'.repeat(40)}/analytics`, 'PRO')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each([
    ['/v1/trader/0x12/analytics', 'path', 'address', '0x and 40 hex digits'],
    ['/analytics?period=8d', 'query', 'period', 'period must be one of 7d, 30d, 90d, all.'],
    ['/analytics?period=DAYS_7', 'query', 'period', 'one of 7d, 30d, 90d, all'],
    ['/analytics?period=', 'query', 'period', 'one of 7d, 30d, 90d, all'],
    ['/analytics?asOf=2001-01-01', 'query', 'asOf', "the ledger's days"],
    ['/analytics?limit=3', 'query', 'limit', 'known here: period, asOf'],
  ])('422 for %s names the %s parameter %s', async (path, place, name, hint) => {
    const url = path.startsWith('/v1') ? path : `/v1/trader/${addresses[0]}${path}`
    const answer = await ask(url, 'FREE')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ in: place, name }])
    expect(answer.json().detail).toContain(hint)
    if (name === 'asOf') expect(answer.json().detail).toContain(dayText(firstDay))
  })

  test.each(['1', 'TRUE', '', 'no'])('422 for isBot=%s', async (value) => {
    const answer = await ask(`/v1/leaderboard/pnl-7d?isBot=${value}`, 'PRO')
    expect(answer.json().detail).toBe('isBot must be true or false.')
  })

  test('is 404 with the tab’s periods for a missing one', async () => {
    const answer = await ask('/v1/leaderboard/consistent-7d', 'PRO')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().detail).toContain('the tab consistent has the periods 90d, all')
  })
})

const NOTHING_BELOW = ['profitFactor', 'sharpeRatio', 'sortinoRatio']
