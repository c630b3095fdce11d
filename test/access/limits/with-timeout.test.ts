import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withTimeout } from '../../../src/access/limits/open-limiter.ts'

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('withTimeout fails with a timeout when the answer never comes', async () => {
  await expect(withTimeout(new Promise(() => undefined), 20)).rejects.toThrow('no answer within 20 ms')
})

test('withTimeout passes an answer or a failure on as it comes', async () => {
  expect(await withTimeout(sleep(1, 'yes'), 10_000)).toBe('yes')
  await expect(withTimeout(Promise.reject(new Error('refused')), 10_000)).rejects.toThrow('refused')
})

test('withTimeout waits longer when the process was stalled meanwhile', async () => {
  const answer = withTimeout(sleep(420, 'yes'), 250)
  standStill(400)
  expect(await answer).toBe('yes')
})
