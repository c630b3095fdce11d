import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSlots } from '../../src/access/limits/stream-slots.ts'
import {
  createStandingFeed,
  STANDING_CURSOR,
  type Standing,
  type StandingItem,
} from '../../src/streams/standing-feed.ts'

/** Traders in the order of a board; the world's snapshots follow one another. */
const order = fc.shuffledSubarray([1, 7, 36, 400, 12_345, 2_000_000_000, 5, 6], { minLength: 0 })
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('PUBLISH' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('READ' as const),
      reader: fc.nat(2),
      count: fc.integer({ min: 1, max: 4 }),
      isCut: fc.boolean(),
    }),
  },
)

/** A subscriber that keeps a top by the messages alone. */
interface Reader {
  first: number
  stream: AsyncIterableIterator<StandingItem> | null
  after: string | null
  ranks: Map<number, number>
}

function world(first: readonly number[]) {
  let [snapshot, traders] = [1, first]
  const slots = createStreamSlots()
  const feed = createStandingFeed({
    current: async () => snapshot,
    slots,
    onError: (error) => {
      throw error
    },
    pollMs: 1,
  })
  const topOf = (first: number): Standing[] =>
    traders.slice(0, first).map((trader, i) => ({ trader, rank: i + 1 }))
  return {
    publish(next: readonly number[]) {
      snapshot++
      traders = next
    },
    topOf,
    open: (first: number, after: string | null) =>
      feed.subscribe({
        read: async () => ({ snapshot, standings: topOf(first) }),
        after,
        caller: 'somebody',
      }),
    close: () => feed.close(),
  }
}

/** Takes the next message in, and checks that it continues what the reader knows. */
function take({ ranks }: Reader, item: StandingItem): string {
  if (item.kind === 'END') throw item.reason
  if (item.kind === 'POSITION') return item.cursor
  const { kind, trader, rank, previousRank, cursor } = item.event
  expect(ranks.get(trader) ?? null).toBe(previousRank)
  expect(rank).not.toBe(previousRank)
  expect(kind).toBe(previousRank === null ? 'ADDED' : 'CHANGED')
  if (rank === null) ranks.delete(trader)
  else ranks.set(trader, rank)
  return cursor
}

test('messages over any cuts add up to the top, without a gap or a repetition', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(order, steps, async (first, all) => {
      const { publish, topOf, open, close } = world(first)
      const readers = [1, 3, 8].map(
        (count): Reader => ({
          first: count,
          stream: null,
          after: null,
          ranks: new Map(topOf(count).map(({ trader, rank }) => [trader, rank])),
        }),
      )
      const begin = async (reader: Reader) => {
        reader.stream ??= open(reader.first, reader.after)
        // Its first message names the top that it begins with.
        if (reader.after === null) reader.after = take(reader, (await reader.stream.next()).value)
        return reader.stream
      }
      const isLevel = ({ first: count, ranks }: Reader) => {
        const top = topOf(count)
        return top.length === ranks.size && top.every(({ trader, rank }) => ranks.get(trader) === rank)
      }
      for (const reader of readers) await begin(reader)
      const cut = async (reader: Reader) => {
        await reader.stream?.return?.()
        reader.stream = null
      }
      for (const one of all) {
        if (one.kind === 'PUBLISH') publish(one.order)
        else {
          const reader = readers[one.reader] as Reader
          const stream = await begin(reader)
          for (let i = 0; i < one.count && !isLevel(reader); i++)
            reader.after = take(reader, (await stream.next()).value)
          if (one.isCut) await cut(reader)
        }
      }
      for (const reader of readers) {
        // A stream that was open may still hold changes of an earlier snapshot; what it sends in the end is the newest.
        const stream = await begin(reader)
        for (let i = 0; i < 60 && !isLevel(reader); i++)
          reader.after = take(reader, (await stream.next()).value)
        expect(isLevel(reader)).toBe(true)
        await cut(reader)
      }
      close()
    }),
    { numRuns: 200 },
  )
})

test('a cursor that is none is refused, and the largest has room for every place', async () => {
  const { open, close } = world([1])
  for (const after of ['', 'x', 't1', 't1.', 't1.1-', 't.1', `t${'1.1-'.repeat(800)}1.1`, 't1.1 ', '../t'])
    expect(() => open(20, after)).toThrow('is not a cursor')
  const largest = Number.MAX_SAFE_INTEGER.toString(36)
  const places = Array.from({ length: 200 }, () => `${largest}.2s`).join('-')
  expect(`t${places}`.length).toBeLessThanOrEqual(STANDING_CURSOR.maxLength)
  await open(20, `t${places}`).return?.()
  close()
})

test('streams end with a reason when the process stops, and open streams are bounded by caller', async () => {
  const { open, close } = world([1, 2])
  const streams = Array.from({ length: 20 }, () => open(20, null))
  expect(() => open(20, null)).toThrow('20 open streams')
  await streams[0]?.return?.()
  const last = open(20, null)
  await last.next()
  const waiting = last.next()
  close()
  expect((await waiting).value).toMatchObject({ kind: 'END', reason: { code: 'SERVICE_UNAVAILABLE' } })
  expect((await last.next()).done).toBe(true)
  expect(() => open(20, null)).toThrow('stopping')
})
