import { describe, expect, test } from 'vitest'
import { nearMiss } from '../../src/sources/near-miss.ts'

const ACTIVITY =
  'proxyWallet timestamp conditionId type size usdcSize transactionHash price asset side outcomeIndex'
const TRADES = 'proxyWallet side asset conditionId size price timestamp title slug outcome transactionHash'
const GAMMA = 'id question conditionId slug outcomes clobTokenIds active closed'
const EVENTS = 'kind block logIndex tx time owner token side shares usd'
const fields = (words: string) => words.split(' ')

describe('a file’s kind by its fields', () => {
  test.each([
    [
      'marketName action usdcAmount tokenAmount tokenName timestamp hash',
      'the History CSV of polymarket.com',
    ],
    [
      'proxyWallet asset conditionId size avgPrice initialValue currentValue cashPnl',
      'a response of /positions',
    ],
    [
      'proxyWallet asset conditionId avgPrice totalBought realizedPnl curPrice',
      'a response of /closed-positions',
    ],
    ['token holders', 'a response of /holders'],
    ['rank proxyWallet userName vol pnl', 'a response of /leaderboard'],
    ['id taker_order_id market asset_id side size price match_time trader_side', 'trades of the CLOB API'],
    ['error', 'an error response of the API'],
    ['data', 'its rows inside a field "data"'],
    ['<!DOCTYPE html>', 'a web page'],
  ])('%s: %s', (words, name) => {
    for (const kind of ['activity', 'trades', 'gamma', 'events'] as const)
      expect(nearMiss(words.includes('<') ? [words] : fields(words), kind)).toContain(name)
  })

  test.each([
    ['activity', ACTIVITY, ['activity', 'trades']],
    ['trades', TRADES, ['activity', 'trades']],
    ['gamma', GAMMA, ['gamma']],
    ['gamma', 'id ticker slug title markets tags', ['gamma']],
    ['events', EVENTS, ['events']],
  ] as const)('%s: right for itself, and named where it is taken for another', (kind, words, right) => {
    for (const taken of ['activity', 'trades', 'gamma', 'events'] as const) {
      const sentence = nearMiss(fields(words), taken)
      if (right.some((one) => one === taken)) expect(sentence).toBeNull()
      else expect(sentence).toContain(`pequod ingest ${kind}`)
    }
  })

  test('unknown fields have no file kind', () => {
    expect(nearMiss(['a', 'b', 'c', 'd'], 'activity')).toBeNull()
    expect(nearMiss([], 'events')).toBeNull()
  })
})
