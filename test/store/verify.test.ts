import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { optIn, optOut } from '../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { packScores } from '../../src/store/snapshot/snapshot-columns.ts'
import { newRows, packStandings, unpackStandings } from '../../src/store/snapshot/standings.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { clearAll } from '../numbers/support/clear-all.ts'
import { describeEngines, type FreshStore } from './support/engines.ts'
import { MARKET_LINES, randomLedger, randomMarkets, WALLETS } from './support/random-ledger.ts'

const [ALICE, BOB] = WALLETS as [Address, Address]
const EXCHANGE = '0xe111180000d2663c0091e4f400237545b87b996b' as Address
const UNIT = 1_000_000
const market = (n: number) => MARKET_LINES[n] ?? expect.unreachable()
const yes = (n: number) => market(n).tokens[0] as TokenId
const no = (n: number) => market(n).tokens[1] as TokenId

/** Events one second apart, in the order given. */
function inBlocks(events: readonly object[]): LedgerEvent[] {
  return events.map(
    (event, i) =>
      ({
        ...event,
        block: 10 + i,
        logIndex: 0,
        tx: `0x${(10 + i).toString(16).padStart(64, '0')}`,
        time: 1_770_000_000 + i,
      }) as LedgerEvent,
  )
}

function fill(owner: Address, side: 'BUY' | 'SELL', token: TokenId, shares: number) {
  const terms = { exchange: EXCHANGE, counterparty: EXCHANGE, role: 'TAKER', orderHash: null }
  return { kind: 'FILL', ...terms, owner, side, token, shares, usd: shares / 2, fee: 0, feeIn: 'USD' }
}

const transfer = (from: Address, to: Address, token: TokenId, amount: number) => ({
  kind: 'TRANSFER',
  from,
  to,
  token,
  amount,
})
const split = (owner: Address, condition: ConditionId, amount: number) => ({
  kind: 'SPLIT',
  owner,
  condition,
  amount,
})

/** A ledger that is whole: the exchange mints a set, wallets split, transfer, sell to one another and redeem. */
const WHOLE = inBlocks([
  fill(ALICE, 'BUY', yes(0), 40 * UNIT),
  fill(BOB, 'BUY', no(0), 40 * UNIT),
  split(ALICE, market(0).condition, 10 * UNIT),
  transfer(ALICE, BOB, yes(0), 15 * UNIT),
  fill(BOB, 'SELL', yes(0), 5 * UNIT),
  fill(ALICE, 'BUY', yes(0), 5 * UNIT),
  { kind: 'RESOLVE', condition: market(0).condition, payouts: ['1', '0'] },
  { kind: 'REDEEM', owner: BOB, condition: market(0).condition, amounts: null, payout: 10 * UNIT },
])

async function storeOf(
  open: () => Promise<FreshStore>,
  events: readonly LedgerEvent[],
  markets: readonly MarketInfo[] = MARKET_LINES,
): Promise<FreshStore> {
  const store = await open()
  await ingestRecords(store.db, [...markets, ...events])
  return store
}

type Damage = string | ((db: Database) => Promise<unknown>)

/** In the standings of all time. */
async function negateProfits(db: Database): Promise<void> {
  const where =
    'WHERE columns_id = (SELECT columns_id FROM standings WHERE first_day = -1 AND day_before = 0)'
  const row = await db.get<{ bytes: Uint8Array }>(`SELECT bytes FROM column_parts ${where}`)
  const standings = unpackStandings([row?.bytes ?? new Uint8Array()])
  standings.pnl.set(standings.pnl.map((pnl) => -pnl))
  await db.run(`UPDATE column_parts SET bytes = ? ${where}`, [
    packStandings(standings, newRows(0, standings.trader.length)),
  ])
}

/** Gives a trader a score on an empty board. */
function addScore(board: string, trader: number): Damage {
  const statement =
    'UPDATE column_parts SET bytes = ? WHERE columns_id = ' +
    '(SELECT columns_id FROM board_scores WHERE board = ? AND day_before = 0)'
  return (db) => db.run(statement, [packScores(new Map([[trader, 1.5]]), [trader]), board])
}

