import { expect, test } from 'vitest'
import type { Fill, MarketInfo } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { closeServed, serveNothing } from '../server/support/served-world.ts'

closeServed()

const [one, other] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}` as Address) as [Address, Address]

/** Ten shares that a wallet buys on a day of January. */
function buy(owner: Address, day: number, price: number): Fill {
  return {
    kind: 'FILL',
    block: 80_000_000 + day,
    logIndex: owner === one ? 1 : 2,
    time: Date.UTC(2026, 0, day, 12) / 1_000,
    tx: `0x${String(day).padStart(64, '0')}` as Hash,
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: '77' as TokenId,
    shares: 10 * MICRO,
    usd: 10 * price * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  } as Fill
}

test('a trader page states no drawdown before there was a day to fall on', async () => {
  const { app, store } = await serveNothing()
  await ingestRecords(store.db, [buy(other, 1, 0.5), buy(other, 2, 0.3), buy(one, 2, 0.3)])
  await refresh(store.db)
  const read = async (trader: Address) => {
    const { body } = await app.inject(`/trader/${trader}`)
    return { body, words: body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ') }
  }
  const fresh = await read(one)
  expect(fresh.words).toContain('Worst drawdown– Sharpe')
  expect(fresh.words).not.toContain('the worst drawdown shaded')
  const fallen = await read(other)
  expect(fallen.words).toContain('Worst drawdown$2.00')
  expect(fallen.words).toContain('the worst drawdown shaded')
  for (const { body } of [fresh, fallen]) expect(body).not.toMatch(/[−+]\$0(?:\.00)?[^.\d]/)
})

/** Numbers of wallets that trade once in one market: its lists have a row for each. */
const SIZES = process.env.PEQUOD_TESTS === 'all' ? [1, 100_000] : [1]
const MARKET = {
  kind: 'MARKET',
  condition: `0x${'c'.repeat(64)}`,
  tokens: ['77', '78'],
  outcomes: ['Yes', 'No'],
  question: 'Will the white whale be seen?',
  slug: 'white-whale',
  category: 'culture',
  tags: [],
  event: { id: '9', title: 'White whale', slug: 'white-whale' },
  negRisk: null,
} as unknown as MarketInfo

test.each(SIZES)('pages over %d rows are complete and bounded', { timeout: 600_000 }, async (rows) => {
  const { app, store } = await serveNothing()
  const wallet = (i: number) => `0x${i.toString(16).padStart(40, '0')}` as Address
  const trades = Array.from({ length: rows }, (_, i) => ({
    ...buy(wallet(i + 1), 1, 0.5),
    logIndex: i,
    shares: 4_000 * MICRO,
    usd: 2_000 * MICRO,
  }))
  await ingestRecords(store.db, [MARKET, ...trades] as Parameters<typeof ingestRecords>[1])
  await refresh(store.db)
  const market = `/market/${MARKET.condition}`
  for (const path of [
    '/',
    '/leaderboard/volume-all',
    '/traders',
    '/markets?status=unknown',
    market,
    `${market}?all=holders`,
    '/event/9',
    '/tape',
    '/whales',
    '/search?q=white',
    `/trader/${wallet(1)}`,
    `/trader/${wallet(1)}?list=activity`,
    `/compare?t=${wallet(1)}`,
    `/lots?t=${wallet(1)}`,
    `/explain/trader/${wallet(1)}/volume`,
    '/lab',
  ]) {
    const { statusCode, body } = await app.inject(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(body, path).not.toMatch(/undefined|NaN|\[object|could not be loaded/)
    expect(body.length, path).toBeLessThan(300_000)
  }
  const { body } = await app.inject('/traders')
  expect(body).toContain(`${rows.toLocaleString('en')} trader${rows === 1 ? '' : 's'}`)
})
