import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { createFillBatcher } from '../../../src/ledger/fill-batch.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import {
  type CompleteMetadataOptions,
  completeMetadata,
  type MetadataSummary,
} from '../../../src/sources/http/complete-metadata.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter, type LedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { pauseBeforeAsking } from '../../../src/store/ledger/metadata-requests.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { dumpLedger } from '../../store/support/ledger-dump.ts'
import { MARKET_LINES, randomLedger } from '../../store/support/random-ledger.ts'
import { conditionOf, gammaPaths, tokensOf } from '../support/gamma-world.ts'
import { loopbackApi, type Trouble } from '../support/loopback-api.ts'

const quick = { retry: { baseMs: 0, maxMs: 1, attempts: 2 }, timeoutMs: 60_000 }
const NOW = 1_800_000_000
const AWAY: Trouble = { kind: 'STATUS', status: 503, body: '<h1>away</h1>' }

const options = (url: string, more: Partial<CompleteMetadataOptions> = {}): CompleteMetadataOptions => ({
  gammaUrl: url,
  dataApiUrl: url,
  client: quick,
  now: () => NOW,
  ...more,
})
const counts = ({ conditions, tokens, traders }: MetadataSummary) =>
  [conditions, tokens, traders].map(({ asked, answered }) => [asked, answered])
const failures = (summary: MetadataSummary) =>
  Object.values(summary).flatMap(({ failure }) => (failure === null ? [] : [String(failure)]))

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as Address
const fillOf = (n: number, token: string): LedgerEvent => ({
  kind: 'FILL',
  block: n,
  logIndex: 0,
  tx: `0x${n.toString(16).padStart(64, '0')}` as Hash,
  time: 1_770_000_000 + n,
  exchange: address(9_999),
  owner: address(n),
  counterparty: null,
  role: 'TAKER',
  side: 'BUY',
  token: token as TokenId,
  shares: 5_000_000,
  usd: 2_000_000 + n,
  fee: 0,
  feeIn: 'USD',
  orderHash: null,
})
const splitOf = (n: number, condition: string): LedgerEvent => ({
  kind: 'SPLIT',
  block: n,
  logIndex: 1,
  tx: `0x${n.toString(16).padStart(64, '1')}` as Hash,
  time: 1_770_000_000 + n,
  owner: address(n),
  condition: condition as ConditionId,
  amount: 1_000_000,
})
const firstToken = (n: number) => tokensOf(n)[0] ?? ''
const marketRows = (db: Database) =>
  db.all<{ condition: string; category: string | null; tokens: number }>(
    'SELECT c.condition, m.category, (SELECT COUNT(*) FROM tokens t WHERE t.condition_id = c.id) AS tokens ' +
      'FROM conditions c JOIN markets m ON m.condition_id = c.id ORDER BY c.condition',
  )

/** The small world's markets as Gamma writes them. */
function smallGamma(known: ReadonlySet<string>) {
  const objects = MARKET_LINES.filter(({ condition }) => known.has(condition)).map((market, i) => ({
    id: String(i),
    conditionId: market.condition,
    question: market.question,
    slug: market.slug,
    outcomes: '["Yes","No"]',
    clobTokenIds: JSON.stringify(market.tokens),
    closed: false,
    ...(market.negRisk && {
      negRiskMarketID: market.negRisk.market,
      questionID: market.negRisk.market.slice(0, -2) + market.negRisk.index.toString(16).padStart(2, '0'),
    }),
  }))
  return { '/markets': () => objects }
}

/** Appends events as a follower does: by one writer that lives on. */
function appendAll(writer: LedgerWriter, events: readonly LedgerEvent[]) {
  const batcher = createFillBatcher()
  for (const event of events) if (event.kind === 'FILL') batcher.add(event, 0)
  const fills = batcher.take()
  fills.restarted = true
  const movements = events.flatMap((movement) => (movement.kind === 'FILL' ? [] : [{ movement, line: 0 }]))
  return writer.transaction((append) => append({ fills: fills.count > 0 ? fills : null, movements }))
}

