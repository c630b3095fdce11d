import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { noticeMessage } from '../../src/delivery/message.ts'
import type { TradeNotice } from '../../src/delivery/notices.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { PequodError } from '../../src/errors.ts'
import type { ReadTrades } from '../../src/follows/follow.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { TRADES } from '../../src/follows/kinds/trades.ts'
import { GATHER_MS } from '../../src/follows/outbox-entry.ts'
import { filterFollow } from '../../src/follows/trade-rules.ts'
import { watchLedger, watchSnapshots } from '../../src/follows/watch.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { createPublisher } from '../../src/numbers/publish/publisher.ts'
import { createScreens } from '../../src/screens/screens.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { asker, callerOf } from '../graph/support/ask.ts'
import { readerOf } from '../graph/support/published-store.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { answering } from './support/answer-screens.ts'
import { type Follower, followAs, follower, waitingFor } from './support/followers.ts'
import { undo } from './support/undone-meanwhile.ts'

const START = MONDAY + 43_200
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as Hash

/** A transaction of one trader in one outcome, in one fill or several. */
interface Sent {
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  role: 'TAKER' | 'MAKER'
  /** Dollars of each fill. */
  fills: readonly number[]
  cents: number
}

const transaction: fc.Arbitrary<Sent> = fc.record({
  owner: fc.nat(2),
  token: fc.nat(3),
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  role: fc.constantFrom('TAKER' as const, 'TAKER' as const, 'MAKER' as const),
  fills: fc.array(fc.constantFrom(300, 500, 900, 1_200, 6_000), { minLength: 1, maxLength: 3 }),
  cents: fc.integer({ min: 10, max: 90 }),
})

const LARGE = { owner: 0, token: 0, side: 'BUY', role: 'TAKER', fills: [6_000, 6_000], cents: 40 } as const

const timeOf = (i: number) => START + 30 * i

function fillsOf(i: number, { owner, token, side, role, fills, cents }: Sent): Fill[] {
  return fills.map((usd, logIndex) => ({
    kind: 'FILL',
    block: i,
    logIndex,
    tx: hash(i + 1),
    time: timeOf(i),
    exchange: null,
    owner: OWNERS[owner] as Address,
    counterparty: null,
    role,
    side,
    token: TOKENS[token] as TokenId,
    shares: Math.ceil((usd * MICRO * 100) / cents),
    usd: usd * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }))
}

interface Rules {
  minUsd?: number
  side?: 'BUY' | 'SELL'
  categories?: string[]
  minPrice?: number
  change?: string[]
}

/** The transactions that a filter of trades selects, each with its dollars, by its definition. */
function selected(
  sent: readonly Sent[],
  market: 0 | 1 | null,
  { minUsd = 10_000, ...rules }: Rules,
): string[] {
  return sent.flatMap(({ token, side, role, fills, cents }, i) => {
    const usd = fills.reduce((sum, one) => sum + one, 0)
    const isSelected =
      role === 'TAKER' &&
      usd >= minUsd &&
      (market === null || Math.floor(token / 2) === market) &&
      (rules.side === undefined || rules.side === side) &&
      (rules.categories === undefined || token < 2) &&
      (rules.minPrice === undefined || cents >= rules.minPrice * 100)
    return isSelected ? [`${hash(i + 1)} ${usd}`] : []
  })
}

const FOLLOWS: readonly { key: string; market: 0 | 1 | null; rules: Rules }[] = [
  { key: 'all', market: null, rules: {} },
  { key: 'all', market: null, rules: { minUsd: 1_000 } },
  { key: 'all', market: null, rules: { minUsd: 1_000, side: 'SELL' } },
  { key: 'all', market: null, rules: { minUsd: 1_000, categories: ['politics'] } },
  { key: 'all', market: null, rules: { minUsd: 1_500, minPrice: 0.5 } },
  { key: CONDITIONS.second, market: 1, rules: { minUsd: 1_000 } },
]

const look = (db: Database, now: number) => watchLedger(db, { now, delayMinutes: 60 })

async function trades(db: Database, who: Follower) {
  return (await waitingFor(db, who)) as unknown as (TradeNotice & { readyMs: number })[]
}

