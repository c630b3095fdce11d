import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarketInfo } from '../../../src/ledger/event.ts'
import type { ConditionId, TokenId } from '../../../src/ledger/quantities.ts'
import { readGamma } from '../../../src/sources/files/gamma.ts'
import { type FetchMarketsOptions, fetchMarkets } from '../../../src/sources/http/fetch-markets.ts'
import {
  conditionOf,
  eventOf,
  gammaMarket,
  gammaPaths,
  tokensOf,
  type WorldMarket,
} from '../support/gamma-world.ts'
import { loopbackApi, type Trouble } from '../support/loopback-api.ts'
import { noSharedData, sharedData, skipNote } from '../support/shared-data.ts'

const quick = { retry: { baseMs: 0, maxMs: 1 }, timeoutMs: 60_000 }
const conditions = (ns: readonly number[]) => ns.map((n) => conditionOf(n) as ConditionId)
const open = (...ns: number[]): WorldMarket[] => ns.map((n) => ({ n, closed: false }))
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

async function gather(options: FetchMarketsOptions) {
  const markets: MarketInfo[] = []
  const refusals: string[] = []
  for await (const page of fetchMarkets({ ...quick, ...options })) {
    markets.push(...page.markets)
    refusals.push(...page.refusals.map(({ line, reason }) => `${line}: ${reason}`))
  }
  return { markets, refusals }
}

/** The expected market, written independently of the code that reads it. */
function told(n: number): MarketInfo {
  const event = String(eventOf(n))
  const sports = eventOf(n) % 2 === 0
  return {
    kind: 'MARKET',
    condition: conditionOf(n) as ConditionId,
    tokens: tokensOf(n) as TokenId[],
    outcomes: ['Yes', 'No'],
    question: `Will it be ${n}?`,
    slug: `will-it-be-${n}`,
    category: sports ? 'sports' : null,
    tags: sports ? ['all', 'esports'] : ['all'],
    event: { id: event, title: `Event ${event}`, slug: `e-${event}` },
    negRisk: null,
  }
}

const worlds = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 90 })
  .chain((ns) =>
    fc
      .array(fc.boolean(), { minLength: ns.length, maxLength: ns.length })
      .map((closed) => ns.map((n, i): WorldMarket => ({ n, closed: closed[i] ?? false }))),
  )
const troubles = fc.constantFrom<Trouble | null>(
  null,
  null,
  null,
  { kind: 'STATUS', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'STATUS', status: 502, body: '<html><body>Bad gateway</body></html>' },
  { kind: 'TEXT', text: '<!doctype html><title>Just a moment…</title>' },
  { kind: 'TEXT', text: '{"error":"try again later"}' },
  { kind: 'TEXT', text: '' },
  { kind: 'CUT' },
  { kind: 'BREAK' },
)

describe('every market of Gamma', () => {
  test('is fetched once, through pages, clamps and temporary failures', async () => {
    const habits = fc.record({ clamp: fc.integer({ min: 3, max: 120 }), includeTag: fc.boolean() })
    const plan = fc.array(troubles, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(worlds, habits, plan, async (world, habit, planned) => {
        const api = await loopbackApi(gammaPaths(world, habit), (request) => planned[request] ?? null)
        const attempts = planned.length + 1
        const found = await gather({ url: api.url, ...quick, retry: { ...quick.retry, attempts } })
        expect(found.refusals).toEqual([])
        const expected = [...world].sort((a, b) => Number(a.closed) - Number(b.closed) || a.n - b.n)
        expect(found.markets).toEqual(expected.map(({ n }) => told(n)))
      }),
      { numRuns: 30 },
    )
  })

  test('is read to the end where the offset is ignored', async () => {
    const api = await loopbackApi(gammaPaths(open(...upTo(120)), { offset: false }))
    expect((await gather({ url: api.url })).markets).toHaveLength(100)
    expect(api.asked).toHaveLength(3)
  })

  test('can be limited to open ones', async () => {
    const api = await loopbackApi(gammaPaths([...open(1, 2), { n: 3, closed: true }]))
    expect((await gather({ url: api.url, closed: false })).markets).toEqual([told(1), told(2)])
    expect((await gather({ url: api.url, closed: true })).markets).toEqual([told(3)])
  })

  test('has no category where events are unavailable, and they are requested once', async () => {
    const paths = { '/markets': gammaPaths(open(...upTo(9)), { includeTag: false, clamp: 4 })['/markets'] }
    const api = await loopbackApi(paths)
    const { markets } = await gather({ url: api.url })
    expect(markets.map(({ category, tags }) => [category, tags])).toEqual(upTo(9).map(() => [null, []]))
    expect(api.asked.filter(({ pathname }) => pathname === '/events')).toHaveLength(1)
  })
})

