import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { fillPrice } from '../../../src/store/ingest/price-day-rows.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { enlarged, ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const QUERY = `query ($where: TradeWhere, $orderBy: TradeOrder, $collapse: Boolean, $first: Int, $after: String) {
  trades(where: $where, orderBy: $orderBy, collapse: $collapse, first: $first, after: $after) { totalCount
    nodes { id time side role token trader { address } whole { usd shares price fills } change impact signs unknownSigns hindsight }
    pageInfo { hasNextPage endCursor } truncatedReason } }`

const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'
const iso = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`
const HOURS = [1, 48, 1_000, null, 24]

/** The markets with categories, tags, events and lives that differ. */
const MARKETS: MarketInfo[] = MARKET_LINES.map((market, i) => ({
  ...market,
  category: ['politics', 'sports', null, 'politics', 'crypto'][i] ?? null,
  tags: i % 2 === 0 ? ['us', 'a "b"'] : ['b'],
  event: i < 3 ? { id: `${i % 2}`, title: `Event ${i % 2}`, slug: null } : null,
  createdAt: 1_760_000_000,
  endsAt: HOURS[i] == null ? null : 1_760_000_000 + 3_600 * Number(HOURS[i]),
})) as MarketInfo[]

interface Row {
  id: string
  time: string
  side: string
  role: string | null
  token: string
  trader: { address: string }
  whole: { usd: number; shares: number; price: number; fills: number }
  change: string
  signs: string[]
  unknownSigns: string[]
  hindsight: string[]
  impact: number | null
}

/** A row, whether roles of its fills differ, and its fills in their order. */
type SlowRow = Row & { isMixed: boolean; own: Fill[] }

/** The same events, every second fill in three pieces of one transaction. One of them may have another role. */
function inPieces(events: readonly LedgerEvent[]): LedgerEvent[] {
  return events.flatMap((event, i): LedgerEvent[] => {
    const logIndex = 4 * Number(event.logIndex)
    if (!isFill(event) || event.tx === null || i % 2 === 1 || Math.min(event.usd, event.shares) < 3)
      return [{ ...event, logIndex }]
    const [usd, shares] = [Math.floor(event.usd / 3), Math.floor(event.shares / 3)]
    const other = i % 4 === 0 ? 'MAKER' : event.role
    return [
      { ...event, logIndex, usd, shares, fee: 0 },
      { ...event, logIndex: logIndex + 1, usd, shares, fee: 0, role: other },
      { ...event, logIndex: logIndex + 2, usd: event.usd - 2 * usd, shares: event.shares - 2 * shares },
    ]
  })
}

/** The whole trades with the numbers that the list shows, by their definitions; newest first. */
function slowTape(events: readonly LedgerEvent[]): SlowRow[] {
  const fills = events.filter(isFill)
  const nameOf = (fill: Fill, i: number) => [fill.tx ?? i, fill.owner, fill.token, fill.side].join(' ')
  const priceOf = (among: readonly Fill[]) => {
    const last = among.findLast((fill) => fillPrice(fill) !== null)
    return last ? fillPrice(last) : null
  }
  const rows = [...Map.groupBy(fills, nameOf).values()].map((own) => {
    const [first, last] = [own[0] as Fill, own.at(-1) as Fill]
    const ofToken = fills.filter(({ token }) => token === first.token)
    const begins = first.tx === null ? first : (ofToken.find(({ tx }) => tx === first.tx) as Fill)
    const before = priceOf(ofToken.slice(0, ofToken.indexOf(begins)))
    const after = priceOf(ofToken.slice(0, ofToken.indexOf(last) + 1))
    const move = before === null || after === null ? null : after - before
    const sum = (of: (fill: Fill) => number) => own.reduce((all, fill) => all + of(fill), 0)
    const [usd, shares] = [sum((fill) => fill.usd), sum((fill) => fill.shares)]
    return {
      change: '',
      signs: [],
      unknownSigns: [],
      hindsight: [],
      id: `${first.block}-${first.logIndex}`,
      time: iso(first.time),
      side: first.side,
      role: first.role,
      isMixed: own.some(({ role }) => role !== first.role),
      own,
      token: first.token,
      trader: { address: first.owner },
      whole: { usd: usd / MICRO, shares: shares / MICRO, price: usd / shares, fills: own.length },
      impact: move === null ? null : ((first.side === 'BUY' ? 1 : -1) * move) / MICRO + 0,
    }
  })
  return rows.filter(({ whole }) => whole.usd >= 1_000).reverse()
}

function rowOf({ isMixed, own, ...row }: SlowRow): Row {
  return row
}

/** The fills of whole trades that are accepted, a row each: those of a whole trade together, the newest first. */
function fillsOf(rows: readonly SlowRow[], accepts: (fill: Fill) => boolean): Row[] {
  return rows.flatMap((row) =>
    row.own
      .filter(accepts)
      .toReversed()
      .map((fill) => ({
        ...rowOf(row),
        id: `${fill.block}-${fill.logIndex}`,
        role: fill.role,
      })),
  )
}

