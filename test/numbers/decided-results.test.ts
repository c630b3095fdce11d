import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Period, periodNamed } from '../../src/metrics/leaderboards.ts'
import { readAnalytics } from '../../src/numbers/analytics/read-analytics.ts'
import { readLabelsByUnit } from '../../src/numbers/inputs/labels-by-unit.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { categoryLabel, tagLabel } from '../../src/store/snapshot/snapshot-tables.ts'
import { wallet } from '../metrics/support/address-arbitrary.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'

const UNIT = 1_000_000
const START = 1_770_000_000
const [alice, bob, carol] = WALLETS
const [giver, given] = [wallet(8n), wallet(9n)]
const [odd, plain, ...questions] = MARKET_LINES

let block = 0
/** An event alone in its block, a number of days after the first. */
function onDay(day: number, event: object): LedgerEvent {
  block += 1
  const tx = `0x${block.toString(16).padStart(64, '0')}`
  return { ...event, block, logIndex: 0, tx, time: START + day * 86_400 + block } as LedgerEvent
}

function fill(
  day: number,
  owner: string | undefined,
  side: string,
  token: string | undefined,
  usd: number,
  fee = 0,
) {
  const place = { exchange: null, counterparty: null, role: 'MAKER', orderHash: null, feeIn: 'USD' }
  const terms = { owner, side, token, shares: 10 * UNIT, usd: usd * UNIT, fee: fee * UNIT }
  return onDay(day, { kind: 'FILL', ...place, ...terms })
}

const events = [
  // An odd amount, paid half each: a micro is lost.
  onDay(0, { kind: 'SPLIT', owner: alice, condition: odd?.condition, amount: 10 * UNIT + 1 }),
  fill(0, carol, 'BUY', odd?.tokens[0], 3.95, 0.1),
  onDay(1, { kind: 'RESOLVE', condition: odd?.condition, payouts: ['1', '1'] }),
  fill(1, alice, 'BUY', plain?.tokens[0], 4),
  fill(2, alice, 'SELL', plain?.tokens[0], 6),
  ...questions.map((question, i) => fill(3, alice, 'BUY', question.tokens[1], 5 + i)),
  onDay(4, {
    kind: 'CONVERT',
    owner: alice,
    market: questions[0]?.negRisk?.market,
    indexSet: '7',
    amount: 10 * UNIT,
    feeBips: 0,
  }),
  fill(5, giver, 'BUY', plain?.tokens[1], 4),
  onDay(6, { kind: 'TRANSFER', from: giver, to: given, token: plain?.tokens[1], amount: 10 * UNIT }),
  fill(7, given, 'SELL', plain?.tokens[1], 6),
  // Shares that the ledger has never seen come.
  fill(20, alice, 'SELL', plain?.tokens[0], 1),
  fill(20, bob, 'SELL', plain?.tokens[0], 1),
]

/** Reads analytics over a period of every trader with an address. */
async function analyticsIn(db: Database) {
  const reader = createReader(db)
  const shown = await reader.current()
  if (!shown) throw new Error('nothing was published')
  const ids = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  return async (address: string | undefined, period: Period) => {
    const id = ids.find((trader) => trader.address === address)?.id ?? 0
    const own = await readAnalytics(reader, shown, periodNamed(period), id)
    if (!own) throw new Error('there is no notice')
    return own
  }
}

describeEngines('results of decided units', (open) => {
  test('below a cent are neither wins nor losses, and untracked sales decide nothing', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    const analytics = await analyticsIn(db)
    const told = async (address: string | undefined, period: Period) => {
      const own = await analytics(address, period)
      const { wins, losses, markets } = own.summary
      const { profitFactor, largestLoss } = own.risk
      const results = [...own.bestMarkets, ...own.worstMarkets].map((one) => [one.market?.condition, one.pnl])
      return { wins, losses, markets, profitFactor, largestLoss, results }
    }
    const nothing = { wins: 0, losses: 0, profitFactor: null, largestLoss: null, results: [] }
    const results = [
      [plain?.condition, 2 * UNIT],
      [questions[0]?.condition, 2 * UNIT],
    ]
    expect(await told(alice, 'ALL')).toEqual({ ...nothing, wins: 2, markets: 4, results })
    expect(await told(alice, 'DAYS_7')).toEqual({ ...nothing, markets: 1 })
    expect(await told(bob, 'ALL')).toEqual({ ...nothing, markets: 1 })
  })

  test('use the cost with or without fees as the methodology says', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    const analytics = await analyticsIn(db)
    const bought = await analytics(carol, 'ALL')
    expect(bought.behavior.entryPrices).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    expect(
      bought.calibration.flatMap(({ from, count, meanPrice }) => (count > 0 ? { from, meanPrice } : [])),
    ).toEqual([{ from: 0.4, meanPrice: 0.405 }])
    // Received shares have no cost, and transferred ones keep theirs.
    const [gave, got] = [await analytics(giver, 'ALL'), await analytics(given, 'ALL')]
    expect([gave.skill, gave.summary]).toMatchObject([
      { units: 1, edge: 0 },
      { wins: 0, losses: 0 },
    ])
    expect([got.skill, got.summary]).toMatchObject([
      { units: 0, edge: null },
      { wins: 1, losses: 0 },
    ])
  })

  test('of a neg-risk market use the category of its lowest question that has one, and all tags', async () => {
    const { db } = await open()
    const categories = [null, 'sports', 'politics'] as const
    const markets = questions.map((question, i) => ({
      ...question,
      category: categories[i] ?? null,
      tags: [`tag-${i}`],
    }))
    await ingestRecords(db, [...markets.toReversed(), ...events])
    const labels = await readLabelsByUnit(db, db.transaction)
    const rows = await db.all<{ id: number; name: string }>('SELECT id, name FROM labels')
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0
    expect([...labels.byUnit.values()]).toEqual([
      {
        category: categoryLabel(idOf('sports')),
        tags: [0, 1, 2].map((n) => tagLabel(idOf(`tag-${n}`))).sort((a, b) => a - b),
      },
    ])
  })
})
