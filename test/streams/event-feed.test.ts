import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import type { Address, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { chainKey } from '../../src/store/ledger/place.ts'
import { createEventFeed, type EventFeed } from '../../src/streams/event-feed.ts'
import type { EventStream, StreamItem } from '../../src/streams/event-stream.ts'
import { activityInterest, type Interest, tradeInterest } from '../../src/streams/interest.ts'
import { createStreamSlots } from '../../src/streams/stream-slots.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'
import { isWholeLane } from '../support/lane.ts'

const EXCHANGE = '0xe111180000d2663c0091e4f400237545b87b996b' as Address
const START = 1_770_000_000

interface Made {
  owner: number
  token: number
  dollars: number
  isFill: boolean
}
/** An event of the test's own chain. */
interface Written extends Made {
  block: number
  logIndex: number
  tx: Hash
}

const made: fc.Arbitrary<Made> = fc.record({
  owner: fc.nat(2),
  token: fc.nat(5),
  dollars: fc.integer({ min: 1, max: 40 }),
  isFill: fc.boolean(),
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
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('READ' as const),
      reader: fc.nat(6),
      /** Events after which the line is cut; null: it stays. */
      cutAfter: fc.option(fc.nat(4), { freq: 4 }),
    }),
  },
)

/** The events that readers of each kind are to get, decided from the events as they were written. */
const READERS: { interest: Interest; wants(event: Written): boolean }[] = [
  { interest: tradeInterest({}), wants: ({ isFill }) => isFill },
  {
    interest: tradeInterest({ traders: [String(WALLETS[1])], minUsd: 10_000_000 }),
    wants: ({ isFill, owner, dollars }) => isFill && owner === 1 && dollars >= 10,
  },
  {
    interest: tradeInterest({ any: [{ markets: [marketOf(0)] }, { minUsd: 30_000_000, outcome: 1 }] }),
    wants: ({ isFill, token, dollars }) => isFill && (token < 2 || (dollars >= 30 && token % 2 === 1)),
  },
  {
    interest: tradeInterest({ minMarketSeconds: 86_400 }),
    wants: ({ isFill, token }) => isFill && token >> 1 === 1,
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
]

/** The markets: one of an hour, one of a day, and others without an end. */
const MARKETS = MARKET_LINES.map((market, i) => {
  const endsAt = [START + 3_600, START + 86_400][i]
  return endsAt === undefined ? market : { ...market, createdAt: START, endsAt }
})

function marketOf(market: number): string {
  return String(MARKET_LINES[market]?.condition)
}

function recordOf({ owner, token, dollars, isFill, block, logIndex, tx }: Written): SourceRecord {
  const place = { block, logIndex, tx, time: START + 2 * block }
  const [wallet, other] = [WALLETS[owner] as Address, WALLETS[(owner + 1) % 3] as Address]
  if (!isFill)
    return {
      kind: 'SPLIT',
      owner: wallet,
      condition: marketOf(token >> 1) as never,
      amount: dollars * 1_000_000,
      ...place,
    }
  return {
    kind: 'FILL',
    exchange: EXCHANGE,
    owner: wallet,
    counterparty: other,
    role: 'MAKER',
    side: 'BUY',
    token: String(1_000 + token) as TokenId,
    shares: 2 * dollars * 1_000_000,
    usd: dollars * 1_000_000,
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

describeEngines('the feed of events', (open, engine) => {
  let cuts = 0

  test('loses nothing and repeats nothing over cuts and reorganizations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: isWholeLane ? 200 : 40 }),
        async (steps) => {
          const { db, close } = await open()
          await ingestRecords(db, MARKETS)
          const chain: Written[] = []
          let height = 1
          let salt = 0
          const write = async (blocks: readonly Made[][]) => {
            const fresh = blocks.flatMap((events, i) =>
              events.map((event, logIndex): Written => {
                const tx = `0x${(++salt).toString(16).padStart(64, '0')}` as Hash
                return { ...event, block: height + i, logIndex: 3 * logIndex, tx }
              }),
            )
            height += blocks.length
            chain.push(...fresh)
            if (fresh.length > 0) await ingestRecords(db, fresh.map(recordOf))
          }
          const feed = createEventFeed({ db, pollMs: 1, slots: createStreamSlots() })
          const readers = READERS.map(() => new Reader())
          const subscribe = async (reader: Reader, interest: Interest) => {
            reader.stream ??= await feed.subscribe({ interest, after: reader.after, caller: null })
            return reader.stream
          }
          // Everybody begins at an empty ledger.
          for (const [i, { interest }] of READERS.entries()) {
            const reader = readers[i] as Reader
            const { value } = await (await subscribe(reader, interest)).next()
            reader.take(value)
          }
          for (const one of steps) {
            if (one.kind === 'ADD') await write(one.blocks)
            else if (one.kind === 'UNDO') {
              const first = Math.max(1, height - one.depth)
              await createLedgerWriter(db).undo(first, async () => undefined)
              height = first
              chain.splice(0, chain.length, ...chain.filter((event) => event.block < first))
            } else {
              const reader = readers[one.reader] as Reader
              const { interest } = READERS[one.reader] as (typeof READERS)[number]
              const stream = await subscribe(reader, interest)
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
          // At a height that no undone block had.
          height += 1_000
          await write([
            [{ owner: 0, token: 1, dollars: 40, isFill: true }],
            [{ owner: 1, token: 0, dollars: 40, isFill: true }],
          ])
          await write([[{ owner: 2, token: 2, dollars: 40, isFill: false }]])
          for (const [i, { interest, wants }] of READERS.entries()) {
            const reader = readers[i] as Reader
            const due = chain.filter(wants).map(keyOf)
            while (reader.heard.at(-1) !== due.at(-1)) {
              const item = await soon(await subscribe(reader, interest))
              if (item !== null) reader.take(item)
            }
            expect(reader.heard).toEqual(due)
          }
          await feed.close()
          await close()
        },
      ),
      { numRuns: isWholeLane ? 8 : 2, endOnFailure: true },
    )
    if (isWholeLane) console.info(`${engine}: ${cuts} cuts`)
  })

  test('does not repeat what a process that had read further sent before the cut', async () => {
    const { db, close } = await open()
    await ingestRecords(db, MARKETS)
    const interest = tradeInterest({})
    const fill = (number: number): Written => {
      const tx = `0x${number.toString(16).padStart(64, '0')}` as Hash
      return { owner: 0, token: 0, dollars: number, isFill: true, block: number, logIndex: 0, tx }
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