/** Writes that break a whole store, and the check that must see it. */
const DAMAGES: readonly [string, Damage, (report: Awaited<ReturnType<typeof verifyAll>>) => unknown][] = [
  ['a holding', 'UPDATE positions SET shares = shares + 1', ({ supply }) => supply.failed === 1],
  ['a holding below zero', 'UPDATE positions SET shares = -1', ({ supply }) => supply.failed === 1],
  ['a lost position', 'DELETE FROM positions WHERE shares > 0', ({ supply }) => supply.failed === 1],
  ['a fill', 'UPDATE fills SET shares = shares + 1 WHERE side = 0', ({ supply }) => supply.failed === 1],
  ['a movement', 'DELETE FROM movements WHERE kind = 6', ({ balances }) => balances.negative === 1],
  [
    'how much of a token is held',
    'UPDATE token_holdings SET shares = shares + 1',
    ({ rebuild }) => differing(rebuild) === 'token_holdings',
  ],
  ['a cost', 'UPDATE positions SET cost = cost + 1', ({ rebuild }) => differing(rebuild) === 'positions'],
  [
    'a day',
    'UPDATE position_days SET realized = realized + 1',
    ({ rebuild }) => differing(rebuild) === 'position_days',
  ],
  ['a price', 'UPDATE price_days SET close = 1', ({ rebuild }) => differing(rebuild) === 'price_days'],
  ['a volume', 'UPDATE volume_days SET usd = usd + 1', ({ rebuild }) => differing(rebuild) === 'volume_days'],
  ['a count', 'UPDATE ledger_state SET fills = 0', ({ rebuild }) => differing(rebuild) === 'ledger_state'],
  ["a board's numbers", negateProfits, ({ boards }) => boards.wrong.join() === '1/pnl-all'],
  ['a Sharpe ratio', addScore('sharpe-all', 1), ({ boards }) => boards.wrong.join() === '1/sharpe-all'],
  [
    'a score without a trader',
    addScore('prescience-all', 99),
    ({ boards }) => boards.wrong.join() === '1/prescience-all',
  ],
  [
    'a board of a week',
    'DELETE FROM standings WHERE first_day = (SELECT MAX(first_day) FROM standings) AND day_before = 0',
    ({ boards }) => boards.wrong.join() === '1/pnl-7d,1/volume-7d,1/roi-7d,1/sharpe-7d',
  ],
]

function differing(tables: readonly { table: string; same: boolean }[]): string {
  return tables.flatMap(({ table, same }) => (same ? [] : [table])).join()
}

async function untrackedTraders(db: Database): Promise<string[]> {
  const rows = await db.all<{ address: string }>(
    'SELECT DISTINCT t.address FROM position_days p JOIN traders t ON t.id = p.trader_id WHERE p.untracked > 0',
  )
  return rows.map(({ address }) => address).sort()
}

