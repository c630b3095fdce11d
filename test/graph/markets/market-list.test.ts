import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Fill, LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  dayOf,
  type Hash,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
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
  where: {
    query: string | null
    category: 'SPORTS' | 'WEATHER' | null
    status: string | null
    volume: { min: number } | null
  }
  includeUntraded: boolean | null
  orderBy: { by: 'VOLUME' | 'NEWEST' | 'ENDS_AT' }
}

/** The markets that meet a filter, in its order. */
function slowList({ where, includeUntraded, orderBy }: Filter): string[] {
  const { query, category, status, volume } = where
  const numbers = [...MARKETS.keys()].filter((n) => {
    const market = MARKETS[n]
    const text = fold(`${market?.question} ${market?.event?.title ?? ''}`)
    const words = query === null ? [] : fold(query).split(' ')
    return (
      words.every((word) => text.includes(word)) &&
      (category === null || market?.category === category.toLowerCase()) &&
      (status === null || statusOf(n) === status) &&
      (volume === null || (volumeOf(n) ?? -1) >= volume.min) &&
      (n !== 7 || (includeUntraded ?? query !== null))
    )
  })
  const bySize = (n: number) => -(volumeOf(n) ?? -1)
  const keys = {
    VOLUME: bySize,
    NEWEST: (n: number) => -n,
    ENDS_AT: (n: number) => dayOf(MARKETS[n]?.endsAt ?? Number.MAX_SAFE_INTEGER),
  }
  const key = keys[orderBy.by]
  return numbers
    .sort((a, b) => key(a) - key(b) || bySize(a) - bySize(b) || b - a)
    .map((n) => MARKETS[n]?.condition ?? '')
}

