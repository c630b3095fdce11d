import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerWithin } from '../../../src/access/identity/answer-within.ts'

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('an answer that never comes is one that took too long', async () => {
  await expect(answerWithin(new Promise(() => undefined), 20)).rejects.toThrow('no answer within 20 ms')
})

test('an answer is given as it comes, its failure too', async () => {
  expect(await answerWithin(sleep(1, 'yes'), 10_000)).toBe('yes')
  await expect(answerWithin(Promise.reject(new Error('refused')), 10_000)).rejects.toThrow('refused')
})

test('a process that stood still for longer waits on', async () => {
  const answer = answerWithin(sleep(420, 'yes'), 250)
  standStill(400)
  expect(await answer).toBe('yes')
})
