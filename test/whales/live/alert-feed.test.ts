import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import type { AlertRow } from '../../../src/whales/alerts/alert-row.ts'
import { type AlertFeed, createAlertFeed } from '../../../src/whales/live/alert-feed.ts'
import { createAlertNotifier } from '../../../src/whales/live/alert-notices.ts'
import { type AlertStream, MOST_WAITING } from '../../../src/whales/live/alert-stream.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { createAlertWriter, type WrittenTerms } from '../support/alert-writer.ts'

const terms: fc.Arbitrary<WrittenTerms> = fc.record({
  owner: fc.integer({ min: 0, max: 3 }),
  token: fc.integer({ min: 0, max: 3 }),
  dollars: fc.integer({ min: 1, max: 100 }),
  isBuy: fc.boolean(),
})

/** Events beside the subscribers, one after the other. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('APPEND' as const), alerts: fc.array(terms, { maxLength: 30 }) }),
  fc.record({
    kind: fc.constant('SUBSCRIBE' as const),
    /** Where in what was written by then it begins, 0 to 1; null: with what comes. */
    from: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    minDollars: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({ kind: fc.constant('WAIT' as const), ms: fc.integer({ min: 0, max: 30 }) }),
)

const ONE: WrittenTerms = { owner: 0, token: 0, dollars: 50, isBuy: true }

/** Reads a stream until it has an alert of the number, or longer than it should take. */
async function readTo(stream: AlertStream, last: number, rows: AlertRow[] = []): Promise<AlertRow[]> {
  const late = setTimeout(() => void stream.return(), 120_000)
  for await (const item of stream) {
    if (item.kind === 'END') throw item.reason
    rows.push(item.row)
    if (item.row.seq >= last) break
  }
  clearTimeout(late)
  return rows
}

describeEngines('the feed of alerts', (open, engine) => {
  const runs = { numRuns: engine === 'sqlite' ? 15 : 5, endOnFailure: true }

  async function opened(): Promise<{
    writer: Awaited<ReturnType<typeof createAlertWriter>>
    feed: AlertFeed
    close(): Promise<void>
  }> {
    // The process that writes is another one than the process that serves.
    const { address, db, close } = await open()
    const serving = await openStore(address)
    const writer = await createAlertWriter(db)
    const feed = createAlertFeed({
      db: serving.db,
      notifier: createAlertNotifier({ redisUrl: null, database: address }),
      onError: (error) => expect.fail(String(error)),
    })
    return {
      writer,
      feed,
      async close() {
        await feed.close()
        await serving.close()
        await close()
      },
    }
  }

  test('sends each subscriber the alerts after its cursor: each once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { writer, feed, close } = await opened()
        const written: { seq: number; dollars: number }[] = []
        const write = async (alerts: readonly WrittenTerms[]) => {
          const seqs = await writer.append(alerts)
          written.push(...alerts.map(({ dollars }, i) => ({ seq: seqs[i] ?? 0, dollars })))
        }
        const subscribers: { stream: AlertStream; first: number; minDollars: number }[] = []
        for (const one of steps) {
          if (one.kind === 'APPEND') await write(one.alerts)
          else if (one.kind === 'WAIT') await sleep(one.ms)
          else {
            const newest = written.at(-1)?.seq ?? 0
            const after = one.from === null ? null : Math.floor(one.from * newest)
            const passes = ({ usd }: AlertRow) => usd >= one.minDollars * MICRO
            const stream = await feed.subscribe({ after, passes })
            // A process may not have heard yet of the newest when somebody asks for what comes.
            subscribers.push({ stream, first: after ?? newest, minDollars: one.minDollars })
          }
        }
        await write([{ ...ONE, dollars: 100 }])
        const end = written.at(-1)?.seq ?? 0
        for (const { stream, first, minDollars } of subscribers) {
          const got = (await readTo(stream, end)).map(({ seq }) => seq)
          const due = written.filter(({ seq, dollars }) => seq > first && dollars >= minDollars)
          expect(got.filter((seq) => seq > first)).toEqual(due.map(({ seq }) => seq))
          expect(got).toEqual([...new Set(got)].toSorted((a, b) => a - b))
        }
        expect(feed.size()).toBe(0)
        await close()
      }),
      runs,
    )
  })

  test('sends an alert within a moment, and never a retracted one', async () => {
    const { writer, feed, close } = await opened()
    const [gone] = await writer.append([ONE, ONE])
    await writer.retract([gone ?? 0])
    const replayed = await feed.subscribe({ after: 0, passes: () => true })
    expect((await replayed.next()).value).toMatchObject({ kind: 'ALERT', row: { seq: 2 } })
    const next = replayed.next()
    await sleep(100)
    const began = performance.now()
    await writer.append([ONE])
    expect((await next).value).toMatchObject({ kind: 'ALERT', row: { seq: 4 } })
    expect(performance.now() - began).toBeLessThan(20_000)
    await close()
  })

  test('drops slow readers, with a code, and serves the others', async () => {
    const { writer, feed, close } = await opened()
    const lazy = await feed.subscribe({ after: null, passes: () => true })
    const eager = await feed.subscribe({ after: null, passes: () => true })
    const seen: AlertRow[] = []
    const reading = readTo(eager, MOST_WAITING + 200, seen)
    for (let i = 0; i < MOST_WAITING + 200; i += 100) {
      await writer.append(Array(100).fill(ONE))
      // A busy machine must not make the eager reader a slow one.
      await expect.poll(() => seen.length).toBeGreaterThanOrEqual(i)
    }
    expect(await reading).toHaveLength(MOST_WAITING + 200)
    expect(feed.size()).toBe(0)
    const got: unknown[] = []
    for await (const item of lazy) got.push(item.kind === 'END' ? item.reason.code : item.row.seq)
    expect(got.at(-1)).toBe('SLOW_CONSUMER')
    // Its alerts have no gap, so it can resume after the last of them.
    expect(got.slice(0, -1)).toEqual(got.slice(0, -1).map((_, i) => i + 1))
    await close()
  })

  test('ends its streams when it is closed, and takes no new ones', async () => {
    const { feed, close } = await opened()
    const stream = await feed.subscribe({ after: null, passes: () => true })
    const next = stream.next()
    await close()
    expect((await next).value).toMatchObject({ kind: 'END', reason: { code: 'SERVICE_UNAVAILABLE' } })
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    await expect(feed.subscribe({ after: null, passes: () => true })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
