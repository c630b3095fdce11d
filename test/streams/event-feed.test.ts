import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSlots } from '../../src/access/limits/stream-slots.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import type { Address, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { createPublisher } from '../../src/numbers/publish/publisher.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import type { PositionChange } from '../../src/store/ingest/whole-trade-rows.ts'
import { chainKey } from '../../src/store/ledger/place.ts'
import { newestStandingCutoff } from '../../src/store/snapshot/stored-snapshots.ts'
import { createEventFeed, type EventFeed } from '../../src/streams/event-feed.ts'
import type { EventStream, StreamItem } from '../../src/streams/event-stream.ts'
import { activityInterest, type Interest, tradeInterest } from '../../src/streams/interest.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'
import { isWholeLane } from '../support/lane.ts'

const EXCHANGE = '0xe111180000d2663c0091e4f400237545b87b996b' as Address
const START = 1_770_000_000

interface Made {
  owner: number
  token: number
  /** A hundred each. */
  dollars: number
  isFill: boolean
  isSale: boolean
}
/** An event of the test's own chain. */
interface Written extends Made {
  block: number
  logIndex: number
  tx: Hash
  /** That of its whole trade, the fills of an owner, token and side in its block; null below $1,000. */
  change: PositionChange | null
  /** Whether its whole trade has the sign BIG_FOR_MARKET; null below $1,000. */
  isBig: boolean | null
}

const made: fc.Arbitrary<Made> = fc.record({
  owner: fc.nat(2),
  token: fc.nat(5),
  dollars: fc.integer({ min: 1, max: 40 }),
  isFill: fc.boolean(),
  isSale: fc.boolean(),
})
const block = fc.array(made, { minLength: 0, maxLength: 4 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ADD' as const),
      blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('UNDO' as const), depth: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('PUBLISH' as const) }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('READ' as const),
      reader: fc.nat(10),
      /** Events after which the line is cut; null: it stays. */
      cutAfter: fc.option(fc.nat(4), { freq: 4 }),
    }),
  },
)

/** The events that readers of each kind are to get, decided from the events as they were written. Those of signs hear of publications. */
const READERS: { interest: Interest; isSigned?: true; wants(event: Written): boolean }[] = [
  { interest: tradeInterest({}), wants: ({ isFill }) => isFill },
  {
    interest: tradeInterest({ traders: [String(WALLETS[1])], minUsd: 1_000_000_000 }),
    wants: ({ isFill, owner, dollars }) => isFill && owner === 1 && dollars >= 10,
  },
  {
    interest: tradeInterest({ any: [{ markets: [marketOf(0)] }, { minUsd: 3_000_000_000, outcome: 1 }] }),
    wants: ({ isFill, token, dollars }) => isFill && (token < 2 || (dollars >= 30 && token % 2 === 1)),
  },
  {
    interest: tradeInterest({ minMarketSeconds: 86_400 }),
    wants: ({ isFill, token }) => isFill && token >> 1 === 1,
  },
  {
    interest: tradeInterest({ changes: ['OPENED', 'CLOSED'] }),
    wants: ({ change }) => change === 'OPENED' || change === 'CLOSED',
  },
  {
    interest: tradeInterest({ changes: ['ADDED'], traders: [String(WALLETS[0])] }),
    wants: ({ change, owner }) => change === 'ADDED' && owner === 0,
  },
  {
    interest: activityInterest({ trader: String(WALLETS[2]), market: null }),
    wants: ({ owner }) => owner === 2,
  },
  {
    interest: activityInterest({ trader: null, market: marketOf(1) }),
    wants: ({ token }) => token >> 1 === 1,
  },
  { interest: activityInterest({ trader: null, market: null }), wants: () => true },
  {
    interest: tradeInterest({ signs: ['BIG_FOR_MARKET'] }),
    isSigned: true,
    wants: ({ isBig }) => isBig === true,
  },
  {
    interest: tradeInterest({
      without: ['BIG_FOR_MARKET'],
      traders: [String(WALLETS[0]), String(WALLETS[1])],
    }),
    isSigned: true,
    wants: ({ isBig, owner }) => isBig === false && owner < 2,
  },
]

/** The markets: one of an hour, one of a day, and others without an end. */
const MARKETS = MARKET_LINES.map((market, i) => {
  const endsAt = [START + 3_600, START + 86_400][i]
  return endsAt === undefined ? market : { ...market, createdAt: START, endsAt }
})

function marketOf(market: number): string {
  return String(MARKET_LINES[market]?.condition)
}

/** Shares held by owner and token after some events, in their order. */
function heldAfter(events: readonly Written[]): Map<string, number> {
  const held = new Map<string, number>()
  const add = (owner: number, token: number, shares: number) => {
    const name = `${owner} ${token}`
    held.set(name, Math.max(0, (held.get(name) ?? 0) + shares))
  }
  for (const { owner, token, dollars, isFill, isSale } of events) {
    if (isFill) add(owner, token, isSale ? -2 * dollars : 2 * dollars)
    else for (const of of [token & ~1, token | 1]) add(owner, of, dollars)
  }
  return held
}

