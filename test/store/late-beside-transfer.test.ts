import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, WALLETS } from './support/random-ledger.ts'

const UNIT = 1_000_000
const DAY = 86_400
const [alice, bob] = WALLETS
const [market] = MARKET_LINES
const token = market?.tokens[0]

/** An event alone in its block, a number of days after the first. */
function onDay(day: number, event: object): LedgerEvent {
  const tx = `0x${(day + 1).toString(16).padStart(64, '0')}`
  return { ...event, block: 10 + day, logIndex: 0, tx, time: 1_770_000_000 + day * DAY } as LedgerEvent
}

function buy(day: number, owner: string | undefined): LedgerEvent {
  const place = { exchange: null, counterparty: null, role: 'MAKER', orderHash: null, fee: 0, feeIn: 'USD' }
  const terms = { owner, side: 'BUY', token, shares: 10 * UNIT, usd: 4 * UNIT }
  return onDay(day, { kind: 'FILL', ...place, ...terms })
}

const transfer = onDay(3, { kind: 'TRANSFER', from: bob, to: alice, token, amount: UNIT })
const resolution = onDay(2, { kind: 'RESOLVE', condition: market?.condition, payouts: ['1', '0'] })

describeEngines('a transfer that is late for its sender', (open) => {
  test.each([
    ['a fill', [buy(1, alice), transfer]],
    ['a resolution', [buy(1, alice), resolution, transfer]],
  ])("keeps %s of the receiver's earlier days that arrives with it", async (_, told) => {
    const known = buy(5, bob)
    const [inOrder, behind] = [await open(), await open()]
    await ingestRecords(inOrder.db, [...MARKET_LINES, ...told, known])
    await ingestRecords(behind.db, [...MARKET_LINES, known])
    await ingestRecords(behind.db, told)
    const days = await behind.db.all('SELECT day FROM position_days WHERE fills > 0')
    expect(days).toHaveLength(2)
    expect(await dumpLedger(behind.db)).toEqual(await dumpLedger(inOrder.db))
  })
})