async function toldTo(db: Database, who: Follower): Promise<string[]> {
  return (await trades(db, who)).map(({ tx, usd }) => `${tx} ${usd / MICRO}`)
}

async function followers(db: Database): Promise<Follower[]> {
  const all: Follower[] = []
  for (const { key, rules } of FOLLOWS) {
    const who = await follower(db, [])
    await followAs(db, who.accountId, TRADES, key, { rules: { ...rules } })
    all.push(who)
  }
  return all
}

/** Filters as a caller writes them: of each kind of field. */
const FILTERS: readonly Record<string, unknown>[] = [
  { minUsd: 1_000 },
  { side: 'SELL', maxUsd: 6_000 },
  { category: ['POLITICS'], role: 'MAKER' },
  { change: ['CLOSED', 'OPENED'], minPrice: 0.3 },
  { market: [CONDITIONS.second], outcome: 1 },
  { trader: [OWNERS[0], OWNERS[1]], without: ['BIG_FOR_TRADER'] },
  { minImpact: 0.05 },
  { signs: ['LARGEST_IN_MARKET'] },
  { any: [{ side: 'SELL' }, { minUsd: 6_000, any: [{ outcome: 0 }, { maxPrice: 0.5 }] }] },
]

describeEngines('followed filters of trades', (open, engine) => {
  const step = fc.record({
    sent: transaction,
    undone: fc.constantFrom(0, 0, 0, 1, 2),
    isLooked: fc.boolean(),
  })

  test('send what the list of trades has, over looks that are cut off and blocks that are taken back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 14 }),
        fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
        async (steps, counts) => {
          const { db, close } = await open()
          await ingestRecords(db, MARKETS)
          const publisher = createPublisher(db)
          await ingestRecords(db, fillsOf(0, { ...LARGE, fills: [300] }))
          await publisher.publish({ signs: Number.POSITIVE_INFINITY })
          const { readTrades } = await answering(db)
          let at = 0
          const ask = asker(db, readerOf(db, { clock: () => (at += 10_000) }))
          const all: Follower[] = []
          for (const where of FILTERS) {
            const who = await follower(db, [])
            const account = await createAccountStore(db).accountById(who.accountId)
            const caller = { ...callerOf('PRO'), kind: 'user' as const, subject: account?.name ?? '' }
            const input = { trades: { trades: 'all', where } }
            const { errors } = await ask(FOLLOW, { input }, caller)
            expect(errors).toBeUndefined()
            all.push(who)
          }
          await db.run(`UPDATE watch_cursor SET state = '{"time":0,"key":0}'`)
          await db.run('UPDATE follows SET since = 0')
          const look = (of: Database) =>
            watchSnapshots(of, { now: timeOf(steps.length), delayMinutes: 60, readTrades })
          let blocks = 1
          for (const [i, { sent, undone, isLooked }] of steps.entries()) {
            const kept = Math.max(1, blocks - undone)
            if (kept < blocks) await undo(db, kept)
            await ingestRecords(db, fillsOf(kept, sent))
            blocks = kept + 1
            if (!isLooked && i < steps.length - 1) continue
            await publisher.publish({ signs: Number.POSITIVE_INFINITY })
            const failing = failingAfter(db, counts[i % counts.length] ?? 0)
            await look(failing).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
            await Promise.all([look(db), look(db)])
          }
          for (const [i, where] of FILTERS.entries()) {
            const { data } = await ask(LIST, { where }, 'PRO')
            const { edges } = (data as { trades: { edges: { node: Listed }[] } }).trades
            const listed = edges.map(({ node: { tx, whole } }) => `${tx} ${whole.usd}`)
            expect((await toldTo(db, all[i] as Follower)).toSorted()).toEqual(listed.toSorted())
          }
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 6 : 2, endOnFailure: true },
    )
  })
})