/** The fills of the whole trade of an event among all of its chain; none below $1,000. */
function wholeIn(chain: readonly Written[], { owner, token, isFill, isSale, block }: Written): Written[] {
  const whole = chain.filter(
    (one) =>
      one.isFill &&
      one.owner === owner &&
      one.token === token &&
      one.isSale === isSale &&
      one.block === block,
  )
  return isFill && dollarsOf(whole) >= 10 ? whole : []
}

function dollarsOf(events: readonly Written[]): number {
  return events.reduce((sum, { dollars }) => sum + dollars, 0)
}

/** Whether the whole trade of an event is a fifth of what was traded in its market before its block. */
function isBigIn(chain: readonly Written[], event: Written): boolean | null {
  const whole = wholeIn(chain, event)
  const earlier = chain.filter(
    ({ isFill, token, block }) => isFill && token >> 1 === event.token >> 1 && block < event.block,
  )
  return whole.length === 0 ? null : 5 * dollarsOf(whole) >= dollarsOf(earlier)
}

/** The change of the whole trade of an event among all of its chain. */
function changeIn(chain: readonly Written[], event: Written) {
  const { owner, token, isSale } = event
  const whole = wholeIn(chain, event)
  if (whole.length === 0) return null
  const at = (end: Written, past: number) =>
    heldAfter(chain.slice(0, chain.indexOf(end) + past)).get(`${owner} ${token}`) ?? 0
  if (isSale) return at(whole.at(-1) as Written, 1) === 0 ? 'CLOSED' : 'REDUCED'
  return at(whole[0] as Written, 0) === 0 ? 'OPENED' : 'ADDED'
}

function recordOf({ owner, token, dollars, isFill, isSale, block, logIndex, tx }: Written): SourceRecord {
  const place = { block, logIndex, tx, time: START + 2 * block }
  const [wallet, other] = [WALLETS[owner] as Address, WALLETS[(owner + 1) % 3] as Address]
  if (!isFill)
    return {
      kind: 'SPLIT',
      owner: wallet,
      condition: marketOf(token >> 1) as never,
      amount: dollars * 100_000_000,
      ...place,
    }
  return {
    kind: 'FILL',
    exchange: EXCHANGE,
    owner: wallet,
    counterparty: other,
    role: 'TAKER',
    side: isSale ? 'SELL' : 'BUY',
    token: String(1_000 + token) as TokenId,
    shares: 2 * dollars * 100_000_000,
    usd: dollars * 100_000_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
    ...place,
  }
}

/** The events that a reader has heard; it checks whether an event came twice, too late, or was taken back without having come. */
class Reader {
  readonly heard: number[] = []
  after: string | null = null
  stream: EventStream | null = null

  take(item: StreamItem): void {
    if (item.kind === 'END') {
      // A long run on a busy machine leaves a stream unread for longer than the feed waits.
      expect(item.reason.code).toBe('SLOW_CONSUMER')
      this.stream = null
      return
    }
    if (item.kind === 'POSITION') {
      this.after = item.cursor
      return
    }
    const { kind, event, cursor } = item.event
    if (kind === 'ADDED') {
      expect(this.heard.at(-1) ?? -1).toBeLessThan(event.key)
      this.heard.push(event.key)
    } else expect(this.heard.pop()).toBe(event.key)
    this.after = cursor
  }
}

/** The cuts of `npm run test:streams`. */
const MOST_CUTS = Number(process.env.PEQUOD_CUTS ?? 0)
const LONG = MOST_CUTS > 0 ? { timeout: 1_800_000 } : {}

