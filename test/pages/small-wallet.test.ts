import { expect, test } from 'vitest'
import type { Fill } from '../../src/ledger/event.ts'
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
