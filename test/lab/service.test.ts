import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { entry } from '../../src/lab/forward/entries.ts'
import { appendEntries, recordHead } from '../../src/lab/forward/record.ts'
import { runForward } from '../../src/lab/forward/run-forward.ts'
import { type Address, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { runNext, tryExample } from './support/run-next.ts'

closeServed()
let served: Served
let headers: Awaited<ReturnType<typeof tierCallers>>
let rule: Record<string, unknown>
beforeAll(async () => {
  served = await serveWorld()
  headers = await tierCallers(served)
  const last = dayOf((await newestHead(served.store.db))?.cutoffTime ?? 0)
  rule = {
    universe: { leaderboard: 'volume-all', top: 5, chosen: 'DAY' },
    record: { days: 0, trades: 1 },
    delay: [30, 300],
    size: { usd: 10 },
    fill: { window: 86_400, maxSlippage: 0.5 },
    from: dayText(last - 8),
    to: dayText(last - 1),
  }
})

const ask = async (tier: keyof typeof headers, url: string) =>
  (await served.app.inject({ url, headers: headers[tier] })).json()
const post = (tier: keyof typeof headers, payload: object) =>
  served.app.inject({ method: 'POST', url: '/v1/lab', headers: headers[tier], payload })

test('a Pro account tries a rule, reads its report and copies, and nobody else does', async () => {
  for (const tier of ['ANONYMOUS', 'FREE'] as const)
    expect((await post(tier, rule)).statusCode).toBeOneOf([401, 403])
  const started = (await post('PRO', rule)).json()
  expect(started).toMatchObject({ state: 'waiting', problem: null, title: null })
  const follow = (more: Record<string, string> = {}) =>
    served.app.inject({ url: `/v1/lab/${started.id}/stream`, headers: { ...headers.PRO, ...more } })
  const following = Promise.resolve(follow())
  expect(await runNext(served.store.db)).toBe(started.id)
  const followed = messagesOf((await following).body)
  expect(followed.at(-1)).toMatchObject({ kind: 'changed', backtest: { state: 'done', progress: 1 } })
  const { cursor } = followed.at(-1) ?? {}
  expect(messagesOf((await follow({ 'last-event-id': String(cursor) })).body)).toEqual([
    { cursor, kind: 'position', backtest: null },
  ])
  expect((await ask('FREE', `/v1/lab/${started.id}/stream`)).code).toBe('NOT_FOUND')
  const { report, ...run } = await ask('PRO', `/v1/lab/${started.id}`)
  expect(run).toMatchObject({ state: 'done', progress: 1 })
  expect(report).toMatchObject({ verdict: 'cannot-tell', tries: 1 })
  expect(report.bought).toBeGreaterThan(0)
  expect((await ask('PRO', '/v1/lab')).items.length).toBe(1)
  const copies = await copiesOf(started.id)
  expect(copies.length).toBe(report.wanted)
  for (const tier of ['ANONYMOUS', 'FREE'] as const)
    expect((await ask(tier, `/v1/lab/${started.id}`)).code).toBe('NOT_FOUND')

  const { trader } = copies.find((copy) => copy.trader !== null) ?? { trader: null }
  await served.store.db.transaction((tx) => addOptOut(tx, trader as Address))
  const later = await copiesOf(started.id)
  expect(later.length).toBe(copies.length)
  expect(JSON.stringify(later)).not.toContain(trader)
})

function messagesOf(body: string): Record<string, unknown>[] {
  return body.split('\n').flatMap((line) => (line.startsWith('data: ') ? JSON.parse(line.slice(6)) : []))
}

async function copiesOf(id: string): Promise<{ trader: string | null }[]> {
  const answer = await ask('PRO', `/v1/lab/${id}/copies`)
  return answer.items
}

test.each<[Record<string, unknown>, string]>([
  [
    { universe: { traders: ['0x12'] } },
    'universe.traders.0 must be 0x and 40 hexadecimal digits, in any case.',
  ],
  [
    { universe: { leaderboard: 'best' } },
    'universe has a wrong leaderboard: must be a leaderboard such as copyable-all.',
  ],
  [{ entry: { categories: ['horses'] } }, /^entry.categories.0 must be one of .*politics/.source],
  [{ entry: { minusd: 3 } }, /^entry.minusd is not a field; known here: sides, minUsd, /.source],
  [{ universe: {} }, 'universe must name one of leaderboard, traders and screen.'],
  [{ exit: 'never' }, "exit must be an object such as GraphQL's BacktestExit."],
  [{ size: { usd: 10, shareOfTrade: 0.1 } }, 'size must have one of usd, shareOfTrade and shareOfBankroll.'],
  [{ fill: { participation: 2 } }, 'fill.participation must be a number from 0.001 to 1.'],
])('the rule %j is refused by a sentence that names the field', async (wrong, sentence) => {
  const answer = await post('PRO', { ...rule, ...wrong })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    expect.toBeOneOf([400, 422]),
    expect.stringMatching(sentence),
  ])
})

