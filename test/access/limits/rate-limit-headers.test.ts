import { expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/memory-limiter.ts'
import { rateLimitHeaders } from '../../../src/access/limits/rate-limit-headers.ts'

test('rate limit headers show the limit, the rest and the reset on allowed and refused requests', () => {
  const limiter = createMemoryLimiter({ clock: () => 0 })
  expect(rateLimitHeaders(limiter.hit('a', 2))).toEqual({
    'X-RateLimit-Limit': '2',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': '1',
    'RateLimit-Policy': '"default";q=2;w=1',
    RateLimit: '"default";r=1;t=1',
  })
  limiter.hit('a', 2)
  expect(rateLimitHeaders(limiter.hit('a', 2))).toMatchObject({
    'X-RateLimit-Remaining': '0',
    RateLimit: '"default";r=0;t=1',
    'Retry-After': '1',
  })
})
