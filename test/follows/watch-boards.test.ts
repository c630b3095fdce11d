import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { ACCOUNTS } from '../../src/accounts/account-tables.ts'
import { ALERT_CHANNELS } from '../../src/delivery/delivery-tables.ts'
import type { Message } from '../../src/delivery/message.ts'
import type { BoardNotice } from '../../src/delivery/notices.ts'
import { WAITING } from '../../src/delivery/outbox.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { discordBody, slackBody } from '../../src/delivery/senders/send-chat-webhook.ts'
import { FOLLOWS } from '../../src/follows/follow-tables.ts'
import { CHANNEL_PAGE } from '../../src/follows/followers.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { LEADERBOARD } from '../../src/follows/kinds/leaderboard.ts'
import { GATHER_MS } from '../../src/follows/outbox-entry.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut, removeOptOut } from '../../src/store/opted-out.ts'
import { startDeliverer, until } from '../delivery/support/delivery-world.ts'
import { startReceiver } from '../delivery/support/webhook-receiver.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CUTOFF, plantTraders, publishOrder, traderAddress } from './support/board-world.ts'
import {
  type Follower,
  type FollowerOptions,
  followBoard,
  follower,
  waitingFor,
} from './support/followers.ts'
import { movesOf, SlowTops } from './support/slow-tops.ts'

const NOW = 2_000_000_000
const BOARD = 'pnl-all'

type Rules = { board?: string; top?: number; [name: string]: unknown }

function follow(
  db: Database,
  who: Follower,
  { board = BOARD, ...rules }: Rules,
  options: FollowerOptions = {},
): Promise<void> {
  return followBoard(db, who, board, { ...options, rules })
}

async function followerOf(db: Database, rules: Rules, options: FollowerOptions = {}): Promise<Follower> {
  const who = await follower(db, [], options)
  await follow(db, who, rules, options)
  return who
}

async function noticesOf(db: Database, who: Follower) {
  return (await waitingFor(db, who)) as unknown as (BoardNotice & { readyMs: number; waiting: number })[]
}

const look = (db: Database) => watchSnapshots(db, { now: NOW, delayMinutes: 60 })

/** Returns the traders who entered and left, by message. */
async function toldTo(db: Database, who: Follower) {
  return (await noticesOf(db, who)).map(({ top, entered, left }) => {
    return { top, entered: movesOf(entered), left: movesOf(left) }
  })
}

const TRADERS = 34
const TOPS = [1, 3, 10, 19, 20, 29]

/** The changes between two publications. */
const steps = fc.array(
  fc.record({
    /** Traders that move, and how far. */
    moves: fc.array(fc.tuple(fc.nat(TRADERS - 1), fc.integer({ min: -6, max: 6 })), { maxLength: 6 }),
    /** The number of traders, from the end of the order, who are not on the board. */
    off: fc.constantFrom(0, 0, 1, 6),
    follows: fc.option(fc.record({ who: fc.nat(2), top: fc.constantFrom(...TOPS) }), { nil: null, freq: 2 }),
    ends: fc.option(fc.nat(2), { nil: null, freq: 6 }),
    optsOut: fc.option(fc.nat(TRADERS - 1), { nil: null, freq: 3 }),
    isLooked: fc.constantFrom(true, true, false),
  }),
  { minLength: 6, maxLength: 12 },
)

