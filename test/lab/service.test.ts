import { beforeAll, expect, test } from 'vitest'
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
  expect(await runNext(served.store.db)).toBe(started.id)
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

async function copiesOf(id: string): Promise<{ trader: string | null }[]> {
  const answer = await ask('PRO', `/v1/lab/${id}/copies`)
  return answer.items
}

test('a bad rule is refused by a sentence that names the field', async () => {
  const bad = await post('PRO', {
    ...rule,
    universe: { leaderboard: 'pnl-all', traders: [`0x${'1'.repeat(40)}`] },
  })
  expect(bad.statusCode).toBe(422)
  expect(bad.json().detail).toContain('universe')
  const unknown = await post('PRO', { ...rule, universe: { leaderboard: 'pnl-1y' } })
  expect(unknown.statusCode).toBe(422)
  expect(unknown.json().detail).toContain('leaderboard')
  const small = await post('PRO', { ...rule, size: { usd: 0 } })
  expect(small.json()).toMatchObject({
    detail: 'size.usd must be a number from 1 to 1,000,000.',
    errors: [{ in: 'body', name: 'size' }],
  })
})

test('everybody reads the examples', async () => {
  const id = await tryExample(served.store.db)
  const answer = await ask('ANONYMOUS', '/v1/lab/examples')
  expect(JSON.stringify(answer)).toContain(id)
  expect((await ask('ANONYMOUS', `/v1/lab/${id}`)).report.verdict).toBeTruthy()
})