describeEngines('verify', (open, engine) => {
  test('accepts every store that ingest and refresh made', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, randomMarkets, async (events, markets) => {
        const store = await storeOf(open, events, markets)
        await refresh(store.db)
        const report = await verifyAll(store.db)
        expect(report).toMatchObject({ holds: true, changed: false, events: events.length })
        const partial = report.coverage.traders.filter(({ status }) => status === 'PARTIAL')
        expect(partial.map(({ address }) => address)).toEqual(await untrackedTraders(store.db))
        expect(report.coverage.gap).toBe(0)
        await store.close()
      }),
      { numRuns: engine === 'sqlite' ? 5 : 2 },
    )
  })

  test('finds a complete ledger OK throughout', async () => {
    const store = await storeOf(open, WHOLE)
    await refresh(store.db)
    expect(await verifyAll(store.db)).toMatchObject({
      holds: true,
      supply: { ok: 5, partial: 0, failed: 0 },
      balances: { positions: 4, transferred: 2, untracked: 0, negative: 0 },
      coverage: { ok: 2, partial: 0, gap: 0, traders: [] },
      boards: { snapshots: 1, wrong: [] },
    })
  })

  test('finds each damage by the check for it', async () => {
    const { db } = await open()
    for (const [what, statement, found] of DAMAGES) {
      await clearAll(db)
      await ingestRecords(db, [...MARKET_LINES, ...WHOLE])
      await refresh(db)
      await (typeof statement === 'string' ? db.run(statement) : statement(db))
      const report = await verifyAll(db)
      expect(report.holds, what).toBe(false)
      expect(found(report), `${what}: ${JSON.stringify(report)}`).toBe(true)
    }
  })

  test('misses no trader who opted out and in again in a snapshot published in between', async () => {
    const { db } = await storeOf(open, WHOLE)
    await refresh(db)
    for (const change of [optOut, optIn]) {
      expect(await change(db, ALICE)).toBe(true)
      const { boards } = await verifyAll(db)
      expect(boards).toMatchObject({ snapshots: change === optOut ? 2 : 3, outdated: 0, wrong: [] })
    }
  })

  test('finds shares of unknown origin PARTIAL for the condition and its traders, not wrong', async () => {
    const store = await storeOf(
      open,
      inBlocks([
        fill(ALICE, 'BUY', yes(0), 10 * UNIT),
        fill(ALICE, 'SELL', yes(0), 25 * UNIT),
        transfer(BOB, ALICE, yes(1), 3 * UNIT),
      ]),
    )
    const report = await verifyAll(store.db)
    expect(report).toMatchObject({ holds: true, supply: { ok: 3, partial: 2, failed: 0 } })
    expect(report.balances).toEqual({ positions: 3, transferred: 2, untracked: 2, negative: 0 })
    expect(report.coverage.traders).toEqual([ALICE, BOB].map((address) => ({ address, status: 'PARTIAL' })))
  })

  test('finds fills of one side only PARTIAL for the condition: the other side is not in the ledger', async () => {
    const store = await storeOf(open, inBlocks([fill(ALICE, 'BUY', yes(0), 10 * UNIT)]))
    const { supply, coverage } = await verifyAll(store.db)
    expect(supply).toMatchObject({ ok: 4, partial: 1, failed: 0 })
    expect(coverage).toMatchObject({ ok: 1, partial: 0 })
  })

  test('finds unnameable events a GAP until metadata names them', async () => {
    const store = await open()
    const known = market(0)
    const hash = `0x${'77'.repeat(32)}` as Hash
    const convert = { kind: 'CONVERT', market: hash, indexSet: '1', amount: UNIT, feeBips: 0 }
    await ingestRecords(store.db, inBlocks([split(ALICE, known.condition, UNIT), { ...convert, owner: BOB }]))
    const before = await verifyAll(store.db)
    expect(before.holds).toBe(true)
    expect(before.coverage).toEqual({
      ok: 0,
      partial: 0,
      gap: 2,
      traders: [ALICE, BOB].map((address) => ({ address, status: 'GAP' })),
    })
    await ingestRecords(store.db, [known])
    const { coverage } = await verifyAll(store.db)
    expect(coverage).toMatchObject({ ok: 1, gap: 1, traders: [{ address: BOB, status: 'GAP' }] })
  })

  test('prints a line a check, and exits with the result', async () => {
    const store = await storeOf(open, WHOLE)
    const { address } = store
    const DATABASE_URL = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
    const fine = await callPequod(['verify'], { DATABASE_URL })
    expect(fine).toMatchObject({ status: 0, stderr: '' })
    expect(fine.stdout.match(/^✓ .*$/gm)).toHaveLength(7)
    await store.db.run('UPDATE positions SET shares = shares + 1500000 WHERE shares > 0')
    const wrong = await callPequod(['verify'], { DATABASE_URL })
    expect(wrong).toMatchObject({ status: 1, stderr: 'The store does not match its events.\n' })
    expect(wrong.stdout).toContain(market(0).condition)
    expect(wrong.stdout).toContain('outcome 0: held 41.5, events leave 40, untracked 0')
    const json = await callPequod(['verify', '--json'], { DATABASE_URL })
    expect(json.status).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({ holds: false, supply: { failed: 1 } })
  })
})
