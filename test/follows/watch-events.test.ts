import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarketNotice } from '../../src/delivery/notices.ts'
import { EVENT } from '../../src/follows/kinds/event.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import {
  type Follower,
  type FollowerOptions,
  followAs,
  follower,
  marketFollower,
  waitingFor,
} from './support/followers.ts'
import { undo } from './support/undone-meanwhile.ts'

const START = MONDAY + 43_200
const OWNER = OWNERS[0] as Address
const SOURCE_ID = '4711'

const at = (block: number, time: number) => {
  return { block, logIndex: 0, tx: `0x${String(block).padStart(64, '0')}` as Hash, time }
}

/** A fill of the first outcome of a market. */
function fill(block: number, time: number, market: number, cents: number): LedgerEvent {
  return {
    ...{ kind: 'FILL', ...at(block, time), exchange: null, owner: OWNER, counterparty: null, role: 'TAKER' },
    ...{
      side: 'BUY',
      token: TOKENS[2 * market] as TokenId,
      shares: 10 * MICRO,
      usd: (10 * MICRO * cents) / 100,
    },
    ...{ fee: 0, feeIn: 'USD', orderHash: null },
  }
}

const resolve = (block: number, time: number, market: number): LedgerEvent => {
  const condition = market === 0 ? CONDITIONS.first : CONDITIONS.second
  return { kind: 'RESOLVE', ...at(block, time), condition, payouts: ['1', '0'] }
}

/** Ingests a world whose first two markets belong to one event. */
async function ingestWorld(db: Database): Promise<void> {
  const event = { id: SOURCE_ID, title: 'Who is killed?', slug: 'who-is-killed' }
  await ingestRecords(
    db,
    MARKETS.map((market, i) => (i < 2 ? { ...market, event } : market)),
  )
}

async function followerOf(db: Database, rules = {}, options: FollowerOptions = {}): Promise<Follower> {
  const who = await follower(db, [], options)
  await followAs(db, who.accountId, EVENT, SOURCE_ID, { ...options, rules })
  return who
}

async function toldTo(db: Database, who: Follower) {
  const notices = (await waitingFor(db, who)) as unknown as (MarketNotice & { id: string })[]
  return notices.map((one) => `${one.kind} ${one.slug} ${'price' in one ? one.price / 10_000 : ''}`.trim())
}

const look = (db: Database, now: number) => watchLedger(db, { now, delayMinutes: 60 })

const steps = fc.array(
  fc.record({
    market: fc.nat(1),
    cents: fc.integer({ min: 30, max: 70 }),
    after: fc.constantFrom(1, 600, 1_900, 4_000),
    isLooked: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
)

describeEngines('followers of an event', (open, engine) => {
  test('get the same messages as followers of each of its markets, killed or not', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(14), { minLength: 4 }), async (list, counts) => {
        const { db, close } = await open()
        await ingestWorld(db)
        const event = await followerOf(db, { jump: 0.1 })
        const markets = [
          await marketFollower(db, CONDITIONS.first, { jump: 0.1 }),
          await marketFollower(db, CONDITIONS.second, { jump: 0.1 }),
        ]
        let time = START
        let left: LedgerEvent[] = []
        for (const [i, { market, cents, after, isLooked }] of list.entries()) {
          time += after
          left.push(fill(i + 1, time, market, cents))
          if (i === list.length - 1) left.push(resolve(i + 2, time, market))
          else if (!isLooked) continue
          await ingestRecords(db, left)
          left = []
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await look(failing, time).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await look(db, time)
        }
        const both = [
          ...(await toldTo(db, markets[0] as Follower)),
          ...(await toldTo(db, markets[1] as Follower)),
        ]
        expect((await toldTo(db, event)).toSorted()).toEqual(both.toSorted())
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 8 : 2, endOnFailure: true },
    )
  })

  test('are notified of each resolution once, by id or slug, after the delay without Pro, and not of reverted blocks', async () => {
    const { db } = await open()
    await ingestWorld(db)
    expect(await EVENT.find(db, 'who-is-killed', { accountId: null, at: null })).toBe(SOURCE_ID)
    await expect(EVENT.find(db, 'nobody', { accountId: null, at: null })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const [pro, free] = [await followerOf(db), await followerOf(db, {}, { tier: 'FREE' })]
    const late = await followerOf(db, {}, { at: START + 1 })
    await ingestRecords(db, [resolve(1, START, 0)])
    const nowMs = Date.UTC(2026, 1, 2, 12)
    await Promise.all([db, db].map((one) => watchLedger(one, { now: START, delayMinutes: 60, nowMs })))
    expect(await toldTo(db, pro)).toEqual(['RESOLVED question-0'])
    expect((await waitingFor(db, free)).map(({ readyMs }) => readyMs)).toEqual([nowMs + 3_601_000])
    expect(await toldTo(db, late)).toEqual([])
    await ingestRecords(db, [resolve(2, START + 60, 1)])
    await look(db, START + 60)
    expect(await toldTo(db, late)).toEqual(['RESOLVED question-1'])
    await undo(db, 2)
    await look(db, START + 61)
    expect([await toldTo(db, pro), await toldTo(db, late)]).toEqual([['RESOLVED question-0'], []])
  })

  test('are notified again of a jump in a reverted block, and of no other twice', async () => {
    const { db } = await open()
    await ingestWorld(db)
    const who = await followerOf(db, { jump: 0.2 })
    const tell = async (block: number, market: number, cents: number) => {
      await ingestRecords(db, [fill(block, START + 60 * block, market, cents)])
      await look(db, START + 60 * block)
    }
    for (const [block, cents] of [30, 50, 70].entries()) await tell(block + 1, 0, cents)
    expect(await toldTo(db, who)).toEqual(['JUMPED question-0 50', 'JUMPED question-0 70'])
    await undo(db, 3)
    await tell(4, 0, 55)
    expect(await toldTo(db, who)).toEqual(['JUMPED question-0 50'])
    await tell(5, 0, 70)
    expect(await toldTo(db, who)).toEqual(['JUMPED question-0 50', 'JUMPED question-0 70'])
  })
})
