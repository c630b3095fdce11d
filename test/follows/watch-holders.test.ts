import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { type Follower, type FollowerOptions, marketFollower, waitingFor } from './support/followers.ts'
import { undo } from './support/undone-meanwhile.ts'

const START = MONDAY + 43_200
const WALLETS = OWNERS.slice(0, 3) as [Address, Address, Address]

interface Trade {
  owner: number
  side: 'BUY' | 'SELL'
  shares: number
  outcome?: number
}

function fill(n: number, { owner, side, shares, outcome = 0 }: Trade): LedgerEvent {
  return {
    kind: 'FILL',
    block: n,
    logIndex: 0,
    tx: `0x${String(n).padStart(64, '0')}` as Hash,
    time: START + n,
    exchange: null,
    owner: WALLETS[owner] ?? WALLETS[0],
    counterparty: null,
    role: 'TAKER',
    side,
    token: TOKENS[outcome] as TokenId,
    shares: shares * 1_000 * MICRO,
    usd: shares * 500 * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

const look = (db: Database, n: number) => watchLedger(db, { now: START + n, delayMinutes: 60 })

function follow(db: Database, holderShare: number, options: FollowerOptions = {}) {
  return marketFollower(db, CONDITIONS.first, { holderShare }, options)
}

interface Told {
  wallet: number
  share: number
}

async function toldTo(db: Database, who: Follower): Promise<Told[]> {
  const notices = (await waitingFor(db, who)) as unknown as {
    kind: string
    trader: { address: Address }
    share: number
  }[]
  return notices
    .filter(({ kind }) => kind === 'HOLDS')
    .map(({ trader, share }) => ({ wallet: WALLETS.indexOf(trader.address), share }))
}

const steps = fc.array(
  fc.record({
    owner: fc.nat(2),
    side: fc.constantFrom<Trade['side']>('BUY', 'SELL'),
    shares: fc.integer({ min: 1, max: 9 }),
    isLooked: fc.constantFrom(true, true, false),
  }),
  { minLength: 12, maxLength: 30 },
)
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Computes each wallet's holding after each look, and which are armed, for one follower and in whole numbers.
 */
function slowly(list: Steps, thousandths: number, looked: (i: number) => boolean): Told[] {
  const held = [0, 0, 0]
  const isTold = [false, false, false]
  return list.flatMap(({ owner, side, shares }, i) => {
    const before = held[owner] ?? 0
    held[owner] = side === 'BUY' ? before + shares : Math.max(0, before - shares)
    const supply = held.reduce((sum, one) => sum + one, 0)
    if (!looked(i) || supply < 5) return []
    return held.flatMap((own, wallet) => {
      const isThere = own * 1_000 >= thousandths * supply
      const isNews = isThere && !isTold[wallet]
      if (isThere) isTold[wallet] = true
      // Less than nine tenths of the wanted part.
      else if (own * 10_000 < thousandths * 9 * supply) isTold[wallet] = false
      return isNews ? [{ wallet, share: Math.floor((own * 1_000) / supply) / 1_000 }] : []
    })
  })
}

const inOrder = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted()

describeEngines('followers of who holds an outcome', (open, engine) => {
  test('are notified of the holders that a slow count of all trades finds, killed or not', async () => {
    const part = fc.integer({ min: 100, max: 900 })
    const parts = fc.array(part, { minLength: 12, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, parts, fc.array(fc.nat(14), { minLength: 4 }), async (list, asked, counts) => {
        const { db, close } = await open()
        await ingestRecords(db, MARKETS)
        const all: Follower[] = []
        for (const one of asked) all.push(await follow(db, one / 1_000))
        const looked = (i: number) => list[i]?.isLooked === true || i === list.length - 1
        for (const [i, step] of list.entries()) {
          await ingestRecords(db, [fill(i + 1, step)])
          if (!looked(i)) continue
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await look(failing, i + 1).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await look(db, i + 1)
        }
        for (const [i, who] of all.entries())
          expect(inOrder(await toldTo(db, who))).toEqual(inOrder(slowly(list, asked[i] ?? 0, looked)))
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1, endOnFailure: true },
    )
  })

  test('are notified once by two processes, not of earlier holders, and never of traders who opted out', async () => {
    const one = await open()
    const { db } = one
    await ingestRecords(db, [...MARKETS, fill(1, { owner: 0, side: 'BUY', shares: 8 })])
    await look(db, 1)
    const pro = await follow(db, 0.3)
    const free = await follow(db, 0.3, { tier: 'FREE' })
    const late = await follow(db, 0.3, { at: START + 10 })
    const other = await openStore(one.address)
    const nowMs = Date.UTC(2026, 1, 2, 12)
    const tell = async (n: number, trade: Trade) => {
      await ingestRecords(db, [fill(n, trade)])
      await Promise.all(
        [db, other.db, db].map((each) => watchLedger(each, { now: START + n, delayMinutes: 60, nowMs })),
      )
    }
    await addOptOut(db, WALLETS[2])
    await tell(2, { owner: 1, side: 'BUY', shares: 6 })
    await tell(3, { owner: 2, side: 'BUY', shares: 12 })
    await tell(4, { owner: 1, side: 'BUY', shares: 1, outcome: 1 })
    await other.close()
    const told = [{ wallet: 1, share: 0.428 }]
    expect([await toldTo(db, pro), await toldTo(db, free), await toldTo(db, late)]).toEqual([told, told, []])
    expect((await waitingFor(db, free)).map(({ readyMs }) => readyMs)).toEqual([nowMs + 3_601_000])
  })

  test('are not notified of a reverted block, and not twice if its events come back', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, fill(1, { owner: 0, side: 'BUY', shares: 8 })])
    const [pro, free] = [await follow(db, 0.4), await follow(db, 0.4, { tier: 'FREE' })]
    const large = fill(2, { owner: 1, side: 'BUY', shares: 8 })
    await ingestRecords(db, [large])
    await look(db, 2)
    const told = [{ wallet: 1, share: 0.5 }]
    expect([await toldTo(db, pro), await toldTo(db, free)]).toEqual([told, told])
    await db.run('UPDATE alert_outbox SET waiting = 0 WHERE channel_id = ?', [pro.channelId])
    await undo(db, 2)
    await look(db, 3)
    expect([await toldTo(db, pro), await toldTo(db, free)]).toEqual([told, []])
    await ingestRecords(db, [{ ...large, block: 3, logIndex: 5 }])
    await look(db, 4)
    expect([await toldTo(db, pro), await toldTo(db, free)]).toEqual([told, told])
  })
})
