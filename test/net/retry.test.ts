import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RETRY, pauseAfter, RpcFailure, retry, retryAfterIn } from '../../src/net/failures.ts'

const busy = () => new RpcFailure('BUSY', 'busy')
const quick = { ...DEFAULT_RETRY, baseMs: 0, attempts: 4 }

it('a retry waits longer after each failure, within its limits and never less than asked', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.nat(500_000)),
      random,
      (failures, asked, draw) => {
        const pause = pauseAfter(failures, asked, DEFAULT_RETRY, draw)
        const full = Math.min(30_000, 250 * 2 ** (failures - 1))
        const wished = Math.min(asked ?? 0, 120_000)
        expect(pause).toBeGreaterThanOrEqual(Math.max(full / 2, wished))
        expect(pause).toBeLessThanOrEqual(Math.max(full, wished))
      },
    ),
  )
})

it('a retry repeats until it succeeds, or the attempts are used up', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(6), async (failures) => {
      let calls = 0
      const work = async () => {
        if (calls++ < failures) throw busy()
        return calls
      }
      const result = retry(work, () => true, { policy: quick })
      if (failures < quick.attempts) expect(await result).toBe(failures + 1)
      else await expect(result).rejects.toThrow('busy')
      expect(calls).toBe(Math.min(failures + 1, quick.attempts))
    }),
  ))

it('a retry passes on immediately what is not to be retried', async () => {
  let calls = 0
  const work = async () => {
    calls++
    throw new TypeError('a mistake of ours')
  }
  await expect(retry(work, () => true, { policy: quick })).rejects.toThrow(TypeError)
  await expect(
    retry(
      () => Promise.reject(busy()),
      () => false,
      { policy: quick },
    ),
  ).rejects.toThrow('busy')
  expect(calls).toBe(1)
})

it('a retry stops waiting when aborted', async () => {
  const signal = AbortSignal.timeout(20)
  const begun = performance.now()
  const policy = { ...DEFAULT_RETRY, baseMs: 60_000, maxMs: 60_000 }
  await expect(
    retry(
      () => Promise.reject(busy()),
      () => true,
      { policy, signal },
    ),
  ).rejects.toThrow(/abort/i)
  expect(performance.now() - begun).toBeLessThan(50_000)
})

describe('Retry-After', () => {
  it.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['1.5', 1_500],
    ['Thu, 01 Jan 1970 00:01:40 GMT', 99_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', null],
    ['-4 apples', null],
    [null, null],
  ])('%s', (header, milliseconds) => expect(retryAfterIn(header, 1_000)).toBe(milliseconds))
})
