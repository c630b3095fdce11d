import { expect, test } from 'vitest'
import { marketTable } from '../../src/pages/markets/markets-page.ts'
import type { ListedMarketRowFragment } from '../../src/pages/operations.generated.ts'

const MARKET: ListedMarketRowFragment = {
  condition: `0x${'1'.repeat(64)}`,
  question: 'Will it rain?',
  category: null,
  status: 'OPEN',
  endsAt: '2026-03-02T12:00:00Z',
  resolvedAt: null,
  volume: 5,
  outcomes: [],
}

/** Returns the narrow line of a market. */
function phoneLine(market: Partial<ListedMarketRowFragment>): string {
  const html = String(marketTable([{ ...MARKET, ...market }]))
  return (/<small class="narrow">(.*?)<\/small>/.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, '')
}

test.each<[string, Partial<ListedMarketRowFragment>]>([
  ['ends Mar 2', { status: 'OPEN' }],
  ['ended Mar 2', { status: 'ENDED' }],
  ['ended Feb 27', { status: 'RESOLVED', resolvedAt: '2026-02-27T01:00:00Z' }],
  ['ended Feb 27', { status: 'RESOLVED', endsAt: null, resolvedAt: '2026-02-27T01:00:00Z' }],
  ['ended Mar 2', { status: 'RESOLVED', resolvedAt: '2026-03-04T01:00:00Z' }],
])('the line of a phone says "%s" of a market that is %j', (words, market) => {
  expect(phoneLine(market)).toContain(words)
})

test('the line of a phone omits an unknown end or volume', () => {
  expect(phoneLine({ status: 'UNKNOWN', endsAt: null })).not.toMatch(/end/)
  expect(phoneLine({ volume: null })).not.toContain('traded')
})
