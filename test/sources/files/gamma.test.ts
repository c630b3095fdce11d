import { describe, expect, test } from 'vitest'
import { marketCategory } from '../../../src/ledger/market-category.ts'
import { type GammaBatch, readGamma } from '../../../src/sources/files/gamma.ts'
import { noSharedData, sharedData, skipNote } from '../support/shared-data.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()
const hash = (end: string) => `0x${'cd'.repeat(31)}${end}`
const market = {
  id: '1',
  conditionId: hash('01').toUpperCase().replace('0X', '0x'),
  question: 'Will it?',
  slug: 'will-it',
  outcomes: '["Yes", "No"]',
  clobTokenIds: '["11", "22"]',
  questionID: hash('0a'),
  negRiskMarketID: hash('00'),
}
const event = {
  id: 9,
  slug: 'it',
  title: 'It',
  tags: [{ label: 'Breaking', slug: 'breaking' }, { slug: 'economy' }, { slug: 'crypto' }],
  markets: [market],
}

async function gather(path: string) {
  const all: Pick<GammaBatch, 'markets'> & { refusals: string[] } = { markets: [], refusals: [] }
  for await (const { markets, refusals } of readGamma(path)) {
    all.markets.push(...markets)
    all.refusals.push(...refusals.map(({ line, reason }) => `${line}: ${reason}`))
  }
  return all
}
const read = (value: unknown) => gather(files.write(JSON.stringify(value)))
const one = async (fields: object) => (await read({ ...market, ...fields })).markets[0]?.market

test('a Gamma market of an event takes its tags, its category and its name', async () => {
  const { markets, refusals } = await read([event])
  expect(refusals).toEqual([])
  expect(markets).toEqual([
    {
      row: 1,
      market: {
        kind: 'MARKET',
        condition: hash('01'),
        tokens: ['11', '22'],
        outcomes: ['Yes', 'No'],
        question: 'Will it?',
        slug: 'will-it',
        category: 'economics',
        tags: ['breaking', 'economy', 'crypto'],
        event: { id: '9', title: 'It', slug: 'it' },
        negRisk: { market: hash('00'), index: 10, questions: null },
      },
    },
  ])
})

test('a Gamma market without its own takes its first event’s', async () => {
  const { markets: _, ...outer } = event
  expect(await one({ events: [outer] })).toMatchObject({ category: 'economics', event: { id: '9' } })
  expect(await one({})).toMatchObject({ category: null, tags: [], event: null })
})

test('lists in Gamma are read as lists or text, and absent ones are empty', async () => {
  expect(await one({ outcomes: ['Up', 'Down'], clobTokenIds: ['1', '2'] })).toMatchObject({
    tokens: ['1', '2'],
  })
  expect(await one({ clobTokenIds: undefined, negRiskMarketID: '' })).toMatchObject({
    tokens: [],
    negRisk: null,
  })
  const three = await one({ outcomes: '["A","B","C"]', clobTokenIds: '["1","2","3"]' })
  expect(three).toMatchObject({ tokens: [], outcomes: ['A', 'B', 'C'] })
})

test('the end date of Gamma is a second, like the creation time, and unknown outside 2020 to 2100', async () => {
  expect(await one({ createdAt: '2026-03-01T12:00:00.999Z' })).toMatchObject({ createdAt: 1_772_366_400 })
  expect(await one({ endDate: '2026-03-01T12:00:00Z' })).toMatchObject({ endsAt: 1_772_366_400 })
  expect(await one({ endDate: '2026-03-01T12:00:00.999Z' })).toMatchObject({ endsAt: 1_772_366_400 })
  for (const endDate of [
    'soon',
    '',
    null,
    '0001-01-01T00:00:00Z',
    '2019-12-31T23:59:59Z',
    '2100-01-01T00:00:00Z',
  ])
    expect(JSON.stringify(await one({ endDate, createdAt: endDate }))).not.toMatch(/endsAt|createdAt/)
})

test('unusable Gamma objects are refused by row and reason, and the rest is read', async () => {
  const bad = [
    { ...market, conditionId: '' },
    { ...market, clobTokenIds: '["1"]' },
    { ...market, clobTokenIds: '[1, 2]' },
    { ...market, outcomes: 'Yes, No' },
    { ...market, questionID: hash('0a').replace('cd', 'ce') },
    { ...event, markets: [market, { ...market, conditionId: '0x1' }] },
  ]
  const { markets, refusals } = await read(bad)
  expect(markets.map(({ row }) => row)).toEqual([6])
  expect(refusals).toEqual([
    expect.stringMatching(/^1: conditionId is .*a condition \(0x and 64/),
    '2: clobTokenIds has 1 entries and outcomes 2: a different token for each is needed',
    expect.stringMatching(/^3: clobTokenIds is not in Gamma's format: /),
    expect.stringMatching(/^4: outcomes is not in Gamma's format: /),
    expect.stringMatching(/^5: questionID does not belong to negRiskMarketID/),
    expect.stringMatching(/^6: markets\[1\]: conditionId is "0x1"/),
  ])
})

test('a Gamma file that is truncated or no JSON is one sentence', async () => {
  await expect(gather(files.write(JSON.stringify([event, event]).slice(0, -9)))).rejects.toThrow(
    /in the middle of row 2/,
  )
  await expect(gather(files.write('id,question'))).rejects.toThrow(/starts with "i": a list of JSON objects/)
})

test('a market’s category is that of its first tag that has one', () => {
  expect(marketCategory(['2025-predictions', 'pop-culture', 'sports'])).toBe('culture')
  expect(marketCategory(['constructor', 'all'])).toBeNull()
})

describe.skipIf(noSharedData)(`the recorded files${skipNote}`, () => {
  test('200 markets have two tokens each, and 81 are neg-risk', async () => {
    const { markets, refusals } = await gather(sharedData('gamma/markets-200.json'))
    expect(refusals).toEqual([])
    expect(markets.map(({ row }) => row)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(markets.every(({ market }) => market.tokens.length === 2 && market.outcomes.length === 2)).toBe(
      true,
    )
    expect(markets.filter(({ market }) => market.negRisk !== null)).toHaveLength(81)
    expect(markets.filter(({ market }) => market.endsAt === undefined)).toEqual([])
    const first = markets.find(({ market }) => market.negRisk !== null)?.market.negRisk
    expect(first).toMatchObject({ index: 8, questions: null })
  })

  test('one market and one event are read as they are', async () => {
    const single = await gather(sharedData('gamma/market.json'))
    expect(single.markets[0]?.market).toMatchObject({
      slug: 'russia-ukraine-ceasefire-before-gta-vi-554',
      event: { id: '23784' },
      negRisk: null,
    })
    const { markets, refusals } = await gather(sharedData('gamma/event.json'))
    expect(refusals).toEqual([])
    expect(markets.length).toBeGreaterThan(1)
    for (const { market } of markets)
      expect(market).toMatchObject({ category: 'finance', event: { id: '16167' } })
  })
})
