import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { type Address, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { addOptOut } from '../../../src/store/opted-out.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { isReplayed, type SlowPosition, slowPositions } from './slow-positions.ts'

const POSITIONS = `query ($where: PositionWhere!, $orderBy: PositionOrder, $asOf: Date, $first: Int, $after: String) {
  positions(where: $where, orderBy: $orderBy, asOf: $asOf, first: $first, after: $after) {
    totalCount day pageInfo { hasNextPage endCursor }
    nodes { id status result shares value cost realizedPnl unrealizedPnl averagePrice openedOn lastDay trader { address } market { condition } } } }`
interface Row {
  id: string
  status: string
  result: string | null
  shares: number
  value: number
  cost: number
  realizedPnl: number
  unrealizedPnl: number
  averagePrice: number | null
  openedOn: string
  lastDay: string
  trader: { address: string }
  market: { condition: string; category?: string; event?: { id: string } } | null
}
interface Page {
  totalCount: number
  day: string
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Row[]
}

const WORLD = `query { leaderboard(id: "volume-all") { entries(first: 100) { nodes { trader { address positions(first: 100) { nodes {
    id status value trader { address } market { condition category event { id } } } } } } } }
  events(first: 5) { nodes { id } } }`
interface World {
  leaderboard: {
    entries: { nodes: { trader: { address: string; positions: { nodes: Row[] } } }[] }
  }
  events: { nodes: { id: string }[] }
}

interface Range {
  min?: number
  max?: number
  known?: boolean
}
type Where = {
  market?: string[]
  trader?: string[]
  status?: string
  result?: string
  opened?: { from?: string; to?: string }
} & { [name in 'value' | 'cost' | 'pnl' | 'averagePrice']?: Range }

const micro = (amount: number) => Math.round(amount * MICRO)
const pnlOf = ({ realizedPnl, unrealizedPnl }: Row) => micro(realizedPnl) + micro(unrealizedPnl)
const ORDERS: Readonly<Record<string, (row: Row) => number>> = {
  VALUE: ({ value }) => micro(value),
  COST: ({ cost }) => micro(cost),
  PNL: pnlOf,
  LOSS: (row) => -pnlOf(row),
  LATEST: ({ lastDay }) => Date.parse(lastDay),
}

async function pageOf(ask: Ask, variables: object): Promise<Page> {
  const { data, errors } = await ask(POSITIONS, { ...variables }, 'PRO')
  expect(errors).toBeUndefined()
  return (data as { positions: Page }).positions
}

async function walk(ask: Ask, variables: object, first = 3): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo, totalCount } = await pageOf(ask, { ...variables, first, after })
    rows.push(...nodes)
    if (!pageInfo.hasNextPage) {
      expect(rows.length).toBe(totalCount)
      return rows
    }
    after = pageInfo.endCursor
  }
}

/** Whether a position meets a filter, by the filter's words. */
function fits(where: Where, one: SlowPosition): boolean {
  const isIn = ({ min, max, known }: Range = {}, value: number | null) => {
    if (known !== undefined && known !== (value !== null)) return false
    if (value === null) return min === undefined && max === undefined
    return (min === undefined || value >= min) && (max === undefined || value <= max)
  }
  const { market, trader, status, result, opened } = where
  return (
    (market?.includes(one.market) ?? true) &&
    (trader?.includes(one.trader) ?? true) &&
    (status === undefined || one.status === status) &&
    (result === undefined || one.result === result) &&
    (opened?.from === undefined || dayText(one.opened) >= opened.from) &&
    (opened?.to === undefined || dayText(one.opened) <= opened.to) &&
    isIn(where.value, one.value) &&
    isIn(where.cost, one.cost) &&
    isIn(where.pnl, one.pnl) &&
    isIn(where.averagePrice, one.averagePrice)
  )
}

const some = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const range = (amount: fc.Arbitrary<number>): fc.Arbitrary<Range | undefined> =>
  some(
    fc.oneof(
      amount.map((min) => ({ min })),
      amount.map((max) => ({ max })),
      fc.boolean().map((known) => ({ known })),
    ),
  )
