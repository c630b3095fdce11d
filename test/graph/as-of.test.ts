import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Fill, LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import {
  type Address,
  DAY_SECONDS,
  type Day,
  dayOf,
  dayText,
  type Hash,
  type TokenId,
} from '../../src/ledger/quantities.ts'
import { LEADERBOARDS, PERIODS } from '../../src/metrics/leaderboards.ts'
import { publishAsOf } from '../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { holdsEvents } from '../../src/store/ledger/ledger-state.ts'
import { FRESH_FOR } from '../../src/store/snapshot/keep-newest.ts'
import { readCurrent } from '../../src/store/snapshot/read-boards.ts'
import { clearAll } from '../numbers/support/clear-all.ts'
import { randomAdditions } from '../numbers/support/random-additions.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'
import { type Ask, asker } from './support/ask.ts'

const NUMBERS = `pnl realizedPnl unrealizedPnl volume shareVolume totalBought fees income tradeCount marketCount
  roi winRate winRateInterval { low high } wins losses officialPnl sharpeRatio sortinoRatio profitFactor maxDrawdown
  maxDrawdownPct botProbability isBot`
const PROFILE = `fragment profile on Trader { address memberSince ${NUMBERS}
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${NUMBERS} }`).join(' ')}
  pnlSeries { day pnl realizedPnl volume } ranks { leaderboard: leaderboardId rank entryCount }
  percentiles { metric period percentile eligible } coverage cutoff { block time } generatedAt
  botComponents { frequency makerRatio entropy sizeRegularity } }`
const ANALYTICS = `fragment analytics on TraderAnalytics { summary { activeDays meanTrade pnl }
  risk { maxDrawdown largestWin largestLoss } behavior { hourHistogram makerRatio holdingTime entryPrices sizeVariation }
  skill { units edge edgeInterval { low high } edgePValue edgeQValue verdict }
  attribution { byCategory { ...row } byTag { ...row } } calibration { count meanPrice outcomeRate effective }
  bestMarkets { condition question pnl } worstMarkets { condition question pnl } strategy { name rule } insufficient
  cutoff { block time } }
  fragment row on AttributionRow { name units winRate pnl edgeOverBaseline confidence }`
const BOARD = `fragment board on Leaderboard { id entryCount generatedAt cutoff { block time }
  entries(first: 20) { nodes { rank previousRank address value pnl volume roi winRate trader { ...profile } } } }`
const BOARDS = LEADERBOARDS.map(({ id }, i) => `b${i}: leaderboard(id: "${id}", asOf: $day) { ...board }`)
const PEOPLE = LEADERBOARDS.map(
  ({ id }, i) => `p${i}: leaderboard(id: "${id}", asOf: $day) { id entryCount
    entries(first: 20, where: { isBot: false }) { nodes { rank previousRank address value } } }`,
)
const BY_PERIOD = PERIODS.map(({ name }) => `a${name}: analytics(period: ${name}) { ...analytics }`)
const ALL = `query ($day: Date) { ${BOARDS.join(' ')} ${PEOPLE.join(' ')}
  leaderboards(asOf: $day) { id entryCount }
  traders(first: 20, asOf: $day) { edges { node { ...profile ${BY_PERIOD.join(' ')} } } } } ${BOARD} ${PROFILE} ${ANALYTICS}`

let elapsed = 0
/** Has a reader look for the newest snapshot each time. */
const FRESH = { clock: () => (elapsed += FRESH_FOR) }

/** Everything that can be asked as of a day, as the bytes of the answer. */
async function answerOf(ask: Ask, day: Day): Promise<string> {
  const answer = await ask(ALL, { day: dayText(day) }, 'PRO')
  expect(answer.errors).toBeUndefined()
  return JSON.stringify(answer)
}

/** An answer without the moments that it names. */
const undated = (answer: string) => answer.replaceAll(/"(?:cutoff|generatedAt)":(?:\{[^}]*\}|"[^"]*")/g, '""')

/** Returns a way to query a store that computes requested days. */
const askerOf = (db: Database) => asker(db, createReader(db, { computeAsOf: (day) => publishAsOf(db, day) }))

/** The days on which something happened, the earliest first. */
const daysOf = (events: readonly LedgerEvent[]): Day[] =>
  [...new Set(events.map(({ time }) => dayOf(time)))].sort((a, b) => a - b)

/** Ledgers of at least two days, since a single one has no earlier day. */
const ledgers = randomAdditions
  .map((additions) =>
    additions.flatMap(({ records }) => records.filter((record): record is LedgerEvent => 'time' in record)),
  )
  .filter((events) => daysOf(events).length > 1)

describeEngines('an answer as of a day', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 10 : 2
  let store: FreshStore
  let upToDay: FreshStore
  beforeAll(async () => {
    store = await open()
    upToDay = await open()
  })

  async function fill({ db }: FreshStore, events: readonly LedgerEvent[]): Promise<Ask> {
    await clearAll(db)
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    return askerOf(db)
  }

  test('is that of a store that holds only the events up to its close, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(ledgers, fc.nat(), async (events, pick) => {
        const earlier = daysOf(events).slice(0, -1)
        const day = earlier[pick % earlier.length]
        if (day === undefined) throw new Error('a ledger of one day has no earlier one')
        const before = events.filter(({ time }) => time < (day + 1) * DAY_SECONDS)
        const ask = await fill(store, events)
        const askEarlier = await fill(upToDay, before)
        const answer = await answerOf(ask, day)
        // There the day is not over: its answer names the newest event.
        expect(undated(answer)).toBe(undated(await answerOf(askEarlier, day)))
        const late = events.filter(({ time }) => time >= (day + 1) * DAY_SECONDS)
        await ingestRecords(upToDay.db, late)
        await refresh(upToDay.db)
        expect(await answerOf(askerOf(upToDay.db), day)).toBe(answer)
      }),
      { numRuns },
    )
  })

  test('that is cached equals the day computed again after any additions and reverts', async () => {
    let kept = 0
    await fc.assert(
      fc.asyncProperty(randomAdditions, fc.nat(), fc.boolean(), async (additions, pick, isEach) => {
        await clearAll(store.db)
        const ask = asker(
          store.db,
          createReader(store.db, {
            ...FRESH,
            async computeAsOf(day) {
              kept -= 1
              await publishAsOf(store.db, day)
            },
          }),
        )
        for (const [i, { records, undo }] of additions.entries()) {
          if (undo !== null)
            await createLedgerWriter(store.db, { infrastructure: new Set() }).undo(
              undo,
              async () => undefined,
            )
          await ingestRecords(store.db, records)
          if (!(await holdsEvents(store.db))) continue
          await refresh(store.db)
          const head = await readCurrent(store.db, null)
          const last = dayOf(head?.cutoff.time ?? 0)
          const first = head?.firstDay ?? last
          if (first === last) continue
          const day = first + (pick % (last - first))
          kept += 1
          const answer = await answerOf(ask, day)
          if (!isEach && i < additions.length - 1) continue
          await refresh(store.db, { asOf: day, full: true })
          expect(answer).toBe(await answerOf(askerOf(store.db), day))
        }
      }),
      { numRuns },
    )
    expect(engine === 'postgres' || kept > 0).toBe(true)
  })
})

const DAY = 20_500
const buy = (day: Day, logIndex: number, token: string): Fill => ({
  kind: 'FILL',
  block: day,
  logIndex,
  tx: `0x${logIndex.toString(16).padStart(64, '0')}` as Hash,
  time: day * DAY_SECONDS + logIndex,
  exchange: null,
  owner: WALLETS[0] ?? ('0x' as Address),
  counterparty: null,
  role: 'TAKER',
  side: 'BUY',
  token: token as TokenId,
  shares: 2_000_000,
  usd: 1_000_000,
  fee: 0,
  feeIn: 'USD',
  orderHash: null,
})

describeEngines('a day that was computed', (open) => {
  const [plain, other] = MARKET_LINES
  if (!plain || !other) throw new Error('the small world has markets')

  test('is computed again once something at or before it changes, and not before', async () => {
    const { db } = await open()
    const computed: Day[] = []
    const reader = createReader(db, {
      ...FRESH,
      async computeAsOf(day) {
        computed.push(day)
        await publishAsOf(db, day)
      },
    })
    const after = async (...records: SourceRecord[]) => {
      await ingestRecords(db, records)
      await refresh(db)
      const { length } = computed
      await reader.asOf(DAY)
      await reader.asOf(DAY)
      return computed.length - length
    }
    const place = { block: DAY + 2, tx: `0x${'9'.repeat(64)}` as Hash }
    const resolve = { kind: 'RESOLVE', condition: plain.condition, payouts: ['1', '0'], ...place } as const
    expect(await after(plain, buy(DAY, 1, '1000'), buy(DAY + 1, 2, '1001'))).toBe(1)
    expect(await after(buy(DAY + 1, 3, '1000'))).toBe(0)
    expect(await after(buy(DAY + 2, 4, '1002'), other)).toBe(0)
    expect(await after({ ...resolve, time: (DAY + 2) * DAY_SECONDS, logIndex: 1 })).toBe(0)
    expect(await after({ ...other, category: 'sports' })).toBe(0)
    expect(await after(buy(DAY, 5, '1001'))).toBe(1)
    expect(await after(buy(DAY + 2, 6, '1000'))).toBe(0)
    expect(await after({ ...plain, category: 'sports' })).toBe(1)
    expect(await after(buy(DAY - 1, 7, '1002'))).toBe(1)
    expect(await after({ ...other, question: 'Another question' })).toBe(1)
  })
})