test('labels of a rule may be written in any case', async () => {
  const entry = { categories: ['politics', 'SPORTS'], sides: 'both' }
  const started = await post('PRO', {
    ...rule,
    entry,
    universe: { leaderboard: 'volume-all', chosen: 'week' },
  })
  expect(JSON.parse(started.json().rule)).toMatchObject({
    entry: { categories: ['politics', 'sports'], sides: 'BOTH' },
    universe: { chosen: 'WEEK' },
  })
  const url = `/v1/lab/${started.json().id}`
  expect((await served.app.inject({ method: 'DELETE', url, headers: headers.PRO })).statusCode).toBe(200)
})

test('everybody reads the examples', async () => {
  const id = await tryExample(served.store.db)
  const answer = await ask('ANONYMOUS', '/v1/lab/examples')
  expect(JSON.stringify(answer)).toContain(id)
  expect((await ask('ANONYMOUS', `/v1/lab/${id}`)).report.verdict).toBeTruthy()
})

test('a rule is registered by a Pro account, is read by everybody who has its address, and is ended by its account alone', async () => {
  const backtest = (await ask('ANONYMOUS', '/v1/lab/examples')).items[0].id
  const register = (tier: keyof typeof headers) =>
    served.app.inject({ method: 'POST', url: '/v1/lab/rules', headers: headers[tier], payload: { backtest } })
  expect((await register('FREE')).statusCode).toBe(403)
  const rule = (await register('PRO')).json()
  expect(rule).toMatchObject({ state: 'running' })
  expect(rule.title).toBeTruthy()
  expect((await ask('PRO', '/v1/lab/rules')).items.map(({ id }: { id: string }) => id)).toEqual([rule.id])
  await runForward(served.store.db, () => 2_000_000_000)
  const path = `/v1/lab/rules/${rule.id}`
  expect((await ask('ANONYMOUS', path)).results).toMatchObject({ net: 0, copies: 0, returnOnStake: null })
  const { items } = await ask('PRO', `${path}/entries`)
  expect(items).toMatchObject([{ number: 1, kind: 'registered', trader: null }])
  const hash = createHash('sha256').update(Buffer.alloc(32))
  expect(items[0].hash).toBe(
    hash.update(JSON.stringify(['REGISTERED', 1, items[0].contents, items[0].nonce])).digest('hex'),
  )
  const head = await recordHead(served.store.db, rule.id)
  const copied = entry(
    'PAID',
    head.at,
    { copy: '1-1', time: head.at, shares: 2, usd: 2 },
    { trader: 1, token: 1 },
  )
  await appendEntries(served.store.db, { ruleId: rule.id, head, at: head.at }, [copied])
  // Its leaderboard shows its traders to signed-in callers alone.
  const named = (await ask('FREE', `${path}/entries`)).items[1]
  expect([named.trader, named.market, named.contents]).not.toContain(null)
  const unnamed = { kind: 'paid', trader: null, username: null, market: null, question: null, outcome: null }
  const hidden = (await ask('ANONYMOUS', `${path}/entries`)).items[1]
  expect(hidden).toMatchObject({ ...unnamed, contents: null, nonce: null, shares: null, usd: null })
  expect(hidden.time).toMatch(/T00:00:00/)
  const page = await served.app.inject({ url: `/lab/rules/${rule.id}`, headers: { accept: 'text/html' } })
  // The star does nothing without its module.
  expect(page.body).toMatch(/data-star="rule:[^"]+"/)
  expect(page.body).toContain('src="/assets/follow.js"')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Too early to tell')
  const end = (tier: keyof typeof headers) =>
    served.app.inject({ method: 'DELETE', url: path, headers: headers[tier] })
  expect((await end('FREE')).statusCode).toBe(403)
  expect((await end('PRO')).json()).toMatchObject({ state: 'ended' })
  expect((await ask('ANONYMOUS', `/v1/lab/rules/${'0'.repeat(22)}`)).code).toBe('NOT_FOUND')
})
