import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import { readEntries } from '../../src/lab/forward/record.ts'
import { createRegisteredRules } from '../../src/lab/forward/rules.ts'
import { runForward } from '../../src/lab/forward/run-forward.ts'
import { readLab } from '../../src/lab/read/read-lab.ts'
import { readRule } from '../../src/lab/rule.ts'
import { runRule, verdictSentence } from '../../src/lab/run-rule.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { screenCloses } from '../../src/screens/screen-closes.ts'
import { createScreens } from '../../src/screens/screens.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { answering } from '../follows/support/answer-screens.ts'
import { describeEngines } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'

const RECORDS = recordsOf('small')
const timeOf = (record: (typeof RECORDS)[number]) => ('time' in record ? record.time : 0)
const LAST = Math.max(...RECORDS.map(timeOf))
const START = LAST - 4 * DAY_SECONDS
const QUESTION = {
  where: null,
  orderBy: [{ by: 'volume', direction: 'DESC' }],
  period: 'ALL',
  category: null,
}

/** Takes the ledger in up to a time, publishes, and records the members of screens. */
async function publishUpTo(db: Database, after: number, upTo: number): Promise<void> {
  await ingestRecords(
    db,
    RECORDS.filter((record) => timeOf(record) > after && timeOf(record) <= upTo),
  )
  await refresh(db)
  const { ask: readTop } = await answering(db)
  await watchSnapshots(db, { now: upTo, delayMinutes: 0, readTop })
}

describeEngines('a rule that chooses from a screen', (open) => {
  test('copies its members as they were recorded after each close, and says where there is no record', async () => {
    const { db } = await open()
    await publishUpTo(db, -1, START)
    const { id: account } = await createAccountStore(db).createAccount('own', 'PRO')
    const screens = createScreens(db)
    const question = JSON.stringify(QUESTION)
    const { id } = await screens.add(account, { name: 'Largest', isPublic: true, top: 7, question })
    const ruleOf = (from: number, to: number) =>
      readRule({
        universe: { screen: id, top: 5, chosen: 'DAY' },
        record: { days: 0, trades: 1 },
        size: { usd: 20 },
        from: dayText(from),
        to: dayText(to),
      })
    const rules = createRegisteredRules(db)
    const rule = await rules.register(account, ruleOf(dayOf(START), dayOf(START)).text, null)
    // The second publication of a day records nothing, and a day passes without one.
    const steps = [0, 0.6, 1.2, 1.5, 3.2].map((days) => START + Math.floor(days * DAY_SECONDS))
    const told: { day: number; time: number; traders: readonly number[] }[] = []
    for (const [i, upTo] of steps.entries()) {
      if (i > 0) await publishUpTo(db, steps[i - 1] ?? 0, upTo)
      const time = (await newestHead(db))?.cutoffTime ?? 0
      const answer = await (await answering(db)).ask(question, 7)
      const day = dayOf(time) - 1
      if (i > 0 && told.at(-1)?.day !== day) told.push({ day, time, traders: answer.traders })
      let now = 2_000_000_000 + 10_000 * i
      while (await runForward(db, () => (now += 4_000)));
    }
    const first = dayOf(START)
    const closes = await screenCloses(db, id, 0, 100_000)
    expect(closes).toEqual(told)
    expect(closes.length).toBeLessThan(4)

    const last = dayOf((await newestHead(db))?.cutoffTime ?? 0)
    const own = ruleOf(first - 1, last)
    const { world } = await readLab(db, own)
    const recorded = new Map(closes.map((close) => [close.day + 1, close]))
    expect(world.selections.map(({ isUnknown = false }) => isUnknown)).toEqual(
      Array.from({ length: last - first + 2 }, (_, i) => !recorded.has(first - 1 + i)),
    )
    for (const { from, traders } of world.selections) {
      const close = recorded.get(dayOf(from))
      expect(traders).toEqual(close?.traders.slice(0, 5) ?? [])
      expect(from).toBe(close?.time ?? dayOf(from) * DAY_SECONDS)
    }
    const run = await runRule(own, world)
    expect(run.unknownChoices).toBe(last - first + 2 - closes.length)
    expect(verdictSentence(run)).toContain(`no record of ${run.unknownChoices} days of choice`)
    expect(verdictSentence(await runRule(own, (await readLab(db, ruleOf(first - 3, first - 2))).world))).toBe(
      'The screen has no record of any day of choice: members are recorded from the first close after it was saved.',
    )
    // The rule that ran forward chose the same, once each day was recorded and a later second was there.
    const end = (await newestHead(db))?.cutoffTime ?? 0
    const chosen = (await readEntries(db, rule.id)).filter(({ kind }) => kind === 'CHOSEN')
    expect(chosen.map(({ time }) => dayOf(time))).toEqual(
      closes.filter(({ time }) => time > rule.start && time < end).map(({ day }) => day + 1),
    )
    expect(await screens.remove(account, id)).toBe(true)
    expect(await screenCloses(db, id, 0, 100_000)).toEqual([])
  })
})
