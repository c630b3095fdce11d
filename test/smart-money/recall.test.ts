import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retractNews } from '../../src/jobs/news.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { dayOf, weekStart } from '../../src/ledger/quantities.ts'
import { checkNewestWeeks, checkSignals } from '../../src/smart-money/check-week.ts'
import { readChain, readWeekRecords } from '../../src/smart-money/signal-chain.ts'
import { readSignals } from '../../src/smart-money/signals.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines, type OpenFresh } from '../store/support/engines.ts'
import { BY_PNL, FIRST_WEEK, MARKETS, smartEvents } from './support/smart-world.ts'

const COHORT = 'top-pnl'
const RULES = { cohorts: BY_PNL }
const WEEKS = [1, 2, 3].map((n) => FIRST_WEEK + 7 * n)

async function storeOf(open: OpenFresh, events: readonly LedgerEvent[]) {
  const store = await open()
  await ingestRecords(store.db, [...MARKETS, ...events])
  await updateSmartMoney(store.db, RULES)
  return store
}

/** The chain's records of each week that were not recalled, without the ledger's newest event at the time. */
async function standing(db: Database) {
  const weeks = []
  for (const week of WEEKS) {
    const { head, signals } = await readWeekRecords(db, COHORT, week)
    const { members, detail, events } = head ?? {}
    const said = signals.map(({ kind, condition, side, price, value, yesValue }) => {
      return { kind, condition, side, price, value, yesValue }
    })
    weeks.push({ week, members, detail, events, signals: said })
  }
  return weeks
}

async function chainOf(db: Database) {
  const rows = []
  for await (const row of readChain(db)) rows.push(row)
  return rows
}

describeEngines('weeks whose blocks are taken back', (open, engine) => {
  test('are recalled and written again after the earlier records', async () => {
    await fc.assert(
      fc.asyncProperty(smartEvents, fc.integer({ min: 1, max: 70 }), async (events, block) => {
        const { db, close } = await storeOf(open, events)
        const before = await chainOf(db)
        const gone = events.filter((event) => (event.block ?? 0) >= block)
        const first = Math.min(...gone.map(({ time }) => dayOf(time)))
        const written = WEEKS.filter((week) => week <= weekStart(dayOf(events.at(-1)?.time ?? 0)))
        // In two steps: after the first the ledger may end before a week that is fixed.
        const later = block + Math.ceil((99 - block) / 2)
        for (const from of [later, block])
          await createLedgerWriter(db).undo(from, (tx) => retractNews(tx, from))
        const recalled = (await chainOf(db)).slice(before.length).map(({ record }) => record)
        const expected = written.filter((week) => week > first).map((week) => ['RECALL', week, COHORT])
        expect(recalled.map(({ kind, week, cohort }) => [kind, week, cohort]).sort()).toEqual(expected)
        // The chain continues with other blocks: every trader buys half the shares for the same price.
        const other = gone.map((event) =>
          event.kind === 'FILL' ? { ...event, shares: event.shares / 2, usd: event.usd / 2 } : event,
        )
        await ingestRecords(db, other)
        await updateSmartMoney(db, RULES)
        const never = await storeOf(
          open,
          events.map((event) => other[gone.indexOf(event)] ?? event),
        )
        expect(await standing(db)).toEqual(await standing(never.db))
        const range = { cohort: COHORT, kind: 'OPPORTUNITY', from: 0, to: 1e6 } as const
        expect(await readSignals(db, range)).toEqual(await readSignals(never.db, range))
        expect((await chainOf(db)).slice(0, before.length)).toEqual(before)
        expect(await checkSignals(db)).toMatchObject({ failed: 0, recalled: recalled.length })
        for (const { problem } of await checkNewestWeeks(db)) expect(problem).toBeNull()
        await Promise.all([close(), never.close()])
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1, endOnFailure: true },
    )
  })
})
