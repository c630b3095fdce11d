import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Fill, LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { type Ask, asker } from '../support/ask.ts'

const START = 1_770_000_000
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const WORDS = ['São Paulo', 'Oslo', 'rain', 'the 100% rule']

/**
 * Fourteen markets, five of each of two events and four without one, with volumes of 0 to 6 dollars and
 * successive ends; every fourth end is unknown.
 */
const MARKETS: MarketInfo[] = Array.from({ length: 14 }, (_, n) => ({
  kind: 'MARKET',
  condition: hex(64, 500 + n) as ConditionId,
  tokens: [`${2000 + 2 * n}` as TokenId, `${2001 + 2 * n}` as TokenId],
  outcomes: ['Yes', 'No'],
  question: `Will it be ${WORDS[n % WORDS.length]} on day ${n}?`,
  slug: `market-${n}`,
  category: n % 3 === 0 ? 'weather' : 'sports',
  tags: ['first', `tag ${n}`],
  event: n < 10 ? { id: `${900 + (n % 2)}`, title: `Cup number ${n % 2}`, slug: `cup-${n % 2}` } : null,
  negRisk: null,
  ...(n % 2 === 0 && { createdAt: START - 86_400 * n }),
  ...(n % 4 !== 3 && { endsAt: START + 86_400 * (n - 7) }),
}))
const USD = [3, 0, 5, 5, 1, 6, 2, 0, 4, 1, 3, 3, 2, 6]
/** The roles of each fill of a market, if they are not TAKER alone; market 7 has no fill. */
const ROLES: Record<number, Fill['role'][]> = {
  1: ['MAKER'],
  4: [null],
  7: [],
  10: ['TAKER', 'MAKER', 'MAKER'],
  12: ['TAKER', null],
}
/** Null where only some roles are known. */
const volumeOf = (n: number) => (n === 12 ? null : (USD[n] ?? 0))

function events(): LedgerEvent[] {
  const fills = MARKETS.flatMap(({ tokens }, n): LedgerEvent[] => {
    const usd = (USD[n] || 2) * 1_000_000
    const place = { block: n + 1, tx: hex(64, n + 1) as Hash, time: START + n }
    const parties = { exchange: null, counterparty: null, owner: hex(40, 1) as Address, orderHash: null }
    const terms = {
      token: tokens[0] ?? ('0' as TokenId),
      shares: 2 * usd,
      usd,
      fee: 0,
      feeIn: 'USD' as const,
    }
    return (ROLES[n] ?? ['TAKER']).map((role, logIndex) => ({
      kind: 'FILL',
      ...place,
      logIndex,
      ...parties,
      ...terms,
      role,
      side: 'BUY',
    }))
  })
  const ends = [2, 5].map((n): LedgerEvent => {
    const place = { block: 50 + n, logIndex: 0, tx: hex(64, 50 + n) as Hash, time: START + 50 + n }
    return {
      kind: 'RESOLVE',
      ...place,
      condition: MARKETS[n]?.condition ?? ('' as ConditionId),
      payouts: ['1', '0'],
    }
  })
  return [...fills, ...ends]
}

const CUTOFF = START + 55
const statusOf = (n: number) => {
  const endsAt = MARKETS[n]?.endsAt
  if (n === 2 || n === 5) return 'RESOLVED'
  return endsAt === undefined ? 'UNKNOWN' : endsAt <= CUTOFF ? 'ENDED' : 'OPEN'
}
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

interface Filter {
  query: string | null
  category: 'SPORTS' | 'WEATHER' | null
  status: string | null
  minVolume: number | null
  includeUntraded: boolean | null
  orderBy: 'VOLUME' | 'NEWEST' | 'ENDING'
}

