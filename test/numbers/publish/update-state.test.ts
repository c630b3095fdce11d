import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Fill, MarketInfo, Resolve, SourceRecord } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  dayOf,
  type Hash,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
import { baselinesText } from '../../../src/numbers/analytics/read-analytics.ts'
import { readCutoff } from '../../../src/numbers/boards/cutoff.ts'
import type { ScoreBook } from '../../../src/numbers/boards/trader-scores.ts'
import { readLabelsByUnit } from '../../../src/numbers/inputs/labels-by-unit.ts'
import type { PeriodColumns, PublisherState } from '../../../src/numbers/publish/publisher-state.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import {
  loadState,
  moveToNextDay,
  type News,
  type Updated,
  updateState,
} from '../../../src/numbers/publish/update-state.ts'
import { openInterestOf } from '../../../src/numbers/publish/write-snapshot.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { clearAll } from '../support/clear-all.ts'
import { randomAdditions } from '../support/random-additions.ts'
import { rollingAdditions } from '../support/rolling-additions.ts'

/** Publishes what the ledger holds, and tells what of it is news to the state; null where nothing is. */
async function publishNews(db: Database, state: PublisherState | null): Promise<News | null> {
  const touched = await db.all<{ trader: number; since: number }>(
    'SELECT trader_id AS trader, since FROM touched_traders',
  )
  const changed = await db.all<{ since: number }>(
    "SELECT since FROM ledger_changes WHERE version > (SELECT version FROM ledger_cursors WHERE name = 'publisher')",
  )
  const changes = changed.map(({ since }) => ({ since: Math.floor(since / DAY_SECONDS) }))
  if ((await refresh(db)).unchanged) return null
  const row = await db.get<{ meanings: number }>('SELECT meanings FROM ledger_state WHERE id = 1')
  const meanings = row?.meanings ?? 0
  return {
    cutoff: await readCutoff(db, null),
    lease: null,
    labels: state?.meanings === meanings ? state.labels : await readLabelsByUnit(db, db.transaction),
    meanings,
    touched: touched.map(({ trader }) => trader),
    since: Math.min(...[...touched, ...changes].map(({ since }) => since)),
  }
}

/** Everything of a state that does not depend on the way it came about. */
function contentOf(state: PublisherState) {
  const { cutoff, order, marks, baselines, known, firstDay, partialFrom, positions, units, scores, pValues } =
    state
  const traders = order.hidden.length
  const columnsOf = (all: readonly PeriodColumns[]) =>
    all.map(({ settled, volume, stake, fills }) =>
      [settled, volume, stake, fills].map((column) => [...column.subarray(0, traders)]),
    )
  const rowsOf = <Name extends string>(rows: PublisherState['units' | 'positions'], names: readonly Name[]) =>
    Array.from({ length: traders }, (_, trader) => {
      const own: string[] = []
      const columns = rows.columns as Readonly<Record<Name, Float64Array>>
      rows.each(trader, (slot) => own.push(names.map((name) => columns[name][slot]).join(' ')))
      return own.sort()
    })
  const bookOf = ({ scores: all, bots }: ScoreBook) => ({
    bots: new Set(bots),
    scores: new Map([...all].map(([board, own]) => [board, new Map(own)])),
  })
  return structuredClone({
    cutoff,
    order,
    marks,
    pValues,
    baselines: baselinesText(baselines),
    known: [...known.subarray(0, traders)],
    firstDay: [...firstDay.subarray(0, traders)],
    openInterest: openInterestOf(state),
    partialFrom: [...partialFrom.subarray(0, traders)],
    periods: columnsOf(state.periods),
    positions: rowsOf(positions, ['token', 'shares', 'cost', 'closes']),
    units: rowsOf(units, ['unit', 'decidedOn', 'pnl', 'cost']),
    scores: bookOf(scores),
    dayBefore: { periods: columnsOf(state.dayBefore.periods), scores: bookOf(state.dayBefore.scores) },
    sensitive: state.sensitive,
    candidates: state.candidates,
  })
}