describeEngines('the feed of events', (open, engine) => {
  let cuts = 0

  test('loses nothing and repeats nothing over cuts and reorganizations', LONG, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: isWholeLane || MOST_CUTS > 0 ? 200 : 40 }),
        async (steps) => {
          if (MOST_CUTS > 0 && cuts >= MOST_CUTS) return
          const { db, close } = await open()
          await ingestRecords(db, MARKETS)
          const chain: Written[] = []
          let height = 1
          let salt = 0
          const write = async (blocks: readonly Made[][]) => {
            const fresh = blocks.flatMap((events, i) => {
              const tx = `0x${(++salt).toString(16).padStart(64, '0')}` as Hash
              return events.map((event, n): Written => {
                return { ...event, block: height + i, logIndex: 3 * n, tx, change: null, isBig: null }
              })
            })
            height += blocks.length
            chain.push(...fresh)
            for (const event of fresh) {
              event.change = changeIn(chain, event)
              event.isBig = isBigIn(chain, event)
            }
            if (fresh.length > 0) await ingestRecords(db, fresh.map(recordOf))
          }
          const publisher = createPublisher(db)
          const publish = () => publisher.publish({ signs: Number.POSITIVE_INFINITY })
          // There is no feed of signs before the first snapshot.
          await write([[{ owner: 0, token: 8, dollars: 1, isFill: true, isSale: false }]])
          await publish()
          const begun = height
          const plain = createEventFeed({ db, pollMs: 1, slots: createStreamSlots() })
          const signed = createEventFeed({
            db,
            pollMs: 1,
            slots: createStreamSlots(),
            cutoff: newestStandingCutoff,
            isSigned: true,
          })
          const readers = READERS.map(() => new Reader())
          const subscribe = async (i: number) => {
            const reader = readers[i] as Reader
            const { interest, isSigned } = READERS[i] as (typeof READERS)[number]
            const feed = isSigned ? signed : plain
            reader.stream ??= await feed.subscribe({ interest, after: reader.after, caller: null })
            return reader.stream
          }
          // Everybody begins with the second event.
          for (const [i, reader] of readers.entries()) {
            const { value } = await (await subscribe(i)).next()
            reader.take(value)
          }
          for (const one of steps) {
            if (one.kind === 'ADD') await write(one.blocks)
            else if (one.kind === 'PUBLISH') await publish()
            else if (one.kind === 'UNDO') {
              const first = Math.max(begun, height - one.depth)
              await createLedgerWriter(db).undo(first, async () => undefined)
              height = first
              chain.splice(0, chain.length, ...chain.filter((event) => event.block < first))
            } else {
              const reader = readers[one.reader] as Reader
              const stream = await subscribe(one.reader)
              for (let i = 0; i < (one.cutAfter ?? 2); i++) {
                const item = await soon(stream)
                if (item === null) break
                reader.take(item)
                if (reader.stream === null) break
              }
              if (one.cutAfter === null) continue
              cuts++
              await stream.return()
              reader.stream = null
            }
          }
          // At a height that no undone block had: one more event for each reader.
          height += 1_000
          const last = { owner: 0, token: 1, dollars: 40, isFill: true, isSale: false }
          await write([[{ ...last, dollars: 100_000, isSale: true }], [last], [last]])
          await write([[{ ...last, owner: 1, token: 0 }], [{ ...last, owner: 1, token: 2 }]])
          await write([[{ ...last, owner: 2, token: 2, isFill: false }]])
          await publish()
          for (const [i, { wants }] of READERS.entries()) {
            const reader = readers[i] as Reader
            const due = chain.filter((event) => event.block >= begun && wants(event)).map(keyOf)
            while (reader.heard.at(-1) !== due.at(-1)) {
              const item = await soon(await subscribe(i))
              if (item !== null) reader.take(item)
            }
            expect(reader.heard, `reader ${i}`).toEqual(due)
          }
          await Promise.all([plain, signed].map((feed) => feed.close()))
          await close()
        },
      ),
      { numRuns: MOST_CUTS || (isWholeLane ? 8 : 2), endOnFailure: true },
    )
    expect(cuts).toBeGreaterThanOrEqual(MOST_CUTS)
    if (isWholeLane || MOST_CUTS > 0) console.info(`${engine}: ${cuts} cuts`)
  })

  test('does not repeat what a process that had read further sent before the cut', async () => {
    const { db, close } = await open()
    await ingestRecords(db, MARKETS)
    const interest = tradeInterest({})
    const fill = (number: number): Written => {
      const tx = `0x${number.toString(16).padStart(64, '0')}` as Hash
      const own = { owner: 0, token: 0, dollars: number, isFill: true, isSale: false }
      return { ...own, block: number, logIndex: 0, tx, change: null, isBig: null }
    }
    const write = (number: number) => ingestRecords(db, [recordOf(fill(number))])
    const [quick, slow] = [1, 300].map((pollMs) =>
      createEventFeed({ db, pollMs, slots: createStreamSlots() }),
    ) as [EventFeed, EventFeed]
    const next = async (stream: EventStream) => {
      for await (const item of stream) if (item.kind === 'EVENT') return item.event
    }
    await write(1)
    const first = await quick.subscribe({ interest, after: null, caller: null })
    // Its reader runs, and looks again after the cut.
    const other = await slow.subscribe({ interest, after: null, caller: null })
    await other.next()
    await write(2)
    const told = await next(first)
    const second = await slow.subscribe({ interest, after: String(told?.cursor), caller: null })
    const following = next(second)
    await write(3)
    expect([told, await following].map((event) => event?.event.key)).toEqual([2, 3].map(fill).map(keyOf))
    await Promise.all([quick.close(), slow.close()])
    await close()
  })
})

function keyOf({ block: number, logIndex }: Written): number {
  return chainKey(number, logIndex)
}

/** The next item, or null if there is none for a moment. An item that comes later is kept for the next call. */
const pending = new WeakMap<EventStream, Promise<IteratorResult<StreamItem>>>()
async function soon(stream: EventStream): Promise<StreamItem | null> {
  const next = pending.get(stream) ?? stream.next()
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), 4))
  const result = await Promise.race([next, late])
  if (result === null) {
    pending.set(stream, next)
    return null
  }
  pending.delete(stream)
  return result.value
}
