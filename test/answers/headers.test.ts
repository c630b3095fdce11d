import { expect, test } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { entityTag, namesTag, rateLimitHeaders } from '../../src/answers/headers.ts'

const question = {
  operation: 'getLeaderboard',
  variables: { id: 'pnl-7d' },
  tier: 'FREE' as const,
  version: '1.0.0',
}
const body = Buffer.from('{"id":"pnl-7d"}')

test('an entity tag changes with the request, the tier, the program and the answer', () => {
  const others = [
    entityTag({ ...question, operation: 'getTrader' }, body),
    entityTag({ ...question, variables: { id: 'pnl-7d', limit: 5 } }, body),
    entityTag({ ...question, variables: { id: 'pnl-30d' } }, body),
    entityTag({ ...question, tier: 'PRO' as const }, body),
    entityTag({ ...question, version: '1.0.1' }, body),
    entityTag(question, Buffer.from('{"id":"pnl-8d"}')),
  ]
  expect(new Set([entityTag(question, body), ...others]).size).toBe(others.length + 1)
  expect(entityTag({ ...question }, Buffer.from(body))).toBe(entityTag(question, body))
})

test('If-None-Match is compared weakly, in a list too, and * matches any', () => {
  const tag = entityTag(question, body)
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
  for (const naming of [tag, tag.slice(2), `"other", ${tag.slice(2)}`, `"a",W/"b",${tag}`, '*', ' * '])
    expect(namesTag(naming, tag), naming).toBe(true)
  for (const other of ['"other"', '', '"*"', tag.slice(3, -1), `${tag.slice(0, -2)}"`, undefined])
    expect(namesTag(other, tag), other).toBe(false)
})

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