/** Some of these additions save a pass, or move a state to the next day. */
const SAVING = { seed: 7, numRuns: 2 }

describeEngines('the publisher’s state after an update', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 6 : 3
  let db: Database
  beforeAll(async () => {
    db = (await open()).db
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('equals a freshly loaded state after every addition %s', async (_, arbitrary) => {
    let [late, moved] = [0, 0]
    await fc.assert(
      fc.asyncProperty(arbitrary, async (additions) => {
        await clearAll(db)
        let held: SourceRecord[] = []
        let state: PublisherState | null = null
        for (const { records, undo } of additions) {
          if (undo !== null) {
            await createLedgerWriter(db, { infrastructure: new Set() }).undo(undo, async () => undefined)
            held = held.filter(
              (record) => !('block' in record) || record.block === null || record.block < undo,
            )
          }
          held = [...held, ...records]
          await ingestRecords(db, records)
          const news = held.some((record) => 'time' in record) ? await publishNews(db, state) : null
          if (news === null) continue
          const { day, firstDay } = news.cutoff
          const { state: fresh } = await loadState({ sql: db, foresight: db }, news)
          const isNext: boolean = state !== null && day === state.cutoff.day + 1
          if (state !== null && (isNext || day === state.cutoff.day) && firstDay === state.cutoff.firstDay) {
            const updated: Updated = await movedOn(state, news)
            expect(contentOf(updated.state)).toEqual(contentOf(fresh))
            const isSaved = updated.traders.length < fresh.known.reduce((sum, is) => sum + is, 0)
            if (isNext) moved++
            else if (updated.isLate && isSaved) late++
            state = updated.state
          } else state = fresh
        }
      }),
      { numRuns, examples: fc.sample(arbitrary, SAVING).map((additions) => [additions]) },
    )
    if (arbitrary === randomAdditions) expect(late).toBeGreaterThan(0)
    else expect(moved).toBeGreaterThan(0)
  })

  /** The state at the news' cutoff, which is of its own day or of the next. */
  const movedOn = async (state: PublisherState, news: News) => {
    const sources = { sql: db, foresight: db }
    if (news.cutoff.day === state.cutoff.day) return updateState(sources, state, news)
    return (await moveToNextDay(sources, state, news, 1)) ?? expect.fail()
  }

  /** The state after the first records, updated to the ledger after `change`, and a freshly loaded one. */
  const after = async (records: readonly SourceRecord[], change: () => Promise<unknown>) => {
    await clearAll(db)
    await ingestRecords(db, records)
    const sources = { sql: db, foresight: db }
    const { state: before } = await loadState(sources, (await publishNews(db, null)) ?? expect.fail())
    const scored = new Map(before.scores.scores.get(PRESCIENT))
    await change()
    const news = (await publishNews(db, before)) ?? expect.fail()
    const { state } = await movedOn(before, news)
    expect(contentOf(state)).toEqual(contentOf((await loadState(sources, news)).state))
    return { scored, state }
  }

  test('equals a freshly loaded state on the next day where traders have scores', async () => {
    const scored = { candidates: 0, boards: new Set<string>() }
    await fc.assert(
      fc.asyncProperty(scoredTrading, async (trading) => {
        const records = tradingOf(trading)
        const isLast = ({ time }: { time: number }) => Math.floor(time / DAY_SECONDS) === 20_000 + HISTORY + 1
        const { state } = await after([...MARKETS, ...records.filter((one) => !isLast(one))], () =>
          ingestRecords(db, records.filter(isLast)),
        )
        scored.candidates += state.candidates.size
        for (const [board, own] of state.dayBefore.scores.scores) if (own.size > 0) scored.boards.add(board)
      }),
      { numRuns: 3 * numRuns },
    )
    expect(scored.candidates).toBeGreaterThan(0)
    expect(scored.boards.size).toBeGreaterThan(2)
  })

  test('equals a freshly loaded state night after night where windows of traders who are not counted lose days', async () => {
    const seen = { rolled: 0, counted: 0 }
    await fc.assert(
      fc.asyncProperty(idleTrading, async (fills) => {
        const records = idleRecordsOf(fills)
        const upTo = (day: number) => records.filter((one) => dayOf(one.time) === 20_000 + day)
        await clearAll(db)
        await ingestRecords(db, [
          ...MARKETS,
          ...records.filter(({ time }) => dayOf(time) <= 20_000 + HISTORY),
        ])
        const sources = { sql: db, foresight: db }
        let { state } = await loadState(sources, (await publishNews(db, null)) ?? expect.fail())
        for (let night = 1; night <= NIGHTS; night++) {
          await ingestRecords(db, upTo(HISTORY + night))
          const news = (await publishNews(db, state)) ?? expect.fail()
          const updated: Updated = await movedOn(state, news)
          expect(contentOf(updated.state)).toEqual(contentOf((await loadState(sources, news)).state))
          state = updated.state
          seen.rolled += state.order.traders.length - updated.traders.length
          seen.counted += updated.traders.length
        }
      }),
      { numRuns: 2 * numRuns, examples: [[beyondExact]] },
    )
    expect(Math.min(seen.rolled, seen.counted)).toBeGreaterThan(0)
  })

  test('counts traders who closed everything before a late fill changed the price of prescience', async () => {
    const trades = MARKETS.flatMap((_, n) => [
      fill(1, { block: 2 * n + 1, hour: 12, n, side: 'BUY' }),
      fill(1, { block: 2 * n + 2, hour: 12, n, side: 'SELL', cents: 20 }),
    ])
    const newest = fill(2, { block: 200, hour: 24 * 4, n: 1, side: 'BUY' })
    const late = fill(2, { block: 100, hour: 24 + 6, n: 0, side: 'BUY', cents: 80 })
    const { scored, state } = await after([...MARKETS, ...trades, newest], () => ingestRecords(db, [late]))
    const [[trader, score] = []] = scored
    expect(score).toBeTypeOf('number')
    expect(state.scores.scores.get(PRESCIENT)?.get(Number(trader))).not.toBe(score)
  })

  test('has nothing at the day before of a trader whose only trade was undone', async () => {
    const stays = fill(1, { block: 1, hour: 1, n: 0, side: 'BUY' })
    const goes = fill(2, { block: 2, hour: 2, n: 1, side: 'BUY' })
    const newest = fill(1, { block: 3, hour: 25, n: 2, side: 'BUY' })
    const { state } = await after([...MARKETS, stays, goes, newest], async () => {
      await createLedgerWriter(db, { infrastructure: new Set() }).undo(2, async () => undefined)
      await ingestRecords(db, [newest])
    })
    const counted = state.dayBefore.periods.map(({ fills }) => fills.filter((count) => count > 0).length)
    expect(Math.max(...counted)).toBe(1)
  })
})

/** Days of the history before the last step, in which windows of all periods lose days. */
const HISTORY = 100
/** Fills of two traders who may have scores, each on a day and at a price, and the days on which markets are resolved. */
const scoredTrading = fc.record({
  fills: fc.array(
    fc.record({
      owner: fc.constantFrom(1, 2),
      day: fc.nat({ max: HISTORY + 1 }),
      n: fc.nat({ max: 9 }),
      side: fc.constantFrom('BUY', 'BUY', 'SELL'),
      cents: fc.integer({ min: 5, max: 95 }),
    }),
    { minLength: 60, maxLength: 120 },
  ),
  resolved: fc.array(fc.nat({ max: HISTORY + 1 }), { minLength: 5, maxLength: 5 }),
})

const NIGHTS = 4
/** Fills of two traders who are not active any more, near the days that leave windows. */
const idleTrading = fc.array(
  fc.record({
    owner: fc.constantFrom(1, 2),
    day: fc.oneof(
      fc.nat({ max: HISTORY }),
      fc
        .record({ period: fc.constantFrom(7, 30, 90), night: fc.integer({ min: 0, max: NIGHTS }) })
        .map(({ period, night }) => Math.min(HISTORY, HISTORY + night - period)),
    ),
    n: fc.nat({ max: 8 }),
    side: fc.constantFrom('BUY', 'BUY', 'SELL'),
    cents: fc.integer({ min: 5, max: 95 }),
    times: fc.constantFrom(1, 1_000),
  }),
  { minLength: 8, maxLength: 24 },
)

/** Nine buys whose sums are no exact numbers before the first leaves the window of 90 days, nor after it. */
const beyondExact = Array.from({ length: 9 }, (_, n) => {
  const day = n < 3 ? HISTORY + 1 + n - 90 : HISTORY - 50
  return { owner: 1, day, n, side: 'BUY', cents: 95, times: 2e8 }
})

/** The records of such trading in order; a third trader makes prices each day of the nights. */
function idleRecordsOf(fills: typeof idleTrading extends fc.Arbitrary<infer One> ? One : never): Fill[] {
  const nights = Array.from({ length: NIGHTS + 1 }, (_, night) => HISTORY + night)
  const others = [0, ...nights].flatMap((day) =>
    [0, 1, 2].map((n) => ({
      owner: 0,
      day,
      n: (3 * n + day) % 9,
      side: 'BUY',
      cents: 10 + ((7 * day + 30 * n) % 80),
      times: 1,
    })),
  )
  return [...fills, ...others]
    .sort((a, b) => a.day - b.day)
    .map(({ owner, day, n, side, cents, times }, i) => {
      const own = fill(owner as 0 | 1 | 2, {
        block: 10 * i + 1,
        hour: 24 * day + 12,
        n,
        side: side as Fill['side'],
        cents,
      })
      return { ...own, shares: times * own.shares, usd: times * own.usd - 1 }
    })
}

/** The records of such trading in order: trade begins on the first day, and goes on to the last. */
function tradingOf({ fills, resolved }: typeof scoredTrading extends fc.Arbitrary<infer One> ? One : never) {
  const ends = [0, HISTORY, HISTORY + 1].map((day) => ({ owner: 1, day, n: 9, side: 'BUY', cents: 50 }))
  const inOrder = [...ends, ...fills].sort((a, b) => a.day - b.day)
  const trades = inOrder.map(({ owner, day, n, side, cents }, i) =>
    fill(owner as 1 | 2, { block: 10 * i + 1, hour: 24 * day + 12, n, side: side as Fill['side'], cents }),
  )
  const results = resolved.map((day, n): Resolve => {
    const block = 10 * inOrder.findLastIndex((one) => one.day <= day) + 2 + n
    return {
      kind: 'RESOLVE',
      block,
      logIndex: 0,
      tx: `0x${(100_000 + n).toString(16).padStart(64, '0')}` as Hash,
      time: 20_000 * DAY_SECONDS + day * DAY_SECONDS + 20 * 3_600,
      condition: MARKETS[n]?.condition ?? ('0x' as ConditionId),
      payouts: n % 2 === 0 ? ['1', '0'] : ['0', '1'],
    }
  })
  return [...trades, ...results]
}

const PRESCIENT = 'prescience-all'
const MARKETS: MarketInfo[] = Array.from({ length: 10 }, (_, n) => ({
  ...(MARKET_LINES[0] as MarketInfo),
  condition: `0x${(500 + n).toString(16).padStart(64, '0')}` as ConditionId,
  tokens: [`${5000 + 2 * n}` as TokenId, `${5001 + 2 * n}` as TokenId],
  slug: `prescient-${n}`,
}))

/** A fill of ten dollars' worth of shares in a market's first outcome, a number of hours after a midnight. */
function fill(
  owner: 0 | 1 | 2,
  {
    block,
    hour,
    n,
    side,
    cents = 40,
  }: { block: number; hour: number; n: number; side: 'BUY' | 'SELL'; cents?: number },
): Fill {
  return {
    kind: 'FILL',
    block,
    logIndex: 0,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
    time: 20_000 * 86_400 + hour * 3_600,
    exchange: null,
    owner: WALLETS[owner] as Address,
    counterparty: null,
    role: 'TAKER',
    side,
    token: `${5000 + 2 * n}` as TokenId,
    shares: 10_000_000,
    usd: cents * 100_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}