/** The markets that meet a filter, in its order. */
function slowList({ query, category, status, minVolume, includeUntraded, orderBy }: Filter): string[] {
  const numbers = [...MARKETS.keys()].filter((n) => {
    const market = MARKETS[n]
    const text = fold(`${market?.question} ${market?.event?.title ?? ''}`)
    const words = query === null ? [] : fold(query).split(' ')
    return (
      words.every((word) => text.includes(word)) &&
      (category === null || market?.category === category.toLowerCase()) &&
      (status === null || statusOf(n) === status) &&
      (minVolume === null || (volumeOf(n) ?? -1) >= minVolume) &&
      (n !== 7 || (includeUntraded ?? query !== null))
    )
  })
  const keys = {
    VOLUME: (n: number) => -(volumeOf(n) ?? -1),
    NEWEST: () => 0,
    ENDING: (n: number) => MARKETS[n]?.endsAt ?? Number.MAX_SAFE_INTEGER,
  }
  const key = keys[orderBy]
  return numbers.sort((a, b) => key(a) - key(b) || b - a).map((n) => MARKETS[n]?.condition ?? '')
}

const filter = fc.record<Filter>({
  query: fc.option(fc.constantFrom('sao', 'SÃO day', 'cup', '1 cup', 'rain 10', '100%', 'nothing', '_')),
  category: fc.option(fc.constantFrom('SPORTS', 'WEATHER')),
  status: fc.option(fc.constantFrom('OPEN', 'ENDED', 'RESOLVED', 'UNKNOWN')),
  minVolume: fc.option(fc.integer({ min: 0, max: 7 })),
  includeUntraded: fc.option(fc.boolean()),
  orderBy: fc.constantFrom('VOLUME', 'NEWEST', 'ENDING'),
})
const LIST = `query ($query: String, $category: MarketCategory, $status: MarketStatus, $minVolume: Float,
  $includeUntraded: Boolean, $orderBy: MarketOrder, $first: Int, $after: String, $last: Int, $before: String) {
  list: markets(query: $query, category: $category, status: $status, minVolume: $minVolume,
    includeUntraded: $includeUntraded, orderBy: $orderBy,
    first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
const EVENTS = `query ($first: Int, $after: String, $last: Int, $before: String) {
  list: events(first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

interface Page {
  totalCount: number
  nodes: { id: string }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

describeEngines('markets in GraphQL', (open) => {
  let ask: Ask
  beforeAll(async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, ...events()])
    await refresh(db)
    ask = asker(db, createReader(db))
  })

  async function pageOf(query: string, variables: object): Promise<Page> {
    const { data, errors } = await ask(query, { ...variables })
    expect(errors).toBeUndefined()
    return data?.list as Page
  }

  /** Returns the ids of a whole list by pages of a size, forward, and backward in the same order. */
  async function walk(query: string, variables: object, rows: number): Promise<string[][]> {
    const walks: string[][] = []
    for (const isForward of [true, false]) {
      const ids: string[] = []
      for (let at: string | null = null; ; ) {
        const place = isForward ? { first: rows, after: at } : { last: rows, before: at }
        const { nodes, pageInfo, totalCount } = await pageOf(query, { ...variables, ...place })
        const found = nodes.map(({ id }) => id)
        ids.splice(isForward ? ids.length : 0, 0, ...found)
        at = isForward ? pageInfo.endCursor : pageInfo.startCursor
        if (isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage) continue
        expect(totalCount).toBe(ids.length)
        break
      }
      walks.push(ids)
    }
    return walks
  }

  test('are listed page by page, forward and backward, by filter and order', async () => {
    await fc.assert(
      fc.asyncProperty(filter, fc.integer({ min: 1, max: 5 }), async (variables, rows) => {
        const expected = slowList(variables)
        expect(await walk(LIST, variables, rows)).toEqual([expected, expected])
      }),
      { numRuns: 25 },
    )
  })

  test('without a trade are omitted, and those of unknown volume come last', async () => {
    const { data } = await ask('{ markets(last: 3) { totalCount nodes { slug volume status } } }')
    expect(data?.markets).toEqual({
      totalCount: 13,
      nodes: [
        { slug: 'market-4', volume: 1, status: 'ENDED' },
        { slug: 'market-1', volume: 0, status: 'ENDED' },
        { slug: 'market-12', volume: null, status: 'OPEN' },
      ],
    })
  })

  test('are found by slug, as nodes and through their event, with their known metadata', async () => {
    const fields = `id slug status resolved createdAt endsAt resolvedAt tags volume lastDay: volume(days: 1)
      outcomes { index name price priceDayAgo payout winner } event { id title sumOfPrices }`
    const { data } = await ask(`{ market(slug: "market-2") { ${fields} } }`)
    expect(data?.market).toEqual({
      id: MARKETS[2]?.condition,
      slug: 'market-2',
      status: 'RESOLVED',
      resolved: true,
      tags: ['first', 'tag 2'],
      volume: 5,
      lastDay: 5,
      createdAt: new Date((START - 2 * 86_400) * 1_000).toISOString().replace('.000', ''),
      endsAt: new Date((MARKETS[2]?.endsAt ?? 0) * 1_000).toISOString().replace('.000', ''),
      resolvedAt: new Date((START + 52) * 1_000).toISOString().replace('.000', ''),
      outcomes: [
        { index: 0, name: 'Yes', price: 1, priceDayAgo: null, payout: 1, winner: true },
        { index: 1, name: 'No', price: 0, priceDayAgo: null, payout: 0, winner: false },
      ],
      // One of the others pays, and three cost half a dollar.
      event: { id: 'event:900', title: 'Cup number 0', sumOfPrices: 1 + 4 / 2 },
    })
    const node = await ask(`{ node(id: "${MARKETS[2]?.condition}") { ... on Market { slug } } }`)
    expect(node.data).toEqual({ node: { slug: 'market-2' } })
    for (const by of ['slug: "cup-1"', 'id: "event:901"', 'id: "901"']) {
      const event = await ask(`{ event(${by}) { id volume endsAt category markets { nodes { slug } } } }`)
      expect(event.data?.event).toMatchObject({
        id: 'event:901',
        volume: 12,
        endsAt: null,
        markets: { nodes: [5, 3, 9, 7, 1].map((n) => ({ slug: `market-${n}` })) },
      })
    }
  })

  test('are in events that are listed by the volume of their markets', async () => {
    const expected = ['event:901', 'event:900']
    expect(await walk(EVENTS, {}, 1)).toEqual([expected, expected].map((ids) => ids.toSorted(byVolume)))
  })

  test.each([
    ['market', 'market', ''],
    ['market', `market(slug: "market-1", id: "0x${'1'.repeat(64)}")`, 'BAD_USER_INPUT'],
    ['nothing', 'market(slug: "none")', 'NOT_FOUND'],
    ['no event', 'event(id: "event:7")', 'NOT_FOUND'],
    ['both ends', 'markets(first: 1, last: 1)', 'BAD_USER_INPUT'],
    ['no cursor', 'markets(after: "bm8")', 'BAD_USER_INPUT'],
  ])('refuse %s: %s', async (_name, field, code) => {
    const fields = field.startsWith('markets') ? 'totalCount' : 'id'
    const { errors } = await ask(`{ ${field} { ${fields} } }`)
    expect(errors?.[0]?.extensions?.code).toBe(code || 'BAD_USER_INPUT')
  })

  test('refuse a cursor of another order', async () => {
    const { pageInfo } = await pageOf(LIST, { orderBy: 'NEWEST', first: 1 })
    const { errors } = await ask(LIST, { orderBy: 'VOLUME', after: pageInfo.endCursor })
    expect(errors?.[0]?.message).toContain('belongs to another order')
  })
})

/** The events' volumes: those of the even and the odd among the first ten markets. */
function byVolume(a: string, b: string): number {
  const volume = (id: string) =>
    USD.slice(0, 10).reduce((sum, usd, n) => sum + (id === `event:${900 + (n % 2)}` ? usd : 0), 0)
  return volume(b) - volume(a)
}
