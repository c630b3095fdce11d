import { expect, test } from 'vitest'
import { entityTag, namesTag } from '../../src/rest/entity-tag.ts'

const identity = {
  operation: 'getLeaderboard',
  variables: { id: 'pnl-7d' },
  snapshot: { id: 1, generatedAt: 1_700_000_000 },
  tier: 'FREE' as const,
  version: '1.0.0',
  labels: 'mark',
}

test('a tag changes with everything that an answer depends on', () => {
  const others = [
    { ...identity, operation: 'getTrader' },
    { ...identity, variables: { id: 'pnl-7d', limit: 5 } },
    { ...identity, variables: { id: 'pnl-30d' } },
    { ...identity, snapshot: { id: 2, generatedAt: 1_700_000_000 } },
    { ...identity, snapshot: { id: 1, generatedAt: 1_700_000_001 } },
    { ...identity, tier: 'PRO' as const },
    { ...identity, version: '1.0.1' },
    { ...identity, labels: 'another' },
  ].map(entityTag)
  expect(new Set([entityTag(identity), ...others]).size).toBe(others.length + 1)
  expect(entityTag({ ...identity })).toBe(entityTag(identity))
})

test('If-None-Match is compared weakly, in a list too', () => {
  const tag = entityTag(identity)
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
  expect(namesTag(tag, tag)).toBe(true)
  expect(namesTag(`"other", ${tag.slice(2)}`, tag)).toBe(true)
  expect(namesTag('"other"', tag)).toBe(false)
  expect(namesTag('', tag)).toBe(false)
  expect(namesTag(undefined, tag)).toBe(false)
})