describeEngines('filters of trades that many follow', (open) => {
  const world = async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, ...fillsOf(0, LARGE)])
    const publisher = createPublisher(db)
    await publisher.publish({ signs: Number.POSITIVE_INFINITY })
    const { readTrades } = await answering(db)
    let block = 0
    const trade = async () => {
      await ingestRecords(db, fillsOf(++block, LARGE))
      await publisher.publish({ signs: Number.POSITIVE_INFINITY })
    }
    const asked: number[] = []
    const refused = new Set<number>()
    const reads: ReadTrades = async (filter, after) => {
      const { maxUsd } = filter.where as { maxUsd: number }
      asked.push(maxUsd)
      if (refused.has(maxUsd)) throw new PequodError('RATE_LIMITED', 'Not now.')
      return readTrades(filter, after)
    }
    const look = () => watchSnapshots(db, { now: timeOf(10), delayMinutes: 60, readTrades: reads })
    const follow = (who: Follower, where: object) => {
      const { key, rules } = filterFollow(where)
      return followAs(db, who.accountId, TRADES, key, { rules, at: START + 1 })
    }
    return { db, trade, look, follow, asked, refused }
  }

  test('are answered a hundred a snapshot, those that have waited longest first, without a loss', async () => {
    const { db, trade, look, follow, asked } = await world()
    // An account follows twenty.
    const followers: Follower[] = []
    for (let i = 0; i < 6; i++) followers.push(await follower(db, []))
    for (let i = 0; i < 102; i++) await follow(followers[i % 6] as Follower, { maxUsd: 20_000 + i })
    const heard: number[][] = []
    for (const looks of [1, 2]) {
      await trade()
      await look()
      await look()
      expect(asked).toHaveLength(100 * looks)
      const told = (await Promise.all(followers.map((who) => toldTo(db, who)))).flat()
      heard.push([1, 2].map((block) => told.filter((one) => one === `${hash(block + 1)} 12000`).length))
    }
    // The two that waited hear of both trades.
    expect(heard).toEqual([
      [100, 0],
      [102, 100],
    ])
  })

  test('that could not be answered once have its trades too, once they can', async () => {
    const { db, trade, look, follow, asked, refused } = await world()
    const who = await follower(db, [])
    for (const maxUsd of [20_000, 30_000]) await follow(who, { maxUsd })
    const heard: number[][] = []
    for (const isRefused of [true, true, false]) {
      if (isRefused) refused.add(20_000)
      else refused.clear()
      await trade()
      await look()
      await look()
      const told = await toldTo(db, who)
      heard.push([1, 2, 3].map((block) => told.filter((one) => one === `${hash(block + 1)} 12000`).length))
    }
    expect(asked).toHaveLength(6)
    expect(heard).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [2, 2, 2],
    ])
  })

  test('of a screen that is gone or private end with one notification', async () => {
    const { db, trade, look, follow } = await world()
    const [owner, other] = [await follower(db, []), await follower(db, [])]
    const screens = createScreens(db)
    const question = JSON.stringify({
      where: null,
      orderBy: [{ by: 'volume' }],
      period: 'ALL',
      category: null,
    })
    const given = { name: 'Busy', isPublic: true, top: 5, question }
    const [gone, hidden] = [
      (await screens.add(owner.accountId, given)).id,
      (await screens.add(owner.accountId, given)).id,
    ] as const
    for (const who of [owner, other])
      for (const screen of [gone, hidden]) await follow(who, { screen, minUsd: 5_000 })
    await trade()
    await look()
    expect(await toldTo(db, other)).toHaveLength(2)
    await screens.remove(owner.accountId, gone)
    await screens.replace(owner.accountId, hidden, { ...given, isPublic: false })
    await trade()
    await Promise.all([look(), look()])
    await look()
    const ends = async (who: Follower) =>
      (await trades(db, who))
        .filter((one) => 'ended' in one)
        .map(({ readyMs: _ready, ...one }) => renderMessage(noticeMessage(one), null).subject)
        .toSorted()
    const said = (deed: string) => `Your follow of trades ($5,000 and up) has ended: its screen ${deed}`
    expect(await ends(owner)).toEqual([said('was deleted')])
    expect(await ends(other)).toEqual([said('was deleted'), said('was made private by its owner')])
    const fills = async (who: Follower) => (await trades(db, who)).filter((one) => 'fills' in one).length
    expect([await fills(owner), await fills(other)]).toEqual([3, 2])
    const { length } = await db.all('SELECT topic FROM watch_cursor')
    expect(length).toBe(1)
  })
})

interface Listed {
  tx: string
  whole: { usd: number }
}
const FOLLOW =
  'mutation ($input: FollowInput!) { follow(input: $input) { follow { topic summary ... on TradesFollow { path } } } }'
