import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '../../src/delivery/message.ts'
import type { MarketNotice } from '../../src/delivery/notices.ts'
import { discordBody } from '../../src/delivery/senders/send-chat-webhook.ts'
import { FILLS_READ } from '../../src/follows/markets/market-prices.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { ledgerVersion, readCursor } from '../../src/store/ledger/ledger-changes.ts'
import { startDeliverer, until } from '../delivery/support/delivery-world.ts'
import { startReceiver } from '../delivery/support/webhook-receiver.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { type Follower, type FollowerOptions, marketFollower, waitingFor } from './support/followers.ts'
import { undo, undoneMeanwhile } from './support/undone-meanwhile.ts'

const START = MONDAY + 43_200
const OWNER = OWNERS[0] as Address

/** Returns a fill of the first market, with a price in `cents` and an amount in millionths. */
function fill(n: number, time: number, outcome: number, cents: number, shares = 10 * MICRO): LedgerEvent {
  return {
    kind: 'FILL',
    block: n,
    logIndex: 0,
    tx: `0x${String(n).padStart(64, '0')}` as Hash,
    time,
    exchange: null,
    owner: OWNER,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: TOKENS[outcome] as TokenId,
    shares,
    usd: Math.floor((shares * cents) / 100),
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

interface Rules {
  above?: number | undefined
  below?: number | undefined
  outcome?: number
  [name: string]: unknown
}

function followerOf(db: Database, rules: Rules, options: FollowerOptions = {}): Promise<Follower> {
  return marketFollower(db, CONDITIONS.first, rules, options)
}

async function noticesOf(db: Database, who: Follower) {
  return (await waitingFor(db, who)) as unknown as (MarketNotice & { readyMs: number; waiting: number })[]
}

/** Returns the parts of each notice that distinguish it from others. */
async function toldTo(db: Database, who: Follower) {
  return (await noticesOf(db, who)).map((one) => ({
    kind: one.kind,
    ...('level' in one && { level: one.level }),
    ...('from' in one && { from: one.from }),
    ...('price' in one && { price: one.price }),
    time: one.time,
  }))
}

async function pricesTo(db: Database, who: Follower) {
  return (await noticesOf(db, who)).flatMap((one) => ('price' in one ? [one.price / 10_000] : []))
}

const look = (db: Database, now: number) => watchLedger(db, { now, delayMinutes: 60 })

const cents = fc.integer({ min: 40, max: 60 })
const steps = fc.array(
  fc.record({
    cents,
    outcome: fc.constantFrom(0, 0, 1),
    isDust: fc.boolean(),
    after: fc.constantFrom(0, 1, 9_600, 45_600),
    isLooked: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
)
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never
const rules = fc
  .record({
    above: fc.option(cents, { nil: undefined }),
    below: fc.option(cents, { nil: undefined }),
    jump: fc.option(fc.integer({ min: 5, max: 15 }), { nil: undefined }),
    outcome: fc.constantFrom(0, 1),
  })
  .filter(({ above, below, jump }) => above !== undefined || below !== undefined || jump !== undefined)

function eventsOf(list: Steps): LedgerEvent[] {
  let time = START
  return list.map((one, n) => {
    time += one.after
    return fill(n + 1, time, one.outcome, one.cents, one.isDust ? MICRO / 2 : 10 * MICRO)
  })
}

/** Every fill from the first one on, in whole cents; a level is crossed if the price was short of it since it was two away. */
function slowly(
  list: Steps,
  { above, below, jump, outcome }: typeof rules extends fc.Arbitrary<infer Value> ? Value : never,
) {
  const told: { kind: string; level?: number; from?: number; price: number; time: number }[] = []
  const events = eventsOf(list)
  const prices = list.flatMap((one, i) =>
    one.isDust
      ? []
      : [{ cents: one.outcome === outcome ? one.cents : 100 - one.cents, time: events[i]?.time ?? 0 }],
  )
  for (const [i, { cents: price, time }] of prices.entries()) {
    const past = prices.slice(0, i).map((one) => one.cents)
    const isNews = (level: number, way: number) => {
      if ((price - level) * way < 0) return false
      const since = past.findLastIndex((one) => (one - level) * way <= -2)
      const before = past.slice(since + 1)
      // No price has reached it since one was two away, or ever; a market without a price begins short of it.
      return before.every((one) => (one - level) * way < 0)
    }
    if (above !== undefined && isNews(above, 1))
      told.push({ kind: 'ROSE', level: above * 10_000, price: price * 10_000, time })
    if (below !== undefined && isNews(below, -1))
      told.push({ kind: 'FELL', level: below * 10_000, price: price * 10_000, time })
  }
  if (jump !== undefined) told.push(...slowJumps(prices, jump))
  return told
}

/**
 * Compares each price with every one of the 24 hours before, from the last that notified on; these begin with
 * the price at their start.
 */
function slowJumps(prices: readonly { cents: number; time: number }[], jump: number) {
  let last = 0
  return prices.flatMap(({ cents: price, time }, i) => {
    const began = prices.findLastIndex((one, j) => j < i && one.time <= time - DAY_SECONDS)
    const day = prices.slice(Math.max(last, began, 0), i).map((one) => one.cents)
    const [low, high] = [Math.min(...day, price), Math.max(...day, price)]
    if (Math.max(price - low, high - price) < jump) return []
    last = i
    const from = (price - low >= high - price ? low : high) * 10_000
    return [{ kind: 'JUMPED', from, price: price * 10_000, time }]
  })
}

const inOrder = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted()

describeEngines('followers of a market', (open, engine) => {
  test('are notified of the levels and jumps that a slow look at all fills finds, killed or not', async () => {
    await fc.assert(
      fc.asyncProperty(steps, rules, fc.array(fc.nat(12), { minLength: 4 }), async (list, asked, counts) => {
        const { db, close } = await open()
        await ingestRecords(db, MARKETS)
        const given = {
          outcome: asked.outcome,
          above: asked.above && asked.above / 100,
          below: asked.below && asked.below / 100,
          jump: asked.jump && asked.jump / 100,
        }
        const who = await followerOf(db, given)
        const events = eventsOf(list)
        let left: LedgerEvent[] = []
        for (const [i, event] of events.entries()) {
          left.push(event)
          // A look notifies of no event that is a day old.
          const due = (left[0]?.time ?? 0) + DAY_SECONDS
          if (!list[i]?.isLooked && (events[i + 1]?.time ?? due) < due) continue
          await ingestRecords(db, left)
          left = []
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await look(failing, event.time).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await look(db, event.time)
        }
        expect(inOrder(await toldTo(db, who))).toEqual(inOrder(slowly(list, asked)))
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 12 : 4, endOnFailure: true },
    )
  })

  test('are notified of each crossing once by two processes, and free ones after the delay', async () => {
    const one = await open()
    const { db } = one
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 50)])
    const pro = await followerOf(db, { above: 0.6, below: 0.4 })
    const free = await followerOf(db, { above: 0.6 }, { tier: 'FREE' })
    const late = await followerOf(db, { above: 0.6 }, { at: START + 200 })
    const other = await openStore(one.address)
    const nowMs = Date.UTC(2026, 1, 2, 12)
    const tell = async (event: LedgerEvent) => {
      await ingestRecords(db, [event])
      await Promise.all(
        [db, other.db, db].map((each) => watchLedger(each, { now: event.time, delayMinutes: 60, nowMs })),
      )
    }
    for (const [n, price] of [61, 59, 62, 58, 60, 39].entries())
      await tell(fill(n + 2, START + 60 * (n + 1), 0, price))
    await other.close()
    const prices = (who: Follower) => pricesTo(db, who)
    expect(await prices(pro)).toEqual([61, 60, 39])
    expect(await prices(free)).toEqual([61, 60])
    expect(await prices(late)).toEqual([60])
    for (const { readyMs } of await noticesOf(db, free)) expect(readyMs).toBe(nowMs + 3_601_000)
  })

  test('get one message of a crossing, as a webhook and as a card, and a digest of both levels', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 50)])
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const now = (plus: number) => new Date(Date.now() + plus).toISOString().slice(11, 16)
    const night = { quietFrom: now(-60_000), quietTo: now(120_000), timeZone: 'UTC' }
    await followerOf(db, { above: 0.6, below: 0.4 }, { target: `${hook.url}/day` })
    await followerOf(db, { above: 0.6, below: 0.4 }, { target: `${hook.url}/night`, pace: night })
    let later = 0
    startDeliverer(db, { clock: () => Date.now() + later })
    const bodies = (name: string) =>
      hook.received.filter((one) => one.path.endsWith(name)).map(({ body }): Message => JSON.parse(body))
    for (const [n, price] of [61, 38].entries()) {
      await ingestRecords(db, [fill(n + 2, START + 100 * (n + 1), 0, price)])
      await look(db, START + 100 * (n + 1))
      await until(() => bodies('day').length === n + 1)
    }
    const [rise] = bodies('day')
    expect(rise).toMatchObject({
      type: 'market.price',
      data: { kind: 'ROSE', outcome: 'Yes', slug: 'question-0', level: 0.6, price: 0.61 },
    })
    if (rise) expect(JSON.stringify(discordBody(rise, null))).toMatch(/Yes rose to 61¢.*Your level.*60¢/)
    later = 200_000
    await until(() => bodies('night').length === 1)
    expect(bodies('night')[0]).toMatchObject({
      type: 'watchlist.digest',
      data: { count: 2, decisions: [], markets: [{ kind: 'ROSE' }, { kind: 'FELL', price: 0.38 }] },
    })
  })

  test('are notified of levels in a catch-up of more fills than one read has, and no fill is left unread', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 50)])
    const who = await followerOf(db, { above: 0.6 })
    const peaks = [10, FILLS_READ - 5, FILLS_READ + 40]
    const events = Array.from({ length: FILLS_READ + 50 }, (_, n) =>
      fill(n + 2, START + n, n % 2, peaks.includes(n) ? (n % 2 === 0 ? 70 : 30) : 50),
    )
    await ingestRecords(db, events)
    await look(db, START + FILLS_READ + 100)
    const told = peaks.map((n) => ({ kind: 'ROSE', level: 600_000, price: 700_000, time: START + n }))
    expect(await toldTo(db, who)).toEqual(told)
    expect(await readCursor(db, 'follows')).toBe(await ledgerVersion(db))
  })

  test('are not notified of a reverted block, and not twice if its events come back', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 50)])
    const pro = await followerOf(db, { above: 0.6 })
    const free = await followerOf(db, { above: 0.6 }, { tier: 'FREE' })
    const crossing = fill(2, START + 60, 0, 65)
    await ingestRecords(db, [crossing])
    await look(db, START + 60)
    const ids = async (who: Follower) => (await noticesOf(db, who)).map(({ id }) => id)
    const told = await ids(pro)
    expect(told).toHaveLength(1)
    expect(await ids(free)).toEqual(told)
    await db.run('UPDATE alert_outbox SET waiting = 0 WHERE channel_id = ?', [pro.channelId])
    await undo(db, 2)
    await look(db, START + 61)
    expect(await ids(free)).toEqual([])
    await ingestRecords(db, [{ ...crossing, block: 3, logIndex: 5 }])
    await look(db, START + 62)
    expect([await ids(free), await ids(pro)]).toEqual([told, told])
  })

  test('are not notified of a block that is reverted while it is read', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 50)])
    const who = await followerOf(db, { above: 0.6 })
    await ingestRecords(db, [fill(2, START + 60, 0, 65)])
    // The first view is of wallets, the second of changes.
    await look(undoneMeanwhile(db, 2, 3), START + 60)
    await look(db, START + 61)
    expect(await toldTo(db, who)).toEqual([])
    await ingestRecords(db, [fill(3, START + 62, 0, 66)])
    await look(db, START + 62)
    expect(await toldTo(db, who)).toMatchObject([{ price: 660_000 }])
  })

  test('are notified again of a jump in a reverted block, and of no other twice', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, START, 0, 30)])
    const who = await followerOf(db, { jump: 0.2 })
    const tell = async (n: number, price: number) => {
      await ingestRecords(db, [fill(n, START + 60 * n, 0, price)])
      await look(db, START + 60 * n)
    }
    await tell(2, 50)
    await tell(3, 70)
    await undo(db, 3)
    await tell(4, 55)
    expect(await pricesTo(db, who)).toEqual([50])
    await tell(5, 70)
    expect(await pricesTo(db, who)).toEqual([50, 70])
  })

  test('are notified of the winning outcome once, under any rules, and not if the block is reverted', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const [pro, level] = [await followerOf(db, {}), await followerOf(db, { above: 0.6, outcome: 1 })]
    const free = await followerOf(db, {}, { tier: 'FREE' })
    const late = await followerOf(db, {}, { at: START + 1 })
    const resolve = (block: number, time: number): LedgerEvent => {
      const tx = `0x${'9'.repeat(64)}` as Hash
      return {
        kind: 'RESOLVE',
        block,
        logIndex: 0,
        tx,
        time,
        condition: CONDITIONS.first,
        payouts: ['0', '1'],
      }
    }
    const nowMs = Date.UTC(2026, 1, 2, 12)
    const tell = () => watchLedger(db, { now: START, delayMinutes: 60, nowMs })
    await ingestRecords(db, [resolve(1, START)])
    const failing = failingAfter(db, 5)
    await look(failing, START).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
    await tell()
    for (const who of [pro, level, free])
      expect(await noticesOf(db, who)).toMatchObject([
        {
          kind: 'RESOLVED',
          outcome: 'No',
          tx: `0x${'9'.repeat(64)}`,
          slug: 'question-0',
          payouts: [
            { outcome: 'Yes', price: 0 },
            { outcome: 'No', price: MICRO },
          ],
        },
      ])
    expect(await noticesOf(db, late)).toEqual([])
    expect((await noticesOf(db, free)).map(({ readyMs }) => readyMs)).toEqual([nowMs + 3_601_000])
    await db.run('UPDATE alert_outbox SET waiting = 0 WHERE channel_id = ?', [pro.channelId])
    const told = await noticesOf(db, pro)
    await undo(db, 1)
    await tell()
    expect(await noticesOf(db, free)).toEqual([])
    await ingestRecords(db, [resolve(2, START)])
    await tell()
    expect([await noticesOf(db, pro), (await noticesOf(db, free)).length]).toEqual([told, 1])
  })
})
