import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import type { OfficialPosition } from '../../src/ledger/official.ts'
import type { Hash, TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { disorder, ingestInCuts, shuffled } from './support/disorder.ts'
import { describeEngines, type FreshStore } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, randomLedger, randomMarkets, WALLETS } from './support/random-ledger.ts'
import { slowOfficialDays } from './support/slow-official-rows.ts'

interface OfficialRow {
  address: string
  token: string
  day: number
  amount: number
  avg: number
  realized: number
}

function readDays(db: Database): Promise<OfficialRow[]> {
  return db.all<OfficialRow>(
    'SELECT t.address, k.token, p.day, p.official_amount AS amount, p.official_avg AS avg, ' +
      'p.official_realized AS realized FROM position_days p JOIN traders t ON t.id = p.trader_id ' +
      'JOIN tokens k ON k.id = p.token_id ORDER BY p.day',
  )
}

/** The rows' own days of the rule, on which it changed something; the other days must carry the previous state. */
function daysOf(rows: readonly OfficialRow[]): Map<string, Map<number, OfficialPosition>> {
  const days = new Map<string, Map<number, OfficialPosition>>()
  for (const { address, token, day, amount, avg, realized } of rows) {
    const name = `${address} ${token}`
    const ofPosition = days.get(name) ?? new Map<number, OfficialPosition>()
    days.set(name, ofPosition.set(day, { amount, avg, realized }))
  }
  return days
}

async function expectOfficial(
  db: Database,
  events: readonly LedgerEvent[],
  markets: readonly MarketInfo[] = MARKET_LINES,
): Promise<void> {
  const slow = slowOfficialDays(events, markets)
  const stored = daysOf(await readDays(db))
  for (const [name, days] of slow)
    for (const day of days.keys()) expect(stored.get(name)?.has(day)).toBe(true)
  for (const [name, days] of stored) {
    let held = { amount: 0, avg: 0 }
    for (const [day, row] of days) {
      const changed = slow.get(name)?.get(day)
      if (changed) held = { amount: changed.amount, avg: changed.avg }
      expect(row).toEqual({ ...held, realized: changed?.realized ?? 0 })
    }
  }
  await expectStates(db, slow)
}

/** Each position equals the state of its last day. */
async function expectStates(db: Database, slow: ReturnType<typeof slowOfficialDays>): Promise<void> {
  const states = await db.all<{ address: string; token: string; amount: number; avg: number }>(
    'SELECT t.address, k.token, p.official_amount AS amount, p.official_avg AS avg FROM positions p ' +
      'JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id',
  )
  for (const { address, token, amount, avg } of states) {
    const last = [...(slow.get(`${address} ${token}`)?.values() ?? [])].at(-1)
    expect({ amount, avg }).toEqual({ amount: last?.amount ?? 0, avg: last?.avg ?? 0 })
  }
  const names = new Set(states.map(({ address, token }) => `${address} ${token}`))
  for (const name of slow.keys()) expect(names).toContain(name)
}

/** A place of its own on each day. */
function placed(day: number) {
  return { block: day, logIndex: 0, tx: `0x${String(day).padStart(64, '0')}` as Hash, time: day * 86_400 }
}

/** Makes a store one that an older fold filled, which knew no official rule and no behaviour. */
async function forgetOfficial({ db }: FreshStore): Promise<void> {
  await db.run('DELETE FROM position_lots')
  await db.run('UPDATE position_days SET moved_slippage = 7, lists = ?', [Buffer.alloc(0)])
  await db.run('UPDATE positions SET official_amount = 0, official_avg = 0')
  await db.run('UPDATE position_days SET official_amount = 0, official_avg = 0, official_realized = 0')
  await db.run('UPDATE ledger_state SET fold_version = 0')
}

