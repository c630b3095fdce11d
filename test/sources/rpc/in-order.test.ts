import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrder } from '../../../src/sources/rpc/read-blocks.ts'

it('inOrder yields results in order, within the limit of running ones', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4)), fc.integer({ min: 1, max: 5 }), async (delays, ahead) => {
      let underWay = 0
      let most = 0
      const jobs = delays.map((delay, i) => async () => {
        most = Math.max(most, ++underWay)
        await sleep(delay)
        underWay--
        return i
      })
      const results: number[] = []
      for await (const result of inOrder(jobs, ahead)) results.push(result)
      expect(results).toEqual(delays.map((_, i) => i))
      expect(most).toBeLessThanOrEqual(ahead)
    }),
    { numRuns: 40 },
  ))

it('inOrder throws a failure in its order, and aborts the rest', async () => {
  const calledOff: boolean[] = []
  const jobs = [
    async () => sleep(20, 0),
    async () => Promise.reject(new Error('the second fails')),
    async (signal: AbortSignal) => {
      signal.addEventListener('abort', () => calledOff.push(true))
      return sleep(10, 2)
    },
  ]
  const results: number[] = []
  const reading = (async () => {
    for await (const result of inOrder(jobs, 3)) results.push(result)
  })()
  await expect(reading).rejects.toThrow('the second fails')
  expect(results).toEqual([0])
  expect(calledOff).toEqual([true])
})

it('inOrder aborts running work when its reader stops', async () => {
  let calledOff = false
  const jobs = [0, 1].map((i) => async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      calledOff = true
    })
    return i
  })
  for await (const result of inOrder(jobs, 2)) {
    expect(result).toBe(0)
    break
  }
  expect(calledOff).toBe(true)
})