/** Filters, each with what it keeps. */
const marketOf = ({ token }: Row) => MARKETS.find(({ tokens }) => tokens.some((one) => one === token))
const FILTERS: readonly [where: object, keeps: (row: Row) => boolean][] = [
  [{}, () => true],
  [{ minUsd: 1_500, maxUsd: 3_000 }, ({ whole }) => whole.usd >= 1_500 && whole.usd <= 3_000],
  [{ minImpact: 0.05 }, ({ impact }) => impact !== null && impact >= 0.05],
  [
    { any: [{ minImpact: 0.2 }, { minUsd: 20_000 }] },
    ({ impact, whole }) => (impact !== null && impact >= 0.2) || whole.usd >= 20_000,
  ],
  [{ minPrice: 0.3, maxPrice: 0.7 }, ({ whole }) => whole.price >= 0.3 && whole.price <= 0.7],
  [{ side: 'SELL' }, ({ side }) => side === 'SELL'],
  [{ outcome: 1 }, (row) => marketOf(row)?.tokens[1] === row.token],
  [{ market: MARKETS[2]?.condition }, (row) => marketOf(row) === MARKETS[2]],
  [{ event: '0' }, (row) => marketOf(row)?.event?.id === '0'],
  [
    { category: ['POLITICS', 'CRYPTO'] },
    (row) => ['politics', 'crypto'].includes(`${marketOf(row)?.category}`),
  ],
  [{ tag: 'us' }, (row) => marketOf(row)?.tags.includes('us') ?? false],
  [{ tag: 'b' }, (row) => marketOf(row)?.tags.includes('b') ?? false],
  [{ minMarketHours: 24 }, (row) => (marketOf(row)?.endsAt ?? 0) - 1_760_000_000 >= 24 * 3_600],
  [{ trader: WALLETS[1] }, ({ trader }) => trader.address === WALLETS[1]],
  [
    {
      market: [MARKETS[0]?.condition, MARKETS[2]?.condition],
      trader: WALLETS.slice(0, 2),
      tag: ['us', 'none'],
    },
    (row) =>
      [MARKETS[0], MARKETS[2]].includes(marketOf(row)) &&
      WALLETS.slice(0, 2).some((wallet) => wallet === row.trader.address) &&
      (marketOf(row)?.tags.includes('us') ?? false),
  ],
  [
    {
      minUsd: 1_200,
      any: [
        { side: 'SELL', outcome: 1 },
        { any: [{ maxPrice: 0.3 }], trader: [WALLETS[0]] },
      ],
    },
    (row) =>
      row.whole.usd >= 1_200 &&
      ((row.side === 'SELL' && marketOf(row)?.tokens[1] === row.token) ||
        (row.whole.price <= 0.3 && row.trader.address === WALLETS[0])),
  ],
  [{ change: ['OPENED', 'CLOSED'] }, ({ change }) => change === 'OPENED' || change === 'CLOSED'],
  [{ signs: ['BIG_FOR_MARKET'] }, ({ signs }) => signs.includes('BIG_FOR_MARKET')],
  [
    { signs: ['ONE_EVENT', 'BIG_FOR_MARKET'] },
    ({ signs }) => signs.includes('ONE_EVENT') && signs.includes('BIG_FOR_MARKET'),
  ],
  [
    { without: ['AGAINST_THE_DAY', 'NEAR_END'] },
    ({ signs, unknownSigns }) =>
      !['AGAINST_THE_DAY', 'NEAR_END'].some((one) => signs.includes(one) || unknownSigns.includes(one)),
  ],
  [
    { without: ['FIRST_IN_CATEGORY'] },
    ({ signs, unknownSigns }) => ![...signs, ...unknownSigns].includes('FIRST_IN_CATEGORY'),
  ],
  [{ hindsight: ['BEFORE_A_MOVE'] }, ({ hindsight }) => hindsight.includes('BEFORE_A_MOVE')],
  [
    { any: [{ signs: ['FIRST_IN_CATEGORY'] }, { side: 'SELL' }] },
    ({ signs, side }) => side === 'SELL' || signs.includes('FIRST_IN_CATEGORY'),
  ],
  [
    { from: iso(1_770_000_000), to: iso(1_770_400_000) },
    ({ time }) => time >= iso(1_770_000_000) && time < iso(1_770_400_000),
  ],
]

