import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { dayOf } from '../../src/ledger/quantities.ts'
import { type Period, periodNamed } from '../../src/metrics/periods.ts'
import { readAnalytics } from '../../src/refresh/read-analytics.ts'
import { refresh } from '../../src/refresh/refresh.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import { createSnapshotReader } from '../../src/store/snapshot-reader.ts'
import { describeEngines } from '../store/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/random-ledger.ts'

const UNIT = 1_000_000
const START = 1_770_000_000
const [alice, bob] = WALLETS
const [odd, plain, ...questions] = MARKET_LINES

let block = 0
/** An event alone in its block, as many days after the first. */
function onDay(day: number, event: object): LedgerEvent {
  block += 1
  const tx = `0x${block.toString(16).padStart(64, '0')}`
  return { ...event, block, logIndex: 0, tx, time: START + day * 86_400 + block } as LedgerEvent
}

function fill(day: number, owner: string | undefined, side: string, token: string | undefined, usd: number) {
  const place = { exchange: null, counterparty: null, role: 'MAKER', orderHash: null, fee: 0, feeIn: 'USD' }
  return onDay(day, { kind: 'FILL', ...place, owner, side, token, shares: 10 * UNIT, usd: usd * UNIT })
}

const events = [
  // An odd amount, of which a half each is paid: a micro is lost.
  onDay(0, { kind: 'SPLIT', owner: alice, condition: odd?.condition, amount: 10 * UNIT + 1 }),
  onDay(1, { kind: 'RESOLVE', condition: odd?.condition, payouts: ['1', '1'] }),
  fill(1, alice, 'BUY', plain?.tokens[0], 4),
  fill(2, alice, 'SELL', plain?.tokens[0], 6),
  ...questions.map((question, i) => fill(3, alice, 'BUY', question.tokens[1], 5 + i)),
  onDay(4, {
    ...{ kind: 'CONVERT', owner: alice, market: questions[0]?.negRisk?.market },
    ...{ indexSet: '7', amount: 10 * UNIT, feeBips: 0 },
  }),
  // Shares that the ledger has never seen come.
  fill(20, alice, 'SELL', plain?.tokens[0], 1),
  fill(20, bob, 'SELL', plain?.tokens[0], 1),
]

describeEngines('results of decided units', (open) => {
  test('of less than a cent are neither, and untracked sales decide nothing', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    const reader = createSnapshotReader(db)
    const shown = await reader.current()
    if (!shown) throw new Error('nothing was published')
    const ids = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
    const told = async (address: string | undefined, period: Period) => {
      const id = ids.find((trader) => trader.address === address)?.id ?? 0
      const own = await readAnalytics(reader, shown, periodNamed(period), id)
      if (!own) throw new Error('nothing is told')
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
    expect(dayOf(shown.cutoff.time)).toBe(dayOf(START + 20 * 86_400))
    expect(await told(alice, 'ALL')).toEqual({ ...nothing, wins: 2, markets: 4, results })
    expect(await told(alice, 'DAYS_7')).toEqual({ ...nothing, markets: 1 })
    expect(await told(bob, 'ALL')).toEqual({ ...nothing, markets: 1 })
  })
})