describe('Gamma markets by id', () => {
  test('are found open or closed, by condition and by token, and no others', async () => {
    const asked = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 130 })
    await fc.assert(
      fc.asyncProperty(worlds, asked, fc.boolean(), async (world, ns, byToken) => {
        const api = await loopbackApi(gammaPaths(world))
        const tokens = ns.map((n) => tokensOf(n)[n % 2] as TokenId)
        const names = byToken ? { tokens } : { conditions: conditions(ns) }
        const { markets } = await gather({ url: api.url, ...names })
        const known = new Set(world.map(({ n }) => n))
        const expected = ns.filter((n) => known.has(n)).sort((a, b) => a - b)
        const byNumber = [...markets].sort((a, b) => (a.condition < b.condition ? -1 : 1))
        expect(byNumber).toEqual(expected.map(told))
        expect(Math.max(0, ...api.asked.map(({ href }) => href.length))).toBeLessThan(8_000)
      }),
      { numRuns: 25 },
    )
  })

  test('of an empty list need no request', async () => {
    const api = await loopbackApi(gammaPaths(open(1)))
    expect(await gather({ url: api.url, conditions: [] })).toEqual({ markets: [], refusals: [] })
    expect(api.asked).toEqual([])
  })

  test('are fetched without one that Gamma refuses', async () => {
    const bad = conditionOf(13)
    const api = await loopbackApi(gammaPaths(open(...upTo(40))), (_, { searchParams }) =>
      searchParams.getAll('condition_ids').includes(bad)
        ? { kind: 'STATUS', status: 422, body: '{"type":"validation error","error":"no"}' }
        : null,
    )
    const { markets, refusals } = await gather({ url: api.url, conditions: conditions(upTo(40)) })
    expect(markets.map(({ condition }) => condition)).toEqual(
      conditions(upTo(40)).filter((condition) => condition !== bad),
    )
    expect(new Set(refusals.map((text) => text.replace(/^\d+: /, '')))).toEqual(
      new Set([`condition_ids ${bad}: HTTP 422: {"type":"validation error","error":"no"}`]),
    )
  })

  test('are requested in smaller numbers where URLs are limited', async () => {
    const api = await loopbackApi(gammaPaths(open(...upTo(50))), (_, { href }) =>
      href.length > 1_000 ? { kind: 'STATUS', status: 414, body: '<html>URI too long</html>' } : null,
    )
    expect((await gather({ url: api.url, conditions: conditions(upTo(50)) })).markets).toHaveLength(50)
  })

  test('are not those of an API that ignores the filter', async () => {
    const paths = gammaPaths(open(1, 2, 3))
    const api = await loopbackApi({ ...paths, '/markets': () => paths['/markets'](new URLSearchParams()) })
    expect((await gather({ url: api.url, conditions: conditions([2, 9]) })).markets).toMatchObject([
      { condition: conditionOf(2) },
    ])
  })
})

