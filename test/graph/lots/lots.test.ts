import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, type Hash, MICRO, type TokenId } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { ledgerOf as ledgerReads } from '../../../src/store/ledger/ledger.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { TRADERS } from '../../../src/store/tables.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'

const LOTS = `query ($address: String!, $year: Int, $method: LotMethod, $also: [String!], $after: String) { trader(address: $address) {
  lots(year: $year, method: $method, also: $also) { year years realizedPnl incomeTotal transferredBasis income { kind amount count }
    totals { count proceeds fees basis gain } shortTerm { gain } longTerm { gain }
    disposals(first: 100, after: $after) { totalCount pageInfo { hasNextPage endCursor }
      nodes { kind wallet outcome shares acquiredAt origin disposedAt term proceeds fee basis gain event { tx } acquisition { tx } } } } } }`

interface Row {
  kind: string
  wallet: string
  shares: number
  acquiredAt: string | null
  disposedAt: string
  term: string | null
  proceeds: number | null
  gain: number | null
}

interface Year {
  years: number[]
  realizedPnl: number
  incomeTotal: number | null
  totals: { count: number; gain: number }
  shortTerm: { gain: number }
  longTerm: { gain: number }
  disposals: {
    totalCount: number
    nodes: Row[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

async function lotsOf(ask: Ask, variables: object): Promise<Year> {
  const { data, errors } = await ask(LOTS, { ...variables }, 'PRO')
  expect(errors).toBeUndefined()
  return (data as { trader: { lots: Year } }).trader.lots
}

const NO_PROFILE = { profileImage: null, xUsername: null, verified: null, bio: null }
const micro = (amount: number | null) => Math.round((amount ?? 0) * MICRO)
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
/** Events of nine days spread over two and a half years, so that years and terms differ. */
const spread = (events: readonly LedgerEvent[]): LedgerEvent[] =>
  events.map((event) => ({ ...event, time: 1_770_000_000 + (event.time - 1_770_000_000) * 100 }))

/** Realized profit of a trader by UTC year, from the days that the ledger keeps. */
async function realizedByYear(db: Database, wallets: readonly string[]): Promise<Map<number, number>> {
  const traders = await db.all<{ id: number; address: string }>(`SELECT id, address FROM ${TRADERS.name}`, [])
  const ids = traders
    .filter(({ address }) => wallets.includes(address))
    .map(({ id }) => id)
    .sort((a, b) => a - b)
  const years = new Map<number, number>()
  for await (const { count, columns } of ledgerReads(db).days({
    columns: ['realized'],
    traders: ids,
    upTo: 100_000,
  }))
    for (let row = 0; row < count; row++) {
      const year = new Date(Number(columns.day[row]) * DAY_SECONDS * 1_000).getUTCFullYear()
      years.set(year, (years.get(year) ?? 0) + Number(columns.realized[row]))
    }
  return years
}

describeEngines('lots', (open, engine) => {
  test('under average cost every year adds up to the realized profit that the ledger keeps, wallets alone or as one', async () => {
    const seen = { rows: 0, long: 0, years: 0 }
    await fc.assert(
      fc.asyncProperty(ledgerOf(30), fc.boolean(), async (drawn, isSealed) => {
        const { db } = await open()
        const events = spread(drawn)
        await ingestRecords(db, [...MARKET_LINES, ...events])
        await refresh(db)
        if (isSealed) await sealLedger(db, { settledAfterDays: 1 })
        const ask = asker(db)
        const known = WALLETS.filter((wallet) => JSON.stringify(events).includes(wallet))
        const groups = [...known.map((wallet) => [wallet]), known]
        for (const [address, ...others] of groups) {
          const { data } = await ask('query ($address: String!) { trader(address: $address) { address } }', {
            address,
          })
          if (!address || !(data as { trader: unknown } | null)?.trader) continue
          const kept = await realizedByYear(db, [address, ...others])
          const { years } = await lotsOf(ask, { address, also: others })
          for (const year of new Set([...years, ...kept.keys()])) {
            const lots = await lotsOf(ask, { address, also: others, year, method: 'AVERAGE' })
            const { nodes } = lots.disposals
            expect(micro(lots.realizedPnl)).toBe(kept.get(year) ?? 0)
            expect(micro(lots.totals.gain)).toBe(kept.get(year) ?? 0)
            expect(sum(nodes.map(({ gain }) => micro(gain)))).toBe(kept.get(year) ?? 0)
            expect(micro(lots.shortTerm.gain) + micro(lots.longTerm.gain)).toBe(micro(lots.totals.gain))
            expect(nodes.every(({ disposedAt }) => disposedAt.startsWith(`${year}`))).toBe(true)
            seen.rows += nodes.length
            seen.long += nodes.filter(({ term }) => term === 'LONG').length
          }
          seen.years = Math.max(seen.years, years.length)
        }
      }),
      { numRuns: engine === 'sqlite' ? 5 : 1, endOnFailure: true },
    )
    if (engine === 'postgres') return
    expect(seen.rows).toBeGreaterThan(10)
    expect(seen.long).toBeGreaterThan(0)
    expect(seen.years).toBeGreaterThan(1)
  })

  test('a transfer to one’s own wallet keeps date and cost, one to another wallet has a kind and no gain', async () => {
    const { db } = await open()
    const [one, other] = WALLETS as [Address, Address]
    const token = MARKET_LINES[0]?.tokens[0] as TokenId
    const START = Date.UTC(2024, 1, 29) / 1_000
    const at = (n: number, day: number) => ({
      block: n,
      logIndex: 0,
      tx: `0x${`${n}`.padStart(64, '0')}` as Hash,
      time: START + day * DAY_SECONDS,
    })
    const trade = (owner: Address, side: Fill['side'], shares: number, usd: number) =>
      ({
        kind: 'FILL',
        owner,
        side,
        token,
        shares: shares * MICRO,
        usd: usd * MICRO,
        exchange: null,
        counterparty: null,
        role: null,
        orderHash: null,
        fee: side === 'SELL' ? MICRO : 0,
        feeIn: 'USD',
      }) as const
    await ingestRecords(db, [
      ...MARKET_LINES,
      { kind: 'TRADER', address: other, username: 'Second', ...NO_PROFILE },
      { ...trade(one, 'BUY', 100, 40), ...at(1, 0) },
      { ...trade(one, 'BUY', 100, 60), ...at(2, 10) },
      { kind: 'TRANSFER', from: one, to: other, token, amount: 100 * MICRO, ...at(3, 20) },
      // A year and a day after the first purchase: February 28 is its last day.
      { ...trade(other, 'SELL', 100, 71), ...at(4, 366) },
      { kind: 'INCOME', owner: one, amount: 5 * MICRO, reason: 'MAKER_REBATE', ...at(5, 367) },
    ])
    await refresh(db)
    const ask = asker(db)
    const both = await lotsOf(ask, { address: one, also: [other], year: 2025 })
    expect(both.disposals.nodes).toMatchObject([
      {
        kind: 'SELL',
        wallet: other,
        acquiredAt: '2024-02-29T00:00:00Z',
        origin: 'BUY',
        term: 'LONG',
        proceeds: 70,
        fee: 1,
        basis: 40,
        gain: 30,
      },
    ])
    expect(await lotsOf(ask, { address: one, also: ['second'], year: 2025 })).toEqual(both)
    expect([both.incomeTotal, both.years]).toEqual([5, [2025]])
    // By the ledger the shares took half of the cost along.
    const average = await lotsOf(ask, { address: one, also: [other], year: 2025, method: 'AVERAGE' })
    expect(average.disposals.nodes).toMatchObject([
      { basis: 50, gain: 20, acquiredAt: '2024-02-29T00:00:00Z' },
    ])
    const alone = await lotsOf(ask, { address: one, year: 2024, method: 'LIFO' })
    expect(alone.disposals.nodes).toMatchObject([
      { kind: 'TRANSFER_OUT', proceeds: null, basis: 60, gain: null, shares: 100 },
    ])
    expect(alone).toMatchObject({ totals: { count: 0, gain: 0 }, incomeTotal: null, transferredBasis: 60 })
    const received = await lotsOf(ask, { address: other, year: 2025 })
    expect(received.disposals.nodes).toMatchObject([
      { origin: 'TRANSFER_IN', basis: 50, gain: 20, term: 'SHORT' },
    ])
    for (const nobody of [`0x${'9'.repeat(40)}`, 'nobody']) {
      const refused = await ask(LOTS, { address: one, also: [nobody] }, 'PRO')
      expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    }
    const short = asker(db, undefined, undefined, undefined, { lotEvents: 1 })
    const long = await short(LOTS, { address: one, year: 2025 }, 'PRO')
    expect(long.errors?.[0]?.message).toMatch(/at most 1 event, .* LOTS_MAX_EVENTS/)
  })
})
