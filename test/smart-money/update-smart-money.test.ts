import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import { DAY_SECONDS, type Day, dayOf, weekStart } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { checkSignals, checkWeek } from '../../src/smart-money/check-week.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { readStances, readView } from '../../src/smart-money/views.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines, type OpenFresh } from '../store/support/engines.ts'
import {
  BY_PNL,
  endingMarkets,
  FIRST_WEEK,
  MARKETS,
  smartEvents,
  strangersFill,
} from './support/smart-world.ts'

const RULES = { cohorts: BY_PNL }

async function storeOf(open: OpenFresh, events: readonly LedgerEvent[], markets = MARKETS) {
  const store = await open()
  await ingestRecords(store.db, [...markets, ...events])
  return store
}

/** The chain without what depends on when it was written. */
function recordOf(db: Database, upTo: Day) {
  return db.all(
    'SELECT s.seq, s.kind, s.cohort, s.week, s.members, s.detail, s.events, c.condition, s.side, s.category, s.yes_value, ' +
      's.value, s.price FROM smart_signals s LEFT JOIN conditions c ON c.id = s.condition_id WHERE s.week <= ? ORDER BY s.seq',
    [upTo],
  )
}

/** The price of YES by the last fill of a share or more before a time. */
function slowPrice(events: readonly LedgerEvent[], tokens: readonly string[], before: number) {
  const last = events.findLast(
    (event) =>
      event.kind === 'FILL' && event.time < before && event.shares >= 1e6 && tokens.includes(event.token),
  )
  if (last?.kind !== 'FILL') return Number.NaN
  const cents = Math.round((100 * last.usd) / last.shares)
  return tokens[0] === last.token ? cents : 100 - cents
}

/** True where a market's time has come, or its last price and those at the last two midnights before all say the same. */
function hasEnded(events: readonly LedgerEvent[], { endsAt, tokens }: MarketInfo, at: number) {
  if (endsAt !== undefined && endsAt <= at) return true
  const midnight = at - (at % DAY_SECONDS)
  const prices = [at + 1, midnight, midnight - DAY_SECONDS].map((time) => slowPrice(events, tokens, time))
  return prices.every((cents) => cents >= 99) || prices.every((cents) => cents <= 1)
}

/** The stances of all traders at a day's close, or at a moment of it, replayed from the events one by one. */
function slowStances(
  events: readonly LedgerEvent[],
  markets: readonly MarketInfo[],
  day: Day,
  at = (day + 1) * DAY_SECONDS,
) {
  const past = events.filter(({ time }) => dayOf(time) <= day)
  return markets.slice(0, 2).flatMap((market) => {
    const { condition, tokens, category } = market
    if (past.some((event) => event.kind === 'RESOLVE' && event.condition === condition)) return []
    if (hasEnded(past, market, at)) return []
    let price: number | null = null
    const held = new Map<string, [bigint, bigint]>()
    for (const event of past) {
      if (event.kind !== 'FILL' || !tokens.includes(event.token)) continue
      const outcome = tokens.indexOf(event.token) === 0 ? 0 : 1
      if (event.shares >= 1e6) {
        const paid = Math.round((event.usd / event.shares) * 1e6)
        price = outcome === 0 ? paid : 1e6 - paid
      }
      const own = held.get(event.owner) ?? [0n, 0n]
      const left = own[outcome] + (event.side === 'BUY' ? 1n : -1n) * BigInt(event.shares)
      own[outcome] = left < 0n ? 0n : left
      held.set(event.owner, own)
    }
    if (price === null) return []
    const cents = BigInt(price)
    const values = [...held.values()].map(
      ([yes, no]) => [(yes * cents) / 1_000_000n, (no * (1_000_000n - cents)) / 1_000_000n] as const,
    )
    const members = values.filter(([yes, no]) => yes + no > 0n).length
    const yesValue = values.reduce((sum, [yes]) => sum + Number(yes), 0)
    const value = values.reduce((sum, [, no]) => sum + Number(no), yesValue)
    return members >= 3 && value >= 5e9 ? [{ condition, category, members, yesValue, value, price }] : []
  })
}