describe('failures of Gamma', () => {
  const failing = async (trouble: Trouble, options: Partial<FetchMarketsOptions> = {}) => {
    const api = await loopbackApi(gammaPaths(open(1)), () => trouble)
    const secret = `${api.url}/?key=s3cret`
    const error = await gather({ ...options, url: secret }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'CommandError' })
    expect(String(error)).not.toContain('s3cret')
    return { message: String(error), asked: api.asked.length, host: new URL(api.url).host }
  }

  test('that last end the fetch with one line that names the host', async () => {
    const { message, asked, host } = await failing({
      kind: 'STATUS',
      status: 500,
      body: '<html>\n  Oops\n</html>',
    })
    expect(message).toBe(`CommandError: ${host} did not return markets: HTTP 500: <html> Oops </html>.`)
    expect(asked).toBe(5)
  })

  test('that are permanent are not retried', async () => {
    const { message, asked } = await failing({ kind: 'STATUS', status: 403, body: 'forbidden' })
    expect(message).toMatch(/did not return markets: HTTP 403: forbidden\.$/)
    expect(asked).toBe(1)
  })

  test('by hanging end at the timeout', async () => {
    const retry = { ...quick.retry, attempts: 2 }
    const { message, asked } = await failing({ kind: 'SILENCE' }, { timeoutMs: 100, retry })
    expect(message).toMatch(/no answer within 100 ms/)
    expect(asked).toBe(2)
  })

  test('by endless pages stop at the limit of bytes', async () => {
    const { message } = await failing({ kind: 'TEXT', text: `[${'0,'.repeat(5_000)}0]` }, { maxBytes: 4_000 })
    expect(message).toMatch(/more than 4000 bytes/)
  })

  test('with a Retry-After are waited for', async () => {
    const wait: Trouble = {
      kind: 'STATUS',
      status: 429,
      headers: { 'retry-after': '0.4' },
      body: 'slow down',
    }
    const api = await loopbackApi(gammaPaths(open(1)), (request) => (request === 0 ? wait : null))
    const begun = performance.now()
    expect((await gather({ url: api.url, conditions: conditions([1]) })).markets).toHaveLength(1)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(395)
  })

  test('keep what came before them', async () => {
    const api = await loopbackApi(gammaPaths(open(...upTo(30)), { clamp: 10 }), (request) =>
      request < 2 ? null : { kind: 'STATUS', status: 500 },
    )
    const pages: number[] = []
    const reading = async () => {
      for await (const { markets } of fetchMarkets({ url: api.url, ...quick })) pages.push(markets.length)
    }
    await expect(reading()).rejects.toThrow(/did not return markets/)
    expect(pages).toEqual([10, 10])
  })

  test('end immediately when aborted', async () => {
    const api = await loopbackApi(gammaPaths(open(1)), () => ({ kind: 'SILENCE' }))
    const signal = AbortSignal.timeout(30)
    await expect(gather({ url: api.url, signal })).rejects.toThrow(/timeout|abort/i)
  })
})

test('by objects of the wrong shape are refused one by one, and the others are kept', async () => {
  const wrong = [
    null,
    7,
    'market',
    [],
    {},
    { ...gammaMarket({ n: 2, closed: false }), conditionId: 12 },
    { ...gammaMarket({ n: 3, closed: false }), outcomes: '["Yes", 1]' },
    { ...gammaMarket({ n: 4, closed: false }), clobTokenIds: 'not JSON' },
    { ...gammaMarket({ n: 5, closed: false }), clobTokenIds: '["1", "0x2"]' },
    { ...gammaMarket({ n: 6, closed: false }), events: 'none' },
    { ...gammaMarket({ n: 7, closed: false }), question: { text: 'Will it?' } },
  ]
  const rows = [...wrong, gammaMarket({ n: 1, closed: false })]
  const api = await loopbackApi({
    '/markets': (query) => (query.get('offset') === '0' && query.get('closed') === 'false' ? rows : []),
    '/events': () => 'no list',
  })
  const { markets, refusals } = await gather({ url: api.url })
  expect(markets.map(({ condition }) => condition)).toEqual([conditionOf(1)])
  expect(refusals.map((text) => text.split(': ')[0])).toEqual(wrong.map((_, i) => String(i + 1)))
})

describe('recorded Gamma objects', () => {
  test.skipIf(noSharedData)(`are read over HTTP as from a file${skipNote}`, async () => {
    const path = sharedData('gamma/markets-200.json')
    const recorded: Record<string, unknown>[] = JSON.parse(readFileSync(path, 'utf8'))
    const event = JSON.parse(readFileSync(sharedData('gamma/event.json'), 'utf8'))
    const api = await loopbackApi({
      '/markets': (query) => {
        const rows = recorded.filter(({ closed }) => String(closed) === query.get('closed'))
        const from = Number(query.get('offset'))
        return rows.slice(from, from + 49)
      },
      '/events': () => [event],
    })
    const { markets, refusals } = await gather({ url: api.url })
    const expected: MarketInfo[] = []
    for await (const batch of readGamma(path)) expected.push(...batch.markets.map(({ market }) => market))
    expect(refusals).toEqual([])
    const byCondition = (list: MarketInfo[]) => new Map(list.map((market) => [market.condition, market]))
    expect(byCondition(markets)).toEqual(byCondition(expected))
  })
})