describeEngines('followers of a leaderboard', (open, engine) => {
  test('are notified of the traders that a slow count finds entering and leaving their tops, killed or not', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(14), { minLength: 4 }), async (list, counts) => {
        const { db, close } = await open()
        await plantTraders(db, TRADERS)
        const people = [await follower(db, []), await follower(db, []), await follower(db, [])]
        const follows = new Map<number, { top: number; since: number }>()
        const expected = people.map((): ReturnType<SlowTops['look']> => [])
        const hidden = new Set<number>()
        let slow = new SlowTops(TOPS)
        let order = Array.from({ length: TRADERS }, (_, i) => i + 1)
        let onBoard = order
        let snapshot = await publishOrder(db, order)
        const slowLook = () => {
          if (snapshot === slow.snapshot) return
          if (follows.size === 0) slow = new SlowTops(TOPS)
          else
            for (const change of slow.look(snapshot, onBoard, hidden))
              for (const [who, { top, since }] of follows)
                if (top === change.top && since < snapshot) expected[who]?.push(change)
        }
        for (const [i, step] of list.entries()) {
          if (step.follows !== null) {
            const { who, top } = step.follows
            await follow(db, people[who] as Follower, { top })
            follows.set(who, { top, since: follows.get(who)?.since ?? snapshot })
          }
          if (step.ends !== null && follows.delete(step.ends))
            await createFollows(db).unfollow(people[step.ends]?.accountId ?? 0, LEADERBOARD, BOARD, null)
          if (step.optsOut !== null) {
            const trader = step.optsOut + 1
            await (hidden.has(trader) ? removeOptOut : addOptOut)(db, traderAddress(trader))
            if (!hidden.delete(trader)) hidden.add(trader)
          }
          if (step.isLooked) {
            await look(db)
            slowLook()
          }
          for (const [from, by] of step.moves) {
            const trader = order[from] ?? 1
            const others = order.filter((one) => one !== trader)
            order = others.toSpliced(Math.max(0, from + by), 0, trader)
          }
          onBoard = order.slice(0, TRADERS - step.off)
          snapshot = await publishOrder(db, onBoard)
          if (!step.isLooked && i < list.length - 1) continue
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await look(failing).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await Promise.all([look(db), look(db)])
          slowLook()
        }
        for (const [i, who] of people.entries()) expect(await toldTo(db, who)).toEqual(expected[i])
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 20 : 4, endOnFailure: true },
    )
  })
  test('are notified once of each snapshot after their follow by two processes, of the boards that their tier allows', async () => {
    const one = await open()
    const { db } = one
    await plantTraders(db, 12)
    const other = await openStore(one.address)
    const boards = ['pnl-all', 'volume-7d', 'consistent-all'] as const
    const start = Array.from({ length: 12 }, (_, i) => i + 1)
    const [up, down] = [[3, 1, 2, ...start.slice(3)], start]
    const pro = await follower(db, [])
    for (const [at, board] of boards.entries()) await follow(db, pro, { board, top: 1 }, { at })
    // After its Pro ended, its two oldest follows count.
    const ended = await follower(db, [], { tier: 'FREE' })
    for (const [at, board] of boards.toReversed().entries())
      await follow(db, ended, { board, top: 1 }, { at })
    const wide = await followerOf(db, { top: 12 })
    const nowMs = Date.UTC(2026, 1, 2, 12)
    const publish = async (order: readonly number[]) => {
      const snapshot = await publishOrder(db, order)
      const looks = [db, other.db, db].map((each) =>
        watchSnapshots(each, { now: NOW, delayMinutes: 60, nowMs }),
      )
      await Promise.all(looks)
      return snapshot
    }
    await publish(start)
    const late = await followerOf(db, { top: 1 })
    await publish(up)
    await publish(down)
    await other.close()
    const told = async (who: Follower) =>
      (await noticesOf(db, who)).map(({ leaderboard, entered, left }) => [
        ...[leaderboard, ...entered, ...left].map((one) =>
          typeof one === 'string' ? one : `${Number(one.address)} ${one.previousRank} ${one.rank}`,
        ),
      ])
    const pnl = [
      ['pnl-all', '3 3 1'],
      ['pnl-all', '3 1 3'],
    ]
    // A trader one place below the first is within the margin: trader 1 neither leaves nor enters.
    expect(await told(late)).toEqual(pnl)
    expect((await told(pro)).map(([board]) => board).toSorted()).toEqual(
      boards.flatMap((board) => [board, board]).toSorted(),
    )
    expect(new Set((await told(ended)).map(([board]) => board))).toEqual(new Set(boards.slice(1)))
    expect(await told(wide)).toEqual([])
    for (const { readyMs, waiting } of await noticesOf(db, ended))
      expect([readyMs, waiting]).toEqual([nowMs + GATHER_MS, WAITING.fresh])
  })

  test('are notified after the delay without Pro, and immediately with it', async () => {
    const { db } = await open()
    await plantTraders(db, 12)
    const order = Array.from({ length: 12 }, (_, i) => i + 1)
    const published = CUTOFF.time + 120
    const [now, nowMs] = [published + 600, Date.UTC(2026, 1, 2, 12)]
    const pro = await followerOf(db, { top: 1 })
    const free = await followerOf(db, { top: 1 }, { tier: 'FREE' })
    for (const each of [order, order.toReversed()]) {
      await publishOrder(db, each)
      await watchSnapshots(db, { now, delayMinutes: 60, nowMs })
    }
    const readyOf = async (who: Follower) => (await noticesOf(db, who)).map(({ readyMs }) => readyMs - nowMs)
    expect((await noticesOf(db, pro)).map(({ time }) => time)).toEqual([published])
    expect(await readyOf(pro)).toEqual([GATHER_MS])
    // The cutoff's ten minutes end 480 s after it, and the snapshot is public an hour later.
    expect(await readyOf(free)).toEqual([(480 + 3_600 - 600) * 1_000])
  })

  test('cost one read of the board for any number of them, and no read without a new snapshot', async () => {
    const { db } = await open()
    await plantTraders(db, 12)
    const order = Array.from({ length: 12 }, (_, i) => i + 1)
    await publishOrder(db, order)
    const statements = async (work: () => Promise<unknown>) => {
      const before = db.statementCount
      await work()
      return db.statementCount - before
    }
    const cost: number[][] = []
    for (const more of [1, 9]) {
      for (let i = 0; i < more; i++) await followerOf(db, { top: 1 })
      await look(db)
      await publishOrder(db, order.reverse())
      cost.push([await statements(() => look(db)), await statements(() => look(db))])
    }
    expect(cost[1]).toEqual(cost[0])
    // The newest snapshot, topics of older versions, and unsent notices.
    expect(cost[0]?.[1]).toBe(3)
  })

  test('are all notified once by looks that are killed between two pages of them', async () => {
    const { db } = await open()
    await plantTraders(db, 12)
    const order = Array.from({ length: 12 }, (_, i) => i + 1)
    await publishOrder(db, order)
    await followerOf(db, { top: 1 })
    const ids = Array.from({ length: 2 * CHANNEL_PAGE + 300 }, (_, i) => i + 1_000)
    const of = <T>(value: (id: number) => T) => ids.map(value)
    await db.transaction(async (tx) => {
      await tx.upsert(
        ACCOUNTS,
        { id: ids, name: of((id) => `one of many ${id}`), tier: of(() => 'PRO') },
        ids.length,
      )
      const channels = {
        id: of((id) => `ch_${id}`),
        account_id: ids,
        place: of(() => 0),
        kind: of(() => 'WEBHOOK'),
        target: of(() => ''),
        lane: of(() => ''),
        state: of(() => 'ACTIVE'),
        failures: of(() => 0),
        resume_ms: of(() => 0),
      }
      await tx.upsert(ALERT_CHANNELS, channels, ids.length)
      const rules = JSON.stringify({ top: 1 })
      const follows = {
        account_id: ids,
        topic: of(() => `leaderboard:${BOARD}`),
        kind: of(() => 'leaderboard'),
      }
      await tx.upsert(FOLLOWS, { ...follows, rules: of(() => rules), since: of(() => 0) }, ids.length)
    })
    await look(db)
    await publishOrder(db, order.toReversed())
    for (let count = 4; count < 24; count += 4)
      await look(failingAfter(db, count)).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
    await look(db)
    const told = await db.all<{ alert_id: string; channels: number }>(
      'SELECT alert_id, CAST(COUNT(*) AS INTEGER) AS channels FROM alert_outbox GROUP BY alert_id',
    )
    expect(told.map(({ channels }) => channels)).toEqual([ids.length + 1])
  })

  test('get one message of a snapshot, as a webhook and as a card, and a night’s changes as one', async () => {
    const { db } = await open()
    await plantTraders(db, 12)
    await db.run("UPDATE traders SET username = 'queequeg' WHERE id = 5")
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const now = (plus: number) => new Date(Date.now() + plus).toISOString().slice(11, 16)
    const night = { quietFrom: now(-60_000), quietTo: now(120_000), timeZone: 'UTC' }
    await followerOf(db, { top: 3 }, { target: `${hook.url}/day` })
    await followerOf(db, { top: 3 }, { target: `${hook.url}/night`, pace: night })
    let later = 0
    startDeliverer(db, { clock: () => Date.now() + later })
    const bodies = (name: string) =>
      hook.received.filter((one) => one.path.endsWith(name)).map(({ body }): Message => JSON.parse(body))
    const orders = [
      [1, 2, 3, 4, 5, 6],
      [5, 6, 1, 2, 3, 4],
      [5, 1, 2, 4, 3, 6],
    ]
    for (const [n, order] of orders.entries()) {
      await publishOrder(db, order)
      await look(db)
      await until(() => bodies('day').length === n)
    }
    const [first, second] = bodies('day')
    const [queequeg, three] = [
      { address: traderAddress(5), name: 'queequeg' },
      { address: traderAddress(3), name: null },
    ]
    expect(first).toMatchObject({
      type: 'leaderboard.change',
      data: {
        leaderboard: 'pnl-all',
        title: 'Profit and loss, all time',
        top: 3,
        entered: [
          { ...queequeg, rank: 1, previousRank: 5 },
          { address: traderAddress(6), rank: 2, previousRank: 6 },
        ],
        left: [{ ...three, rank: 5, previousRank: 3 }],
      },
    })
    expect(second).toMatchObject({ data: { entered: [], left: [{ address: traderAddress(6), rank: 6 }] } })
    if (first === undefined) throw new Error('nobody was told')
    const said = JSON.stringify(
      [renderMessage, discordBody, slackBody].map((shown) => shown(first, 'https://pequod.example')),
    )
    expect(said.match(/2 entered and 1 left the top 3 of Profit and loss, all time/g)).toHaveLength(5)
    expect(said.match(/https:\/\/pequod.example\/leaderboard\/pnl-all/g)).toHaveLength(3)
    expect(said).toMatch(/queequeg entered at 1, was 5/)
    expect(said).toMatch(/0x0000…0003 left, now 5, was 3/)
    later = 200_000
    await until(() => bodies('night').length === 1)
    // A trader who came and went in the night is not in the message.
    expect(bodies('night')[0]).toMatchObject({
      type: 'leaderboard.change',
      data: { entered: [{ ...queequeg, previousRank: 5 }], left: [{ ...three, rank: 5, previousRank: 3 }] },
    })
  })
})
