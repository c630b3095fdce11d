import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryDelay } from '../../src/client/client.ts'
import { RequestError, retryAfterSeconds } from '../../src/client/read-failure.ts'

const seconds = fc.integer({ min: 0, max: 999_999_999 })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const busy = (retryAfter: number | null, status = 429) =>
  new RequestError({ code: 'RATE_LIMITED', detail: 'Wait.', status, retryAfter })

describe('Retry-After', () => {
  test('is a number of seconds', () => {
    fc.assert(fc.property(seconds, (wait) => void expect(retryAfterSeconds(` ${wait} `, 0)).toBe(wait)))
  })

  test('is counted to a date, and is 0 for a past one', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: -100_000, max: 100_000 }), (time, wait) => {
        const date = new Date((time + wait) * 1000).toUTCString()
        expect(retryAfterSeconds(date, time * 1000)).toBe(Math.max(0, wait))
      }),
    )
  })

  test.each([null, '', '-1', '1.5', 'soon', '1 hour', '9'.repeat(20)])('is null for %j', (text) => {
    expect(retryAfterSeconds(text, 0)).toBeNull()
  })
})

describe('the wait before a retry', () => {
  const options = { retries: 4, maxRetryDelay: 10_000 }

  test('is at least the time that the service asks for, at most a quarter more, and never above the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 3 }),
        random,
        (asked, retry, draw) => {
          const delay = retryDelay(busy(asked), retry, options, draw)
          if (asked > 10) return void expect(delay).toBeNull()
          expect(delay).toBeGreaterThanOrEqual(asked * 1000)
          expect(delay).toBeLessThanOrEqual(Math.min(10_000, asked * 1250))
        },
      ),
    )
  })

  test('doubles if the service names no wait, half of it random', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), random, (retry, draw) => {
        const whole = Math.min(10_000, 250 * 2 ** retry)
        const delay = retryDelay(busy(null, 503), retry, { ...options, retries: 31 }, draw)
        expect(delay).toBeGreaterThanOrEqual(whole / 2)
        expect(delay).toBeLessThanOrEqual(whole)
      }),
    )
  })

  test('ends with the last retry', () => {
    expect(retryDelay(busy(0), 3, options, 0)).toBe(0)
    expect(retryDelay(busy(0), 4, options, 0)).toBeNull()
    expect(retryDelay(busy(0), 0, { ...options, retries: 0 }, 0)).toBeNull()
  })

  test('is for temporary failures only', () => {
    const passing = [429, 502, 503, 504]
    for (let status = 200; status < 600; status++)
      expect(retryDelay(busy(null, status), 0, options, 0) !== null, `${status}`).toBe(
        passing.includes(status),
      )
    const unanswered = (code: string) => new RequestError({ code, detail: 'No answer.' })
    expect(retryDelay(unanswered('NETWORK'), 0, options, 0)).not.toBeNull()
    expect(retryDelay(unanswered('TIMEOUT'), 0, options, 0)).not.toBeNull()
  })
})