const dollars = fc.integer({ min: -400, max: 400 }).map((cents) => cents / 40)
const day = fc.integer({ min: 20486, max: 20496 }).map(dayText)
const SCOPES: fc.Arbitrary<Where> = fc.oneof(
  fc
    .subarray([...MARKET_LINES.map(({ condition }) => String(condition))], { minLength: 1 })
    .map((market) => ({
      market,
    })),
  fc.subarray([...WALLETS], { minLength: 1 }).map((trader) => ({ trader: [...trader] })),
  fc.integer({ min: 1, max: 200 }).map((cents) => ({ value: { min: cents / 40 } })),
)
const CONDITIONS = fc.record({
  status: some(fc.constantFrom('OPEN', 'CLOSED')),
  result: some(fc.constantFrom('WON', 'LOST', 'MIXED', 'SOLD', 'MERGED', 'MOVED')),
  value: range(dollars),
  cost: range(dollars),
  pnl: range(dollars),
  averagePrice: range(fc.integer({ min: 0, max: 100 }).map((cents) => cents / 100)),
  opened: some(fc.record({ from: some(day), to: some(day) })),
})
const QUESTIONS: fc.Arbitrary<Where> = fc.tuple(SCOPES, CONDITIONS).map(([scope, conditions]) => {
  // A minimum value alone finds open positions, and conditions on how others ended are refused with it.
  const { status: _, result: __, value: ___, ...open } = conditions
  const where = scope.value ? { ...open, ...scope } : { ...conditions, ...scope }
  return JSON.parse(JSON.stringify(where))
})

const readerOf = (db: Database) =>
  createReader(db, {
    computeAsOf: async (upTo, _caller, asked) =>
      asked === undefined ? publishAsOf(db, upTo) : computeScreen(db, asked),
  })