/** All that the chain says of a market where its preparation has not been read. */
const bare = (market: MarketInfo): MarketInfo => ({
  ...market,
  tokens: [],
  outcomes: [],
  question: null,
  slug: null,
  negRisk: null,
})

describeEngines('completing metadata', (open, engine) => {
  test('links late metadata as if it had come first', async () => {
    const stretch = fc.record({
      events: fc.integer({ min: 1, max: 25 }),
      known: fc.subarray(MARKET_LINES.map(({ condition }) => condition)),
      isUnavailable: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(randomLedger, fc.array(stretch, { maxLength: 4 }), async (events, stretches) => {
        const whole = await open()
        const late = await open()
        const lines = MARKET_LINES.map((market) => ({
          ...market,
          negRisk: market.negRisk && { ...market.negRisk, questions: null },
        }))
        await ingestRecords(whole.db, [...lines, ...events])
        await ingestRecords(late.db, MARKET_LINES.map(bare))
        const writer = createLedgerWriter(late.db)
        let now = NOW
        let start = 0
        for (const { events: count, known, isUnavailable } of stretches) {
          await appendAll(writer, events.slice(start, start + count))
          start += count
          now += 8 * 86_400
          const gamma = await loopbackApi(smallGamma(new Set(known)), () => (isUnavailable ? AWAY : null))
          await completeMetadata(late.db, options(gamma.url, { now: () => now }))
        }
        await appendAll(writer, events.slice(start))
        const all = await loopbackApi(smallGamma(new Set(lines.map(({ condition }) => condition))))
        await completeMetadata(late.db, options(all.url, { now: () => now + 8 * 86_400 }))
        expect(await dumpLedger(late.db)).toEqual(await dumpLedger(whole.db))
        await Promise.all([whole.close(), late.close()])
      }),
      { numRuns: engine === 'sqlite' ? 10 : 3 },
    )
  })

  test('is seen by a writer that has met the market before', async () => {
    const [market] = MARKET_LINES
    if (market === undefined) throw new Error('the small world has no market')
    const [first, second, last] = [1, 2, 3].map((n) => splitOf(n, market.condition))
    if (!first || !second || !last) throw new Error('three splits are needed')
    const whole = await open()
    const late = await open()
    await ingestRecords(whole.db, [market, first, second, last])
    const writer = createLedgerWriter(late.db, { infrastructure: new Set() })
    await appendAll(writer, [first])
    await appendAll(writer, [second])
    const gamma = await loopbackApi(smallGamma(new Set([market.condition])))
    expect(counts(await completeMetadata(late.db, options(gamma.url)))[0]).toEqual([1, 1])
    await appendAll(writer, [last])
    expect(await dumpLedger(late.db)).toEqual(await dumpLedger(whole.db))
  })

  test('asks for conditions, for tokens whose condition is unknown, and for names on boards', async () => {
    const { db } = await open()
    const events = [splitOf(1, conditionOf(7)), fillOf(2, firstToken(8)), fillOf(3, firstToken(9))]
    await ingestRecords(db, events)
    await refresh(db)
    const paths = gammaPaths([7, 8].map((n) => ({ n, closed: n === 8 })))
    const api = await loopbackApi({
      ...paths,
      '/v1/leaderboard': (query) =>
        query.get('user') === address(2)
          ? [{ rank: '1', proxyWallet: address(2), userName: 'Zoë', vol: 1, pnl: 1 }]
          : [],
      '/activity': () => [],
    })
    const summary = await completeMetadata(db, options(api.url))
    expect(failures(summary)).toEqual([])
    expect(counts(summary)).toEqual([
      [1, 1],
      [2, 1],
      [2, 1],
    ])
    expect(await marketRows(db)).toEqual([
      { condition: conditionOf(7), category: 'sports', tokens: 2 },
      { condition: conditionOf(8), category: 'sports', tokens: 2 },
    ])
    const named = 'SELECT address, username, search_name FROM traders WHERE username IS NOT NULL'
    expect(await db.all(named)).toEqual([{ address: address(2), username: 'Zoë', search_name: 'zoe' }])
  })

  test('asks for unknown subjects again later and ever more rarely', async () => {
    const { db } = await open()
    await ingestRecords(db, [splitOf(1, conditionOf(7)), fillOf(2, firstToken(8))])
    const api = await loopbackApi(gammaPaths([]))
    const askedAt = async (now: number) => {
      const before = api.asked.length
      const [conditions, tokens] = counts(await completeMetadata(db, options(api.url, { now: () => now })))
      expect(api.asked.length > before).toBe(conditions?.[0] === 1)
      expect(tokens).toEqual(conditions)
      return conditions?.[0]
    }
    let now = NOW
    for (let asked = 1; asked < 14; asked++) {
      expect(await askedAt(now)).toBe(1)
      expect(await askedAt(now + pauseBeforeAsking(asked) - 1)).toBe(0)
      now += pauseBeforeAsking(asked)
    }
    const known = await loopbackApi(gammaPaths([7, 8].map((n) => ({ n, closed: false }))))
    const later = { now: () => now }
    expect(counts(await completeMetadata(db, options(known.url, later))).slice(0, 2)).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(await db.all('SELECT * FROM metadata_requests')).toEqual([])
    expect(counts(await completeMetadata(db, options(known.url, later)))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  test('reports an unavailable API, does not count it against the subjects, and continues with the other', async () => {
    const { db } = await open()
    await ingestRecords(db, [splitOf(1, conditionOf(7)), fillOf(2, firstToken(8))])
    await refresh(db)
    const gamma = await loopbackApi({}, () => AWAY)
    const dataApi = await loopbackApi({
      '/activity': (query) => [{ proxyWallet: query.get('user'), name: 'Two', pseudonym: 'Mild-Two' }],
    })
    const before = await dumpLedger(db)
    const summary = await completeMetadata(db, options(gamma.url, { dataApiUrl: dataApi.url }))
    const { host } = new URL(gamma.url)
    expect(failures(summary)).toEqual([
      `CommandError: ${host} did not return markets: HTTP 503: <h1>away</h1>.`,
      `CommandError: ${host} did not return markets: HTTP 503: <h1>away</h1>.`,
    ])
    expect(summary.traders).toMatchObject({ asked: 1, answered: 1, failure: null })
    expect(await dumpLedger(db)).toEqual(before)
    expect(await db.all('SELECT * FROM metadata_requests')).toEqual([])
  })

  test('requests at most the limit, the newest first, and stops when aborted', async () => {
    const { db } = await open()
    const ns = Array.from({ length: 60 }, (_, i) => i + 1)
    await ingestRecords(
      db,
      ns.map((n) => splitOf(n, conditionOf(n))),
    )
    const api = await loopbackApi(gammaPaths(ns.map((n) => ({ n, closed: n % 2 === 0 }))))
    const progress: string[] = []
    const summary = await completeMetadata(
      db,
      options(api.url, {
        limit: 55,
        onProgress: ({ kind, answered, asked }) => progress.push(`${kind} ${answered}/${asked}`),
      }),
    )
    expect(summary.conditions).toEqual({ asked: 55, answered: 55, refusals: [], failure: null })
    expect(progress.at(-1)).toBe('conditions 55/55')
    expect((await marketRows(db)).map(({ condition }) => condition)).toEqual(ns.slice(5).map(conditionOf))
    const stopped = await completeMetadata(db, options(api.url, { signal: AbortSignal.abort('enough') }))
    expect(failures(stopped)).toEqual(['enough', 'enough', 'enough'])
    expect(await marketRows(db)).toHaveLength(55)
  })
})
