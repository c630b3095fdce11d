import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAsOfQueue } from '../../src/refresh/as-of-queue.ts'

/** A computation that ends when it is told to, and a log of what ran. */
function controlled() {
  const begun: number[] = []
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const run = (day: number) => {
    begun.push(day)
    return new Promise<void>((resolve, reject) => {
      ends.set(day, { resolve, reject })
    })
  }
  const end = async (day: number) => {
    while (!ends.has(day)) await sleep(1)
    ends.get(day)?.resolve()
  }
  return { begun, ends, run, end }
}

const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(Number) }

test('computes one day at a time, and each once for all who ask', async () => {
  const { begun, run, end } = controlled()
  const queue = createAsOfQueue({ run })
  const asked = [queue.compute(1), queue.compute(2), queue.compute(1)]
  await sleep(5)
  expect(begun).toEqual([1])
  await end(1)
  await end(2)
  await Promise.all(asked)
  expect(begun).toEqual([1, 2])
})

test('refuses a day more than it holds, and takes it when there is room', async () => {
  const { run, end } = controlled()
  const queue = createAsOfQueue({ run, capacity: 2 })
  const asked = [queue.compute(1), queue.compute(2)]
  await expect(queue.compute(3)).rejects.toMatchObject(UNAVAILABLE)
  await end(1)
  await asked[0]
  const third = queue.compute(3)
  await end(2)
  await end(3)
  await Promise.all([...asked, third])
})

test('goes on without a caller whose patience has ended, and computes nothing again for the next', async () => {
  const { begun, run, end } = controlled()
  const queue = createAsOfQueue({ run, patience: 10 })
  await expect(queue.compute(1)).rejects.toMatchObject(UNAVAILABLE)
  await end(1)
  await sleep(5)
  await queue.compute(1)
  expect(begun).toEqual([1])
  const again = queue.compute(1)
  await sleep(2)
  expect(begun).toEqual([1, 1])
  await end(1)
  await again
})

test('tells the failure to all who wait, and tries again for the next', async () => {
  const { begun, ends, run, end } = controlled()
  const queue = createAsOfQueue({ run })
  const asked = [queue.compute(1), queue.compute(1)]
  await sleep(2)
  ends.get(1)?.reject(new Error('no'))
  for (const waiting of asked) await expect(waiting).rejects.toThrow('no')
  const again = queue.compute(1)
  ends.delete(1)
  await end(1)
  await again
  expect(begun).toEqual([1, 1])
})

test('nothing fails unheard when nobody waits any more', async () => {
  const { ends, run } = controlled()
  const queue = createAsOfQueue({ run, patience: 5 })
  await expect(queue.compute(1)).rejects.toMatchObject(UNAVAILABLE)
  ends.get(1)?.reject(new Error('no'))
  await sleep(5)
})

test('ends what is under way when it is closed', async () => {
  const queue = createAsOfQueue({
    run: (_day, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
      }),
  })
  const asked = expect(queue.compute(1)).rejects.toThrow('ended')
  await sleep(2)
  await queue.close()
  await asked
  await expect(queue.compute(2)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
