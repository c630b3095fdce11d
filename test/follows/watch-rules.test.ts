import { expect, test } from 'vitest'
import { noticeMessage } from '../../src/delivery/message.ts'
import type { RuleNotice } from '../../src/delivery/notices.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { RULE } from '../../src/follows/kinds/rule.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import { contentsOf, readEntries } from '../../src/lab/forward/record.ts'
import { createRegisteredRules } from '../../src/lab/forward/rules.ts'
import { runForward } from '../../src/lab/forward/run-forward.ts'
import { readRule } from '../../src/lab/rule.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { describeEngines } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'
import { type Follower, followAs, follower, waitingFor } from './support/followers.ts'

const RECORDS = recordsOf('small')
const timeOf = (record: (typeof RECORDS)[number]) => ('time' in record ? record.time : 0)
const LAST = Math.max(...RECORDS.map(timeOf))
const START = LAST - 3 * DAY_SECONDS
const between = (after: number, upTo: number) =>
  RECORDS.filter((record) => timeOf(record) > after && timeOf(record) <= upTo)

const { text } = readRule({
  universe: { leaderboard: 'volume-all', top: 10, chosen: 'DAY' },
  record: { days: 0, trades: 1 },
  size: { usd: 20, bankroll: 10_000 },
  fill: { window: 20_000, maxSlippage: 0.4 },
  from: '2026-01-01',
  to: '2026-01-02',
})

let now = 2_000_000_000
/** Takes some of the ledger in, runs the rules, publishes, and notifies. */
async function goOn(db: Database, after: number, upTo: number): Promise<void> {
  await ingestRecords(db, between(after, upTo))
  while (await runForward(db, () => (now += 4_000)));
  await refresh(db)
  await watchSnapshots(db, { now: upTo, delayMinutes: 60 })
}

describeEngines('a followed rule', (open) => {
  test('notifies of each copy that its record got, once, or of each day with the net result', async () => {
    const { db } = await open()
    await ingestRecords(db, [...RECORDS.filter((record) => !('time' in record)), ...between(-1, START)])
    const owner = await follower(db, [])
    const rules = createRegisteredRules(db)
    const { id } = await rules.register(owner.accountId, text, null)
    await refresh(db)
    const [each, daily, free] = [
      await follower(db, []),
      await follower(db, []),
      await follower(db, [], { tier: 'FREE' }),
    ]
    await expect(createFollows(db).find(RULE, '0'.repeat(22), { accountId: 1, at: null })).rejects.toThrow(
      'no registered rule',
    )
    const key = await createFollows(db).find(RULE, id, { accountId: each.accountId, at: null })
    await followAs(db, each.accountId, RULE, key, {})
    await followAs(db, free.accountId, RULE, key, { tier: 'FREE' })
    await followAs(db, daily.accountId, RULE, key, { rules: { daily: true } })
    await watchSnapshots(db, { now: START, delayMinutes: 60 })
    const steps = Array.from({ length: 7 }, (_, i) => START + Math.floor((i * (LAST - START)) / 6))
    for (const [i, upTo] of steps.entries()) {
      if (upTo === LAST) expect((await rules.end(owner.accountId, id))?.state).toBe('ENDED')
      if (i > 0) await goOn(db, steps[i - 1] ?? 0, upTo)
    }

    const all = (await readEntries(db, id)).filter(({ kind, time }) => kind !== 'REGISTERED' && time >= START)
    const told = await noticesOf(db, each)
    const bought = all.flatMap((row) => (row.kind === 'COPIED' ? contentsOf('COPIED', row).fills : []))
    expect(bought.length).toBeGreaterThan(5)
    const staked = bought.reduce((sum, { usd, fee }) => sum + usd + fee, 0)
    expect(told.reduce((sum, one) => sum + one.staked, 0)).toBe(staked)
    const closed = all.filter(({ kind }) => kind === 'SOLD' || kind === 'PAID').length
    expect(told.reduce((sum, one) => sum + one.closed, 0)).toBe(closed)
    expect(told.at(-1)?.hasEnded).toBe(true)
    expect(told.every(({ day, net }) => day === null && net === null)).toBe(true)
    const late = await noticesOf(db, free)
    expect(late.map(({ id: one }) => one)).toEqual(told.map(({ id: one }) => one))

    const days = await noticesOf(db, daily)
    expect(days.length).toBeGreaterThan(1)
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length)
    for (const { day, net, bought: count } of days) {
      const results = await rules.results(id, DAY_SECONDS * (dayOf(Date.parse(day ?? '') / 1000) + 1) - 1)
      expect(net).toBe(results.net)
      expect(count).toBeLessThanOrEqual(results.bought)
      expect(day).not.toBe(dayText(dayOf(LAST)))
    }
    const words = renderMessage(noticeMessage(days[0] as RuleNotice), 'https://example.com').text
    expect(words).toMatch(/^Top 10 of volume-all on \d{4}-\d\d-\d\d .*since its registration/)
    expect(words).toContain(`https://example.com/lab/rules/${id}`)
  })

  test('lists no copy of a wallet that opted out', async () => {
    const { db } = await open()
    await ingestRecords(db, [...RECORDS.filter((record) => !('time' in record)), ...between(-1, START)])
    const owner = await follower(db, [])
    const { id } = await createRegisteredRules(db).register(owner.accountId, text, null)
    await refresh(db)
    await followAs(db, owner.accountId, RULE, id, {})
    await watchSnapshots(db, { now: START, delayMinutes: 60 })
    await ingestRecords(db, between(START, LAST))
    while (await runForward(db, () => (now += 4_000)));
    const choices = (await readEntries(db, id)).filter(({ kind }) => kind === 'CHOSEN')
    const traders = choices.flatMap((row) => contentsOf('CHOSEN', row).traders)
    for (const trader of new Set(traders)) await db.transaction((tx) => addOptOut(tx, trader))
    await refresh(db)
    await watchSnapshots(db, { now: LAST, delayMinutes: 60 })
    const [notice] = await noticesOf(db, owner)
    expect(notice?.bought).toBeGreaterThan(0)
    expect(notice?.deeds).toEqual([])
  })
})

async function noticesOf(db: Database, who: Follower): Promise<RuleNotice[]> {
  return (await waitingFor(db, who)) as unknown as RuleNotice[]
}
