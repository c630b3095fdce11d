import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerWithin } from '../../../src/access/identity/answer-within.ts'

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('answerWithin fails with a timeout when the answer never comes', async () => {
  await expect(answerWithin(new Promise(() => undefined), 20)).rejects.toThrow('no answer within 20 ms')
})

test('answerWithin passes an answer or a failure on as it comes', async () => {
  expect(await answerWithin(sleep(1, 'yes'), 10_000)).toBe('yes')
  await expect(answerWithin(Promise.reject(new Error('refused')), 10_000)).rejects.toThrow('refused')
})

test('answerWithin waits longer when the process was stalled meanwhile', async () => {
  const answer = answerWithin(sleep(420, 'yes'), 250)
  standStill(400)
  expect(await answer).toBe('yes')
})