describeEngines('smart money', (open, engine) => {
  const settings = { numRuns: engine === 'sqlite' ? 8 : 2, endOnFailure: true }

  test('at the start of each week equals a replay of the events before it', async () => {
    await fc.assert(
      fc.asyncProperty(smartEvents, endingMarkets, async (events, markets) => {
        const { db, close } = await storeOf(open, events, markets)
        const { weeks } = await updateSmartMoney(db, RULES)
        const last = weekStart(dayOf(events.at(-1)?.time ?? 0))
        const first = weekStart(dayOf(events[0]?.time ?? 0))
        expect(weeks).toBe((last - first) / 7)
        for (let week = first + 7; week <= last; week += 7) {
          const stored = await readStances(db, { snapshot: 0, cohort: 'top-pnl', week })
          expect(stored.map(({ market, ...rest }) => rest)).toEqual(slowStances(events, markets, week - 1))
        }
        // Later metadata changes nothing about a week.
        await ingestRecords(
          db,
          MARKETS.map((market) => ({ ...market, endsAt: first * DAY_SECONDS })),
        )
        for (let week = first + 7; week <= last; week += 7)
          expect(await checkWeek(db, 'top-pnl', week)).toMatchObject({ state: 'SAME', problem: null })
        await close()
      }),
      settings,
    )
  })

  test('counts nothing after the week’s start, and is written once', async () => {
    await fc.assert(
      fc.asyncProperty(smartEvents, fc.integer({ min: 1, max: 3 }), async (events, n) => {
        const week = FIRST_WEEK + 7 * n
        const whole = await storeOf(open, events)
        await updateSmartMoney(whole.db, RULES)
        const before = events.filter(({ time }) => dayOf(time) < week)
        // Something of that week must have come, or the week has not begun.
        const cut = await storeOf(open, [...before, strangersFill(week * DAY_SECONDS)])
        await updateSmartMoney(cut.db, RULES)
        const known = weekStart(dayOf(events.at(-1)?.time ?? 0))
        if (before.length > 0 && week <= known)
          expect(await recordOf(cut.db, week)).toEqual(await recordOf(whole.db, week))
        const written = await recordOf(cut.db, week)
        await ingestRecords(
          cut.db,
          [strangersFill(week * DAY_SECONDS - 1)].map((late) => ({ ...late, block: 499, logIndex: 1 })),
        )
        await ingestRecords(cut.db, events)
        await updateSmartMoney(cut.db, RULES)
        expect(await recordOf(cut.db, week)).toEqual(written)
        expect((await checkSignals(cut.db)).wrong).toEqual([])
        await Promise.all([whole.close(), cut.close()])
      }),
      settings,
    )
  })

  test('shows the members of the week with their positions at each snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(smartEvents, endingMarkets, fc.boolean(), async (events, markets, isEarly) => {
        const { db, close } = await storeOf(open, events, markets)
        // A snapshot that is published before its week is fixed gets its views with the week.
        if (!isEarly) await updateSmartMoney(db, RULES)
        const { snapshot } = await refresh(db)
        if (isEarly) await updateSmartMoney(db, RULES)
        const cutoff = events.at(-1)?.time ?? 0
        const day = dayOf(cutoff)
        const view = await readView(db, 'top-pnl', snapshot ?? 0)
        if (weekStart(day) === weekStart(dayOf(events[0]?.time ?? 0))) expect(view).toBeNull()
        else {
          const members = events.filter(
            (event) => event.kind === 'FILL' && dayOf(event.time) < weekStart(day),
          )
          const owners = new Set(members.flatMap((event) => (event.kind === 'FILL' ? [event.owner] : [])))
          expect(view).toMatchObject({ week: weekStart(day), members: owners.size })
          const theirs = events.filter((event) => event.kind !== 'FILL' || owners.has(event.owner))
          const shown = view ? await readStances(db, view) : []
          const expected = slowStances(theirs, markets, day, cutoff)
          // Every trader moves a price, so it is compared only where only members traded.
          if (theirs.length === events.length)
            expect(shown.map(({ market, ...rest }) => rest)).toEqual(expected)
        }
        await close()
      }),
      settings,
    )
  })

  test('gives snapshots their views that were published before a week was fixed, also after later events', async () => {
    const [events] = fc.sample(smartEvents, { numRuns: 1, seed: 7 })
    const past = events ?? []
    const cutoff = past.at(-1)?.time ?? 0
    const { db, close } = await storeOf(open, past)
    const first = await refresh(db)
    await ingestRecords(db, [strangersFill(cutoff + 60)])
    const second = await refresh(db)
    // An event that the newest snapshot lacks, of a trader who would change the stances.
    const [held] = past.filter((event) => event.kind === 'FILL' && event.side === 'BUY').slice(-1)
    if (held === undefined) throw new Error('this world has no purchase')
    await ingestRecords(db, [{ ...held, block: 501, logIndex: 1, time: cutoff + 120 }])
    await updateSmartMoney(db, RULES)
    const own = new Set(past.flatMap((event) => (event.kind === 'FILL' ? [event.owner] : [])))
    const viewOf = async (snapshot: number | null) => {
      const view = await readView(db, 'top-pnl', snapshot ?? 0)
      expect(view).toMatchObject({ week: weekStart(dayOf(cutoff)), members: own.size })
      return (view ? await readStances(db, view) : []).map(({ market, ...rest }) => rest)
    }
    const expected = slowStances(past, MARKETS, dayOf(cutoff), cutoff)
    expect(expected.length).toBeGreaterThan(0)
    expect(await viewOf(first.snapshot)).toEqual(expected)
    expect(await viewOf(second.snapshot)).toEqual(expected)
    await close()
  })

  test('leaves a published snapshot the week that it shows, unless it is the newest', async () => {
    const [events] = fc.sample(smartEvents, { numRuns: 1, seed: 7 })
    const { db, close } = await storeOf(open, events ?? [])
    await updateSmartMoney(db, RULES)
    const monday = weekStart(dayOf(events?.at(-1)?.time ?? 0)) + 7
    const published: (number | null)[] = []
    for (const minute of [1, 2]) {
      await ingestRecords(db, [{ ...strangersFill(monday * DAY_SECONDS + 60 * minute), block: 500 + minute }])
      published.push((await refresh(db)).snapshot)
    }
    await updateSmartMoney(db, RULES)
    const weeks = published.map(async (id) => (await readView(db, 'top-pnl', id ?? 0))?.week)
    expect(await Promise.all(weeks)).toEqual([monday - 7, monday])
    await close()
  })

  test('is verified: changed records, and underivable members and signals, are reported', async () => {
    const [events] = fc.sample(smartEvents, { numRuns: 1, seed: 7 })
    const { db, close } = await storeOf(open, events ?? [])
    await updateSmartMoney(db, RULES)
    const [row] = await db.all<{ seq: number; week: Day }>(
      "SELECT seq, week FROM smart_signals WHERE kind <> 'WEEK' ORDER BY seq LIMIT 1",
    )
    if (row === undefined) throw new Error('this world has no signals')
    await db.run('UPDATE smart_signals SET members = members + 1 WHERE seq = ?', [row.seq])
    expect(await checkSignals(db)).toMatchObject({
      failed: 1,
      wrong: [`signal record ${row.seq} has another hash`],
    })
    expect(await checkWeek(db, 'top-pnl', row.week)).toMatchObject({ state: 'DIFFERS' })
    await db.run('UPDATE smart_signals SET members = members - 1 WHERE seq = ?', [row.seq])
    expect(await checkSignals(db)).toMatchObject({ failed: 0 })
    await ingestRecords(db, [{ ...strangersFill(row.week * DAY_SECONDS - 1), block: 498 }])
    expect(await checkWeek(db, 'top-pnl', row.week)).toMatchObject({ state: 'LATER' })
    await close()
  })
})
