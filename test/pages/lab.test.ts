import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readRule } from '../../src/lab/rule.ts'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import { ruleForm, ruleOfForm, ruleValues } from '../../src/pages/lab/rule-form.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { runNext, tryExample } from '../lab/support/run-next.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

closeServed()
let served: Served
let headers: Awaited<ReturnType<typeof tierCallers>>
let example: string
/** The fields of a form as a browser sends them. */
let form: URLSearchParams
beforeAll(async () => {
  served = await serveWorld()
  headers = await tierCallers(served)
  const last = dayOf((await newestHead(served.store.db))?.cutoffTime ?? 0)
  form = new URLSearchParams({
    'universe.leaderboard': 'volume-all',
    'universe.top': '3',
    'universe.chosen': 'DAY',
    'record.days': '0',
    'record.trades': '1',
    'entry.sides': 'BUYS',
    'exit.traderSells': 'true',
    delay: '30, 300',
    'size.usd': '10',
    'fill.maxSlippage': '50',
    'fill.window': '86400',
    from: dayText(last - 4),
    to: dayText(last - 1),
  })
  example = await tryExample(served.store.db)
})

type Tier = keyof typeof headers
const open = async (url: string, tier: Tier = 'ANONYMOUS') => {
  const { statusCode, body } = await served.app.inject({ url, headers: headers[tier] })
  return { statusCode, body }
}
const send = (fields: URLSearchParams, tier: Tier = 'PRO') =>
  served.app.inject({
    method: 'POST',
    url: '/lab',
    headers: { ...headers[tier], 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: fields.toString(),
  })

test('readers without Pro see the examples with their verdicts, and what Pro opens, in place of the form', async () => {
  for (const tier of ['ANONYMOUS', 'FREE'] as const) {
    const { body } = await open('/lab', tier)
    expect(body).toContain(`href="/lab/${example}"`)
    expect(body).toMatch(/<span class="badge (?:good|bad|open)">(?:Pays|Does not pay|Can’t tell)</)
    expect(body).toContain('needs a Pro account')
    expect(body).not.toContain('<form class="rule"')
    expect((await send(form, tier)).statusCode).toBeOneOf([401, 403])
  }
  expect((await open('/lab')).body).toContain('aria-current="page">Lab</a>')
})

test('everybody opens an example: verdict, curve, steps that add up, capacity, and each copy with its fate', async () => {
  const { statusCode, body } = await open(`/lab/${example}`)
  expect(statusCode).toBe(200)
  const { report } = (await served.app.inject(`/v1/lab/${example}`)).json()
  expect(body).toContain(report.sentence)
  expect(body).toContain(`/lab/${example}/card.png`)
  const card = await open(`/lab/${example}/card.svg`)
  expect([card.statusCode, card.body]).toEqual([200, expect.stringContaining('Random traders')])
  for (const heading of ['Where their edge went', 'How much money it can take', 'The fate of'])
    expect(body).toContain(heading)
  expect(body).not.toContain('data-download')
  const changes = report.waterfall.reduce((sum: number, one: { change: number }) => sum + one.change, 0)
  expect(changes).toBeCloseTo(report.net, 6)
  for (const { fate, copies } of report.fates as { fate: string; copies: number }[]) {
    if (copies === 0) continue
    const { body: some } = await open(`/lab/${example}?fate=${fate}`)
    const rows = /id="copies"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(some)?.[1]?.match(/<tr>/g) ?? []
    expect([fate, rows.length]).toEqual([fate, Math.min(copies, 25)])
  }
})

test('a form starts a trial that its account alone opens, and shows how far it is until it has a result', async () => {
  const { statusCode, body, headers: told } = await send(form)
  expect(statusCode, refusalIn(body)).toBe(303)
  const path = String(told.location)
  const before = await open(path, 'PRO')
  expect(before.body).toMatch(/<progress max="1" value="0"/)
  expect(before.body).toContain('http-equiv="refresh"')
  const second = new URLSearchParams(form)
  second.set('universe.top', '6')
  const refused = await send(second)
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toMatch(/role="alert">[^<]*under way/)
  expect(`/lab/${await runNext(served.store.db)}`).toBe(path)
  const after = await open(path, 'PRO')
  expect(after.body).toContain('Where their edge went')
  expect(after.body).toContain('How fast you have to be')
  expect(after.body).toMatch(/href="\/v1\/lab\/[\w-]+\/copies\?limit=\d+&amp;format=csv"/)
  for (const tier of ['ANONYMOUS', 'FREE'] as const) expect((await open(path, tier)).statusCode).toBe(404)
  expect(after.body).not.toContain('card.png')
  expect((await open(`${path}/card.png`, 'PRO')).statusCode).toBe(404)
  const csv = await served.app.inject({
    url: `/v1${path}/copies?format=csv&limit=50000`,
    headers: headers.PRO,
  })
  const { wanted } = (await served.app.inject({ url: `/v1${path}`, headers: headers.PRO })).json().report
  expect(csv.body.trim().split('\n').length).toBe(1 + wanted)
  expect((await open('/lab', 'PRO')).body).toContain(`href="${path}"`)
})

test('a refused form keeps what was typed, and names the field', async () => {
  const wrong = new URLSearchParams(form)
  wrong.set('universe.traders', 'someone<b>')
  wrong.set('size.usd', '7')
  const { statusCode, body } = await send(wrong)
  expect(statusCode).toBe(422)
  expect(body).toMatch(/role="alert">The rule(?:&#39;|')s universe/)
  expect(body).toContain('someone&lt;b&gt;</textarea>')
  expect(body).toContain('name="size.usd" min="1" max="1000000" step="any" value="7"')
  expect((await send(new URLSearchParams())).statusCode).toBe(422)
})

const amount = fc.integer({ min: 1, max: 90_000 })
const ruleTexts = fc.record({
  universe: fc.oneof(
    fc.record({
      leaderboard: fc.constantFrom('pnl-all', 'copyable-all'),
      top: fc.integer({ min: 1, max: 100 }),
      chosen: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
    }),
    fc.record({ traders: fc.constant([`0x${'1'.repeat(40)}`, `0x${'a'.repeat(40)}`]) }),
  ),
  record: fc.record({ days: fc.integer({ min: 0, max: 900 }), trades: amount }),
  entry: fc.record({
    sides: fc.constantFrom('BUYS' as const, 'BOTH' as const),
    categories: fc.subarray([...MARKET_CATEGORIES]),
    firstOnly: fc.boolean(),
    minPrice: fc.integer({ min: 0, max: 50 }).map((cents) => cents / 100),
    agreeAtLeast: fc.integer({ min: 1, max: 9 }),
  }),
  delay: fc.uniqueArray(fc.integer({ min: 0, max: 9_999 }), { minLength: 1, maxLength: 6 }),
  size: fc.oneof(
    fc.record({ usd: amount, perMarket: fc.option(amount) }),
    fc.record({ shareOfTrade: fc.integer({ min: 1, max: 100 }).map((part) => part / 100) }),
  ),
  fill: fc.record({ participation: fc.integer({ min: 1, max: 1_000 }).map((part) => part / 1_000) }),
  exit: fc.record({
    traderSells: fc.boolean(),
    days: fc.option(fc.integer({ min: 1, max: 99 })),
    price: fc.option(fc.integer({ min: 1, max: 100 }).map((cents) => cents / 100)),
  }),
  from: fc.constant('2026-01-02'),
  to: fc.constant('2026-02-17'),
})

test('a form holds every field of a rule, and reads back the rule that it shows', () => {
  fc.assert(
    fc.property(ruleTexts, (text) => {
      const rule = readRule(text)
      const shown = ruleForm(ruleValues(rule.text)).toString()
      expect(readRule(ruleOfForm(ruleValues(rule.text))).hash).toBe(rule.hash)
      expect(readRule(ruleOfForm(sentBy(shown))).hash).toBe(rule.hash)
    }),
    { numRuns: 60 },
  )
})

/** Returns the fields of a form as a browser sends them. */
function sentBy(shown: string): Record<string, string[]> {
  const sent: Record<string, string[]> = {}
  const add = (name = '', value = '') => {
    sent[name] = [...(sent[name] ?? []), value]
  }
  for (const [tag] of shown.matchAll(/<input[^>]*>/g)) {
    if (tag.includes('type="checkbox"') && !tag.includes(' checked')) continue
    add(/name="([^"]*)"/.exec(tag)?.[1], /value="([^"]*)"/.exec(tag)?.[1])
  }
  for (const [, name, options = ''] of shown.matchAll(/<select name="([^"]*)">(.*?)<\/select>/gs))
    add(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1])
  for (const [, name, text] of shown.matchAll(/<textarea name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs))
    add(name, text)
  return sent
}

const refusalIn = (body: string) => /role="alert">([^<]*)/.exec(body)?.[1] ?? ''
