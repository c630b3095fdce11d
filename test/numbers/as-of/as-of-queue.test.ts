import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createAsOfQueue } from '../../../src/numbers/as-of/as-of-queue.ts'

/** A computation that ends on request, and a log of the runs. */
function controlled() {
  const begun: number[] = []
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const run = (day: number) => {
    begun.push(day)
    return new Promise<void>((resolve, reject) => {
      ends.set(day, { resolve, reject })
    })
  }
  /** The computation, once it has begun. */
  const begunOf = (day: number) => vi.waitUntil(() => ends.get(day), { timeout: 120_000, interval: 1 })
  const end = async (day: number) => (await begunOf(day)).resolve()
  const fail = async (day: number) => (await begunOf(day)).reject(new Error('no'))
  return { begun, ends, run, end, fail }
}

const ANN = 'address:192.0.2.1'
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(Number) }

test('the queue of days computes one day at a time, and each once for all who wait', async () => {
  const { begun, run, end } = controlled()
  const queue = createAsOfQueue({ run })
  const asked = [queue.compute(1, ANN), queue.compute(2, ANN), queue.compute(1, ANN)]
  await expect.poll(() => begun).toEqual([1])
  await end(1)
  await end(2)
  await Promise.all(asked)
  expect(begun).toEqual([1, 2])
})

test('the queue of days refuses a day above its capacity, and accepts it when there is room', async () => {
  const { run, end } = controlled()
  const queue = createAsOfQueue({ run, capacity: 2 })
  const asked = [queue.compute(1, ANN), queue.compute(2, ANN)]
  await expect(queue.compute(3, ANN)).rejects.toMatchObject(UNAVAILABLE)
  await end(1)
  await asked[0]
  const third = queue.compute(3, ANN)
  await end(2)
  await end(3)
  await Promise.all([...asked, third])
})

test('the queue of days continues without a caller who timed out, and computes nothing twice', async () => {
  const { begun, run, end } = controlled()
  const queue = createAsOfQueue({ run, patience: 10 })
  await expect(queue.compute(1, ANN)).rejects.toMatchObject(UNAVAILABLE)
  await end(1)
  await turn()
  await queue.compute(1, ANN)
  expect(begun).toEqual([1])
  // Computed again, whether or not this machine does so within the patience.
  const again = queue.compute(1, ANN).catch(() => undefined)
  await expect.poll(() => begun).toEqual([1, 1])
  await end(1)
  await again
})

test('the queue of days passes a failure to all who wait, and tries again for the next', async () => {
  const { begun, ends, run, end, fail } = controlled()
  const queue = createAsOfQueue({ run })
  const asked = [queue.compute(1, ANN), queue.compute(1, ANN)]
  await fail(1)
  for (const waiting of asked) await expect(waiting).rejects.toThrow('no')
  const again = queue.compute(1, ANN)
  ends.delete(1)
  await end(1)
  await again
  expect(begun).toEqual([1, 1])
})

test('the queue of days handles a failure without a waiting caller', async () => {
  const { run, fail } = controlled()
  const queue = createAsOfQueue({ run, patience: 5 })
  await expect(queue.compute(1, ANN)).rejects.toMatchObject(UNAVAILABLE)
  await fail(1)
  await turn()
})

test('the queue of days ends the running computation when it is closed', async () => {
  const queue = createAsOfQueue({
    run: (_day, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
      }),
  })
  const asked = expect(queue.compute(1, ANN)).rejects.toThrow('ended')
  await turn()
  await queue.close()
  await asked
  await expect(queue.compute(2, ANN)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

describe('a caller with many days in the queue', () => {
  test('has two of them computed before everybody else’s turn', async () => {
    const { begun, run, end } = controlled()
    const queue = createAsOfQueue({ run })
    const days = [1, 2, 3, 4, 5, 6, 7]
    const asked = days.map((day) => queue.compute(day, ANN).then(() => 'computed', String))
    const others = [queue.compute(11, 'key:1'), queue.compute(12, 'user:ben')]
    for (const day of [1, 11, 12, 2]) await end(day)
    await Promise.all(others)
    expect(begun).toEqual([1, 11, 12, 2])
    const outcomes = await Promise.all(asked)
    expect(outcomes.slice(0, 2)).toEqual(['computed', 'computed'])
    for (const outcome of outcomes.slice(2))
      expect(outcome).toContain('2 of your days are being computed: retry')
  })

  test('loses a place of a full queue to a caller without one', async () => {
    const { begun, run, end } = controlled()
    const queue = createAsOfQueue({ run, capacity: 4 })
    const [first, ben] = [queue.compute(1, ANN), queue.compute(3, 'key:2')]
    const gone = [queue.compute(2, ANN), queue.compute(4, 'key:2')].map((day) =>
      day.then(() => 'computed', String),
    )
    const late = [queue.compute(5, 'key:3'), queue.compute(6, 'key:4')]
    await expect(queue.compute(7, 'key:5')).rejects.toMatchObject(UNAVAILABLE)
    for (const day of [1, 3, 5, 6]) await end(day)
    await Promise.all([first, ben, ...late])
    for (const outcome of await Promise.all(gone))
      expect(outcome).toContain('Days requested by other callers come first')
    expect(begun).toEqual([1, 3, 5, 6])
  })
})

// Regardless of one caller's requests, a caller of one day waits for at most one day per caller.
test('a caller in the queue waits for at most one day of each other caller, and the running one', async () => {
  const plan = fc.record({
    greedy: fc.array(fc.integer({ min: 100, max: 140 }), { minLength: 1, maxLength: 30 }),
    modest: fc.integer({ min: 1, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ greedy, modest }) => {
      const begun: number[] = []
      const gate = Promise.withResolvers<void>()
      const queue = createAsOfQueue({
        run: async (day) => {
          begun.push(day)
          await gate.promise
        },
      })
      const flood = () => greedy.map((day) => queue.compute(day, ANN).catch(() => undefined))
      const asked = [...flood()]
      const others = Array.from({ length: modest }, (_, i) => {
        const computed = queue.compute(i, `key:${i}`)
        asked.push(...flood())
        return computed
      })
      gate.resolve()
      await Promise.all(others)
      for (let i = 0; i < modest; i++) expect(begun.indexOf(i)).toBeLessThanOrEqual(1 + i)
      await Promise.all(asked)
    }),
    { numRuns: 50 },
  )
})