describeEngines('the official columns', (open, engine) => {
  const runs = engine === 'sqlite' ? 10 : 3
  const block = fc.integer({ min: 0, max: 100 })

  test('equal a slow fold in order, for any order of arrival and after any undo', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        randomMarkets,
        disorder,
        block,
        async (events, markets, { order, cuts }, from) => {
          const store = await open()
          // Also by metadata that does not know where a question was prepared.
          await ingestInCuts(store, shuffled([...MARKET_LINES, ...markets, ...events], order), cuts)
          await expectOfficial(store.db, events, markets)
          await createLedgerWriter(store.db).undo(from, async () => undefined)
          const kept = events.filter((event) => (event.block ?? 0) < from)
          await expectOfficial(store.db, kept, markets)
          await ingestInCuts(store, shuffled([...markets, ...events], order), cuts)
          await expectOfficial(store.db, events, markets)
          await store.close()
        },
      ),
      { numRuns: runs },
    )
  })

  test('are added to an older store when it is opened, and every trader is computed again', async () => {
    const ledgers = fc.sample(randomLedger, { numRuns: engine === 'sqlite' ? 8 : 3, seed: 11 })
    for (const events of ledgers) {
      const store = await open()
      await ingestRecords(store.db, [...MARKET_LINES, ...events])
      const before = await dumpLedger(store.db)
      const version = await versionOf(store.db)
      await store.db.run('DELETE FROM touched_traders')
      await forgetOfficial(store)
      const again = await openStore(store.address)
      expect(await dumpLedger(again.db)).toEqual(before)
      const folded = await versionOf(again.db)
      expect(folded).toBeGreaterThan(version)
      const untouched = await again.db.all(
        'SELECT trader_id FROM positions WHERE trader_id NOT IN (SELECT trader_id FROM touched_traders)',
      )
      expect(untouched).toEqual([])
      await again.close()
      const third = await openStore(store.address)
      expect(await versionOf(third.db)).toBe(folded)
      await Promise.all([third.close(), store.close()])
    }
  })

  test('make a row of a day that only the official rule changes', async () => {
    const store = await open()
    const [plain = expect.unreachable()] = MARKET_LINES
    const [owner = expect.unreachable(), other = expect.unreachable()] = WALLETS
    const [token = expect.unreachable()] = plain.tokens
    const { condition } = plain
    // The rule still holds transferred shares, and loses them without a payout.
    const events: LedgerEvent[] = [
      { ...placed(1), kind: 'SPLIT', owner, condition, amount: 4_000_000 },
      { ...placed(2), kind: 'TRANSFER', from: owner, to: other, token, amount: 4_000_000 },
      { ...placed(3), kind: 'RESOLVE', condition, payouts: ['0', '1'] },
      { ...placed(4), kind: 'REDEEM', owner, condition, amounts: [4_000_000, 0], payout: 0 },
      { ...placed(6), kind: 'SPLIT', owner, condition, amount: 1_000_000 },
      { ...placed(7), kind: 'TRANSFER', from: owner, to: other, token, amount: 1_000_000 },
      { ...placed(8), kind: 'REDEEM', owner, condition, amounts: null, payout: 0 },
    ]
    await ingestRecords(store.db, [...MARKET_LINES, ...events])
    await expectOfficial(store.db, events)
    const lost = (await readDays(store.db)).filter(({ realized }) => realized < 0)
    expect(lost.map(({ realized }) => realized)).toEqual([-2_000_000, -500_000])
  })

  test('ignore sets of a condition of three outcomes', async () => {
    const store = await open()
    const [plain = expect.unreachable()] = MARKET_LINES
    const [owner = expect.unreachable()] = WALLETS
    const tokens = ['71', '72', '73'] as TokenId[]
    const market: MarketInfo = { ...plain, tokens, outcomes: ['a', 'b', 'c'] }
    const terms = { owner, condition: plain.condition, logIndex: 0, tx: `0x${'7'.repeat(64)}` as Hash }
    const events: LedgerEvent[] = [
      { ...terms, kind: 'SPLIT', amount: 9_000_000, block: 1, time: 1_770_000_000 },
      { ...terms, kind: 'MERGE', amount: 3_000_000, block: 2, time: 1_770_000_001 },
    ]
    await ingestRecords(store.db, [market, ...events])
    const rows = await readDays(store.db)
    expect(rows.map(({ amount, avg, realized }) => ({ amount, avg, realized }))).toEqual(
      tokens.map(() => ({ amount: 0, avg: 0, realized: 0 })),
    )
  })
})

async function versionOf(db: Database): Promise<number> {
  const row = await db.get<{ version: number }>('SELECT version FROM ledger_state')
  return row?.version ?? -1
}