const filter = fc.record<Filter>({
  where: fc.record({
    query: fc.option(fc.constantFrom('sao', 'SÃO day', 'cup', '1 cup', 'rain 10', '100%', 'nothing', '_')),
    category: fc.option(fc.constantFrom('SPORTS', 'WEATHER')),
    status: fc.option(fc.constantFrom('OPEN', 'ENDED', 'RESOLVED', 'UNKNOWN')),
    volume: fc.option(fc.record({ min: fc.integer({ min: 0, max: 7 }) })),
  }),
  includeUntraded: fc.option(fc.boolean()),
  orderBy: fc.record({ by: fc.constantFrom('VOLUME', 'NEWEST', 'ENDS_AT') }),
})
const LIST = `query ($where: MarketWhere, $includeUntraded: Boolean, $orderBy: [MarketOrder!], $first: Int, $after: String, $last: Int, $before: String) {
  list: markets(where: $where, includeUntraded: $includeUntraded, orderBy: $orderBy,
    first: $first, after: $after, last: $last, before: $before) {
    totalCount unknown path nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
const EVENTS = `query ($first: Int, $after: String, $last: Int, $before: String) {
  list: events(first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

/** The fields of a market that its numbers are. */
interface Fields {
  id: string
  volume: number | null
  week: number | null
  openInterest: number | null
  outcomes: { price: number | null; priceDayAgo: number | null }[]
  createdAt: string | null
  endsAt: string | null
  resolvedAt: string | null
  category: string | null
  status: string
}

const FIELDS = `{ markets(includeUntraded: true, first: 100) { nodes { id volume week: volume(days: 7) openInterest
  outcomes { price priceDayAgo } createdAt endsAt resolvedAt category status } } }`
const day = (time: string | null) => time?.slice(0, 10) ?? null
const LABELS = {
  category: ['politics', 'sports', 'crypto', 'culture', 'weather'],
  status: ['OPEN', 'ENDED', 'RESOLVED', 'UNKNOWN'],
}

/** A market's numbers, days and labels by the names of their conditions; null if unknown. */
const NUMBERS: Readonly<Record<string, (row: Fields) => number | string | null>> = {
  volume: ({ volume }) => volume,
  volume7d: ({ week }) => week,
  openInterest: ({ openInterest }) => openInterest,
  price: ({ outcomes }) => outcomes[0]?.price ?? null,
  priceChange: ({ outcomes: [first] }) =>
    first === undefined || first.price === null || first.priceDayAgo === null
      ? null
      : first.price - first.priceDayAgo,
  marketHours: ({ createdAt, endsAt }) =>
    createdAt === null || endsAt === null ? null : (Date.parse(endsAt) - Date.parse(createdAt)) / 3_600_000,
  createdAt: ({ createdAt }) => day(createdAt),
  endsAt: ({ endsAt }) => day(endsAt),
  resolvedAt: ({ resolvedAt }) => day(resolvedAt),
  category: ({ category }) => category,
  status: ({ status }) => status,
}

interface Where {
  [name: string]: unknown
  all?: Where[]
  any?: Where[]
  not?: Where
}

function fits(row: Fields, { all = [], any, not, ...own }: Where): boolean {
  return (
    Object.entries(own).every(([name, asked]) => isIn(NUMBERS[name]?.(row) ?? null, asked)) &&
    all.every((one) => fits(row, one)) &&
    (any === undefined || any.some((one) => fits(row, one))) &&
    (not === undefined || !fits(row, not))
  )
}

function isIn(value: number | string | null, asked: unknown): boolean {
  if (Array.isArray(asked)) return value !== null && asked.includes(value)
  const { min, max, known, from, to } = Object(asked)
  if (known !== undefined && known !== (value !== null)) return false
  const [low, high] = [min ?? from, max ?? to]
  if (low === undefined && high === undefined) return true
  return value !== null && (low === undefined || value >= low) && (high === undefined || value <= high)
}

/** The numbers that conditions compare with values. */
function named({ all = [], any = [], not, ...own }: Where): string[] {
  const isCompared = (asked: unknown) =>
    Array.isArray(asked) || Object.keys(Object(asked)).some((key) => key !== 'known')
  return [
    ...Object.entries(own).flatMap(([name, asked]) => (isCompared(asked) ? name : [])),
    ...[...all, ...any, ...(not === undefined ? [] : [not])].flatMap(named),
  ]
}

interface Sorted {
  by: string
  direction: 'ASC' | 'DESC'
}

const SORTS: Readonly<Record<string, string>> = {
  VOLUME_7D: 'volume7d',
  OPEN_INTEREST: 'openInterest',
  PRICE: 'price',
  PRICE_CHANGE: 'priceChange',
  MARKET_HOURS: 'marketHours',
  CREATED_AT: 'createdAt',
  ENDS_AT: 'endsAt',
  CATEGORY: 'category',
}

/** Rows in an order: an unknown number last, then by volume, then the newest first. */
function inOrder(rows: readonly Fields[], orderBy: readonly Sorted[]): Fields[] {
  const keyOf = (row: Fields, name: string) => {
    const value = NUMBERS[name]?.(row) ?? null
    return name === 'category' && value !== null
      ? LABELS.category.indexOf(String(value).toLowerCase())
      : value
  }
  const compare = (a: Fields, b: Fields, name: string, isAscending: boolean) => {
    const [one, other] = [keyOf(a, name), keyOf(b, name)]
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other === isAscending ? -1 : 1
  }
  return rows.toSorted((a, b) => {
    for (const { by, direction } of orderBy) {
      const order = compare(a, b, SORTS[by] ?? '', direction === 'ASC')
      if (order !== 0) return order
    }
    return compare(a, b, 'volume', false) || (a.id < b.id ? 1 : -1)
  })
}

const range = fc.oneof(
  fc.record({ min: fc.integer({ min: -1, max: 7 }).map((n) => n / 2) }),
  fc.record({ max: fc.integer({ min: 0, max: 14 }).map((n) => n / 2) }),
  fc.record({ known: fc.boolean() }),
)
const aDay = fc
  .integer({ min: -8, max: 8 })
  .map((n) => day(new Date((START + n * 86_400) * 1_000).toISOString()))
const days = fc.oneof(fc.record({ from: aDay }), fc.record({ to: aDay }))
const leaf: fc.Arbitrary<Where> = fc.oneof(
  ...['volume', 'volume7d', 'openInterest', 'price', 'priceChange'].map((name) =>
    range.map((asked) => ({ [name]: asked })),
  ),
  fc.integer({ min: -100, max: 400 }).map((min) => ({ marketHours: { min } })),
  ...['createdAt', 'endsAt', 'resolvedAt'].map((name) => days.map((asked) => ({ [name]: asked }))),
  fc.subarray(['SPORTS', 'WEATHER', 'POLITICS'], { minLength: 1 }).map((category) => ({ category })),
  fc.subarray(LABELS.status, { minLength: 1 }).map((status) => ({ status })),
)
/** Conditions two levels deep, since the test asks for their opposite too. */
const inner: fc.Arbitrary<Where> = fc.oneof(
  leaf,
  leaf.map((not) => ({ not })),
  fc.tuple(leaf, leaf).map((any) => ({ any })),
)
const question = fc.record({
  where: fc.oneof(
    inner,
    inner.map((not): Where => ({ not })),
    fc.tuple(inner, inner).map((any): Where => ({ any })),
    fc.tuple(inner, inner).map((all): Where => ({ all })),
    fc.tuple(leaf, leaf).map(([a, b]): Where => ({ ...a, ...b })),
  ),
  orderBy: fc.uniqueArray(
    fc.record({
      by: fc.constantFrom(...Object.keys(SORTS)),
      direction: fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
    }),
    { maxLength: 3, selector: ({ by }) => by },
  ),
  first: fc.integer({ min: 1, max: 6 }),
})

interface Page {
  totalCount: number
  unknown: number
  path: string
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

  test('fit any question by their own fields, and a condition and its opposite part all of them in two', async () => {
    const { data, errors } = await ask(FIELDS)
    expect(errors).toBeUndefined()
    const rows = (data as unknown as { markets: { nodes: Fields[] } }).markets.nodes
    let [few, some] = [0, 0]
    await fc.assert(
      fc.asyncProperty(question, async ({ where, orderBy, first }) => {
        const all = { includeUntraded: true, first: 100 }
        const fitting = rows.filter((row) => fits(row, where))
        const listed = await pageOf(LIST, { ...all, where, orderBy })
        expect(listed.totalCount).toBe(fitting.length)
        expect(listed.nodes.map(({ id }) => id)).toEqual(inOrder(fitting, orderBy).map(({ id }) => id))
        const unknown = rows.filter((row) => named(where).some((name) => NUMBERS[name]?.(row) === null))
        expect(listed.unknown).toBe(unknown.length)
        const opposite = await pageOf(LIST, { ...all, where: { not: where } })
        expect([...opposite.nodes, ...listed.nodes].map(({ id }) => id).toSorted()).toEqual(
          rows.map(({ id }) => id).toSorted(),
        )
        const walked = await walk(LIST, { includeUntraded: true, where, orderBy }, first)
        expect(walked[0]).toEqual(listed.nodes.map(({ id }) => id))
        expect(walked[1]).toEqual(walked[0])
        if (fitting.length > 0 && fitting.length < rows.length) few++
        if (new Set(fitting).size > 3) some++
      }),
      { numRuns: 60 },
    )
    expect(Math.min(few, some)).toBeGreaterThan(5)
  })

  test('are filtered by tag, event and condition, and name those of a list that are unknown', async () => {
    const idsOf = async (where: object) =>
      (await pageOf(LIST, { where, first: 100 })).nodes.map(({ id }) => id)
    expect(await idsOf({ tag: ['tag 2', 'tag 20'] })).toEqual([MARKETS[2]?.condition])
    expect(await idsOf({ tag: ['tag'] })).toEqual([])
    expect(await idsOf({ event: ['event:901', 'x'], volume: { min: 3 } })).toEqual(
      [5, 3].map((n) => MARKETS[n]?.condition),
    )
    const unknown = hex(64, 9)
    const { data } = await ask(
      `{ markets(where: {among: ["${MARKETS[4]?.condition}", "${unknown}"]}) { notFound nodes { slug } } }`,
    )
    expect(data?.markets).toEqual({ notFound: [unknown], nodes: [{ slug: 'market-4' }] })
  })

  test('have one link for one question', async () => {
    const pathOf = async (variables: object) => decodeURIComponent((await pageOf(LIST, variables)).path)
    expect(
      await pathOf({
        where: { status: 'OPEN', category: ['SPORTS'], volume: { max: null, min: 1 }, query: '' },
        orderBy: [{ by: 'VOLUME_7D', direction: 'ASC' }, { by: 'ENDS_AT' }],
        first: 2,
      }),
    ).toBe(
      '/v1/markets?order=volume_7d:asc,ends_at&where={"category":["SPORTS"],"status":["OPEN"],"volume":{"min":1}}',
    )
    expect(await pathOf({})).toBe('/v1/markets')
  })

  test.each([
    ['too deep', { not: { not: { not: { not: { volume: { min: 1 } } } } } }, 'levels deep'],
    ['too many', { all: Array.from({ length: 41 }, () => ({ volume: { min: 1 } })) }, '40 conditions'],
  ])('refuse a question that is %s', async (_name, where, says) => {
    const { errors } = await ask(LIST, { where })
    expect(errors?.[0]?.message).toContain(says)
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
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
    const { pageInfo } = await pageOf(LIST, { orderBy: { by: 'NEWEST' }, first: 1 })
    const { errors } = await ask(LIST, { orderBy: { by: 'VOLUME' }, after: pageInfo.endCursor })
    expect(errors?.[0]?.message).toContain('belongs to another order')
  })
})

/** The events' volumes: those of the even and the odd among the first ten markets. */
function byVolume(a: string, b: string): number {
  const volume = (id: string) =>
    USD.slice(0, 10).reduce((sum, usd, n) => sum + (id === `event:${900 + (n % 2)}` ? usd : 0), 0)
  return volume(b) - volume(a)
}