describeEngines('positions of all traders', (open, engine) => {
  const publish = async (events: readonly LedgerEvent[], isSealed: boolean) => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events])
    if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
    await refresh(db)
    return db
  }

  test('are those that a replay of the events finds, on any day, in every order, page by page', async () => {
    let found = 0
    const drawn = fc.tuple(
      ledgerOf(40).map((events) => events.filter(isReplayed)),
      fc.boolean(),
      fc.nat(4),
      fc.array(QUESTIONS, { minLength: 12, maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(drawn, async ([events, isSealed, back, questions]) => {
        if (events.length === 0) return
        const db = await publish(events, isSealed)
        const ask = asker(db, readerOf(db))
        const last = dayOf(events.at(-1)?.time ?? 0)
        const earlier = Math.max(dayOf(events[0]?.time ?? 0), last - back)
        for (const upTo of [last, earlier]) {
          const all = slowPositions(events, MARKET_LINES, upTo)
          for (const where of questions) {
            const isScope = where.market === undefined && where.trader === undefined
            const want = all.filter(
              (one) =>
                fits(where, one) &&
                (!isScope || (one.status === 'OPEN' && hasTraded(events, one.trader, upTo))),
            )
            const orderBy = Object.keys(ORDERS)[want.length % 5] ?? 'VALUE'
            const asOf = upTo === last ? null : dayText(upTo)
            const rows = await walk(ask, { where, orderBy, asOf })
            const keys = rows.map((row) => ORDERS[orderBy]?.(row) ?? 0)
            expect(keys).toEqual(keys.toSorted((a, b) => b - a))
            expect(rows.map(shown).sort(byId)).toEqual(want.map(told).sort(byId))
            found += rows.length
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 5 : 1, endOnFailure: true },
    )
    expect(found).toBeGreaterThan(0)
  })

  test('are found by event, category and leaderboard as in the lists of their traders', async () => {
    const { db } = await open('days')
    const ask = asker(db, readerOf(db))
    const { data } = await ask(WORLD, {}, 'PRO')
    const { leaderboard, events } = data as unknown as World
    const traders = leaderboard.entries.nodes.map(({ trader }) => trader)
    const all = traders.flatMap(({ positions }) => positions.nodes)
    const top = new Set(traders.slice(0, 5).map(({ address }) => address))
    const [event] = events.nodes
    const isOpenOf = ({ status, value }: Row) => status === 'OPEN' && value >= 1
    const category = all.find((row) => isOpenOf(row) && row.market?.category)?.market?.category
    const questions: [object, (row: Row) => boolean][] = [
      [{ board: { id: 'volume-all', top: 5 } }, ({ trader }) => top.has(trader.address)],
      [{ event: [event?.id ?? ''] }, ({ market }) => market?.event?.id === event?.id],
      [
        { board: { id: 'volume-all', top: 5 }, category: [category] },
        ({ trader, market }) => top.has(trader.address) && market?.category === category,
      ],
      [
        { value: { min: 1 }, category: [category] },
        (row) => isOpenOf(row) && row.market?.category === category,
      ],
    ]
    for (const [where, isWanted] of questions) {
      const want = all.filter(isWanted).map(({ id }) => id)
      expect(want.length, JSON.stringify(where)).toBeGreaterThan(0)
      const nodes = await walk(ask, { where }, 100)
      expect(nodes.map(({ id }) => id).sort()).toEqual(want.sort())
    }
  })

  test('leave out who opted out from rows and counts, by every kind of filter', async () => {
    const { db } = await open('days')
    const ask = asker(db, readerOf(db))
    const [gone] = (await pageOf(ask, { where: { value: { min: 0.01 } } })).nodes
    const address = gone?.trader.address as Address
    const scopes = [{ value: { min: 0.01 } }, { market: [gone?.market?.condition] }, { trader: [address] }]
    const before = await Promise.all(scopes.map((where) => walk(ask, { where }, 100)))
    await addOptOut(db, address)
    const afterwards = asker(db, readerOf(db))
    for (const [i, where] of scopes.entries()) {
      const rest = before[i]?.filter(({ trader }) => trader.address !== address)
      expect(before[i]?.length).toBeGreaterThan(rest?.length ?? 0)
      for (const asking of [ask, afterwards]) {
        // A reader may answer from what it read within the last second.
        await expect.poll(() => walk(asking, { where }, 100), { timeout: 5_000 }).toEqual(rest)
      }
    }
  })

  test('refuse a filter that would read everybody, and one that too many traders meet, naming the least value', async () => {
    const owners = Array.from({ length: 501 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`)
    const [fill] = fc
      .sample(ledgerOf(40), { numRuns: 1, seed: 5 })
      .flat()
      .filter(({ kind }) => kind === 'FILL')
    const fills = owners.map((owner, i) => ({
      ...fill,
      owner,
      side: 'BUY',
      shares: 10 * MICRO + i * MICRO,
      usd: 5 * MICRO + (i * MICRO) / 2,
      logIndex: i,
    }))
    const db = await publish(fills as LedgerEvent[], false)
    const ask = asker(db, readerOf(db))
    const refusal = async (where: object) => {
      const { errors } = await ask(POSITIONS, { where }, 'PRO')
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
      return errors?.[0]?.message
    }
    for (const where of [
      {},
      { status: 'OPEN' },
      { value: { min: 0 } },
      { category: ['SPORTS'] },
      { pnl: { min: 9 } },
    ])
      expect(await refusal(where)).toContain('must name a market')
    expect(await refusal({ value: { min: 1 }, status: 'CLOSED' })).toContain('for closed positions')
    expect(await refusal({ value: { min: 5 } })).toContain('must have a minimum value of at least 6, or name')
    expect((await pageOf(ask, { where: { value: { min: 6 } } })).totalCount).toBe(499)
    expect(await refusal({ board: { id: 'volume-all', top: 501 } })).toContain('at most 500 traders')
  })

  test('give anonymous callers their first page, and a cursor to nobody but its question and snapshot', async () => {
    const { db } = await open('days')
    const ask = asker(db, readerOf(db))
    const where = { value: { min: 0.01 } }
    const { pageInfo } = await pageOf(ask, { where, first: 3 })
    const after = pageInfo.endCursor
    expect((await pageOf(ask, { where, first: 3, after })).nodes.length).toBe(3)
    for (const other of [
      { where: { value: { min: 0.02 } } },
      { where, orderBy: 'PNL' },
      { where, asOf: '2026-01-02' },
    ]) {
      const { errors } = await ask(POSITIONS, { ...other, after }, 'PRO')
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    }
    const { data } = await ask(POSITIONS, { where: { board: { id: 'volume-all' } }, first: 100 }, 'ANONYMOUS')
    const page = (data as { positions: Page }).positions
    expect(page.nodes.length).toBe(25)
    expect(page.pageInfo.hasNextPage).toBe(false)
  })
})

function hasTraded(events: readonly LedgerEvent[], trader: string, upTo: number): boolean {
  return events.some((event) => event.kind === 'FILL' && event.owner === trader && dayOf(event.time) <= upTo)
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

function shown(row: Row) {
  return {
    id: row.id.split('@')[0] ?? '',
    status: row.status,
    result: row.result,
    shares: row.shares,
    value: row.value,
    cost: row.cost,
    pnl: pnlOf(row) / MICRO,
    opened: row.openedOn,
    lastDay: row.lastDay,
  }
}

function told({ id, status, result, shares, value, cost, pnl, opened, lastDay }: SlowPosition) {
  return { id, status, result, shares, value, cost, pnl, opened: dayText(opened), lastDay: dayText(lastDay) }
}