const LIST =
  'query ($where: TradeWhere!) { trades(where: $where, first: 100) { edges { node { tx whole { usd } } } } }'

describeEngines('followed trades', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 8 : 2

  test('send each transaction that fits once, regardless of its number of fills and of looks', async () => {
    const several = fc.array(transaction, { minLength: 5, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(several, fc.integer({ min: 1, max: 4 }), async (sent, every) => {
        const { db, close } = await open()
        await ingestRecords(db, MARKETS)
        const all = await followers(db)
        for (const [i, one] of sent.entries()) {
          await ingestRecords(db, fillsOf(i, one))
          if (i % every === 0) await look(db, timeOf(i))
        }
        await look(db, timeOf(sent.length))
        await look(db, timeOf(sent.length))
        for (const [i, { market, rules }] of FOLLOWS.entries()) {
          const who = all[i] as Follower
          expect(await toldTo(db, who)).toEqual(selected(sent, market, rules))
        }
        await close()
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('names the trader, the market, the position and the price of the whole', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const who = await follower(db, [])
    await followAs(db, who.accountId, TRADES, 'all', {})
    await ingestRecords(db, fillsOf(1, LARGE))
    await ingestRecords(db, fillsOf(2, { ...LARGE, side: 'SELL' }))
    await look(db, timeOf(2))
    const [opened, closed] = await trades(db, who)
    expect(opened).toMatchObject({
      trader: { address: OWNERS[0] },
      side: 'BUY',
      change: 'OPENED',
      outcome: 'Yes',
      question: 'Question 0',
      condition: CONDITIONS.first,
      category: 'politics',
      usd: 12_000 * MICRO,
      shares: 30_000 * MICRO,
      price: 400_000,
      fills: 2,
      tx: hash(2),
    })
    expect(closed).toMatchObject({ side: 'SELL', change: 'CLOSED' })
  })

  test('wait for the delay without Pro, skip who opted out, and are taken back with their block', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const [pro, free] = [await follower(db, []), await follower(db, [], { tier: 'FREE' })]
    await followAs(db, pro.accountId, TRADES, 'all', {})
    await followAs(db, free.accountId, TRADES, 'all', { tier: 'FREE' })
    const nowMs = 1_000_000
    const tell = async (i: number, one: Sent) => {
      await ingestRecords(db, fillsOf(i, one))
      await watchLedger(db, { now: timeOf(i), delayMinutes: 60, nowMs })
    }
    await tell(1, LARGE)
    expect((await trades(db, pro)).map(({ readyMs }) => readyMs - nowMs)).toEqual([GATHER_MS])
    expect((await trades(db, free)).map(({ readyMs }) => readyMs - nowMs)).toEqual([3_601_000])
    await addOptOut(db, OWNERS[1] as Address)
    await tell(2, { ...LARGE, owner: 1 })
    expect(await trades(db, pro)).toHaveLength(1)
    await undo(db, 1)
    expect([await trades(db, pro), await trades(db, free)]).toEqual([[], []])
  })

  test('tell a free account that begins late of the trades that are not public yet', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, ...fillsOf(1, LARGE)])
    const { accountId: id, ...rest } = await follower(db, [], { tier: 'FREE' })
    const follows = createFollows(db, { now: () => timeOf(1) + 600, delayMinutes: 60 })
    await follows.follow({ id, tier: 'FREE' }, TRADES, { rules: TRADES.input.parse({}), key: 'all' })
    expect(await toldTo(db, { accountId: id, ...rest })).toEqual([`${hash(2)} 12000`])
  })
})

test('rules say which trades, and refuse what no trade fits', () => {
  const rules = TRADES.input.parse({
    minUsd: 25_000,
    side: 'BUY',
    categories: ['politics'],
    maxPrice: 0.15,
  })
  expect(TRADES.words(rules)).toBe('purchases of $25,000 or more in politics at prices up to 15¢')
  expect(TRADES.words(TRADES.input.parse({ change: ['OPENED'] }))).toBe(
    'trades of $10,000 or more that opened a position',
  )
  expect(TRADES.input.safeParse({ minUsd: 999 }).success).toBe(false)
  expect(TRADES.input.safeParse({ minPrice: 0.6, maxPrice: 0.5 }).success).toBe(false)
})