async function walk(ask: Ask, variables: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = null; ; ) {
    const { data, errors } = await ask(QUERY, { ...variables, first: 5, after }, 'PRO')
    expect(errors).toBeUndefined()
    const { nodes, pageInfo, totalCount } = (data as unknown as { trades: Trades }).trades
    rows.push(...nodes)
    if (!pageInfo.hasNextPage) {
      expect([null, rows.length]).toContain(totalCount)
      return rows
    }
    after = pageInfo.endCursor
  }
}
interface Trades {
  totalCount: number | null
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

describeEngines('the tape', (open) => {
  test('lists whole trades by their definition, in each order, by every filter, page by page, sealed or not', async () => {
    let several = 0
    await fc.assert(
      fc.asyncProperty(ledgerOf(40), fc.boolean(), async (ledger, isSealed) => {
        const store = await open()
        const events = inPieces(enlarged(ledger))
        await ingestRecords(store.db, [...MARKETS, ...events])
        if (isSealed) await sealLedger(store.db, { settledAfterDays: 0, partRows: 30 })
        await refresh(store.db, { signs: Number.POSITIVE_INFINITY })
        const ask = asker(store.db, readerOf(store.db))
        const all = await walk(ask, {})
        const both = [...all, ...(await walk(ask, { where: { role: 'MAKER' } }))]
        // The effect on the position and the signs are those of the table, which have properties of their own.
        const shownOf = new Map(both.map((row) => [row.id, row]))
        const slow = slowTape(events).map((row) => {
          const { change = '', signs = [], unknownSigns = [], hindsight = [] } = shownOf.get(row.id) ?? {}
          return { ...row, change, signs, unknownSigns, hindsight }
        })
        for (const row of slow)
          expect(row.unknownSigns.includes('NEAR_END')).toBe(marketOf(row)?.endsAt == null)
        expect(slow.some(({ signs }) => signs.includes('BIG_FOR_MARKET'))).toBe(true)
        expect(new Set(both.map(({ id }) => id))).toEqual(new Set(slow.map(({ id }) => id)))
        const last = Math.max(...slow.map(({ time }) => Date.parse(time)))
        for (const [where, keeps] of FILTERS)
          for (const role of [undefined, fc.sample(fc.constantFrom('MAKER', 'TAKER'), 1)[0]]) {
            const isOf = ({ isMixed, ...row }: SlowRow) =>
              role === undefined ? isMixed || row.role !== 'MAKER' : !isMixed && row.role === role
            const expected = slow.filter((row) => keeps(row) && isOf(row)).map(rowOf)
            const asked = { ...where, ...(role && { role }) }
            expect(await walk(ask, { where: asked })).toEqual(expected)
            const days = { from: iso(last / 1_000 - 31 * 86_400 + 1), to: iso(last / 1_000 + 1), ...asked }
            const largest = expected.toSorted((a, b) => b.whole.usd - a.whole.usd)
            expect(await walk(ask, { where: days, orderBy: 'LARGEST' })).toEqual(largest)
            const fitting = slow.filter(keeps)
            const byRole = ({ role: own }: Fill) => (role === undefined ? own !== 'MAKER' : own === role)
            const single = { where: asked, collapse: false }
            const fills = fillsOf(fitting, byRole)
            expect(await walk(ask, single)).toEqual(fills)
            const ofLargest = fillsOf(
              fitting.toSorted((a, b) => b.whole.usd - a.whole.usd),
              byRole,
            )
            if (role === undefined)
              expect(await walk(ask, { ...single, where: days, orderBy: 'LARGEST' })).toEqual(ofLargest)
            several += fills.filter(({ whole }) => whole.fills > 1).length
          }
        await store.close()
      }),
      { numRuns: 1, endOnFailure: true },
    )
    expect(several).toBeGreaterThan(0)
  })

  test('refuses small trades, times and cursors without Pro, and the largest of more than 31 days', async () => {
    const store = await open()
    await ingestRecords(store.db, [
      ...MARKETS,
      ...enlarged(fc.sample(ledgerOf(40), { numRuns: 1, seed: 3 }).flat()),
    ])
    await refresh(store.db)
    const ask = asker(store.db, readerOf(store.db))
    const refusal = async (variables: object, tier: 'ANONYMOUS' | 'FREE' | 'PRO') =>
      (await ask(QUERY, variables as Record<string, unknown>, tier)).errors?.[0]?.extensions?.code
    expect(await refusal({ where: { minUsd: 999 } }, 'PRO')).toBe('BAD_USER_INPUT')
    expect(await refusal({ where: { any: [{ minUsd: 999 }] } }, 'PRO')).toBe('BAD_USER_INPUT')
    expect(await refusal({ where: { market: ['0x1'] } }, 'PRO')).toBe('BAD_USER_INPUT')
    expect(await refusal({ where: { from: iso(1_770_000_000) } }, 'ANONYMOUS')).toBe('UNAUTHENTICATED')
    expect(await refusal({ where: { to: iso(1_770_000_000) } }, 'FREE')).toBe('FORBIDDEN')
    expect(await refusal({ after: 'bmV3ZXN0' }, 'FREE')).toBe('FORBIDDEN')
    expect(await refusal({ after: 'bmV3ZXN0' }, 'PRO')).toBe('BAD_USER_INPUT')
    expect(await refusal({ where: { board: { id: 'no-such' } } }, 'PRO')).toBe('NOT_FOUND')
    expect(await refusal({ where: { board: { id: 'consistent-all' } } }, 'ANONYMOUS')).toBe('UNAUTHENTICATED')
    const from = iso(1_760_000_000)
    expect(await refusal({ where: { from }, orderBy: 'LARGEST' }, 'PRO')).toBe('BAD_USER_INPUT')
    expect(
      await refusal({ where: { board: { id: 'pnl-all' } }, orderBy: 'LARGEST' }, 'ANONYMOUS'),
    ).toBeUndefined()
    await store.close()
  })
})
