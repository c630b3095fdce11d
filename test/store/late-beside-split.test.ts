import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, WALLETS } from './support/random-ledger.ts'

const UNIT = 1_000_000
const [owner] = WALLETS
const [market] = MARKET_LINES

/** An event of one wallet in a block of its own, all on one day. */
function at(block: number, event: object): LedgerEvent {
  const tx = `0x${block.toString(16).padStart(64, '0')}`
  return { ...event, owner, block, logIndex: 0, tx, time: 1_770_000_000 + block } as LedgerEvent
}

function buy(block: number, token: string | undefined, shares: number): LedgerEvent {
  const place = { exchange: null, counterparty: null, role: 'MAKER', orderHash: null }
  return at(block, {
    kind: 'FILL',
    ...place,
    side: 'BUY',
    token,
    shares,
    usd: shares / 2,
    fee: 0,
    feeIn: 'USD',
  })
}

const setsOf = (block: number, kind: 'SPLIT' | 'MERGE', amount: number) =>
  at(block, { kind, condition: market?.condition, amount })

describeEngines('a late event of one outcome', (open) => {
  test.each(['SPLIT', 'MERGE'] as const)('leaves the other outcome of a %s as it was', async (kind) => {
    const events = [
      buy(1, market?.tokens[0], 10 * UNIT),
      buy(2, market?.tokens[1], 7 * UNIT),
      setsOf(3, kind, 4 * UNIT),
    ]
    const late = buy(0, market?.tokens[0], 3 * UNIT)
    const [inOrder, behind] = [await open(), await open()]
    await ingestRecords(inOrder.db, [...MARKET_LINES, late, ...events])
    await ingestRecords(behind.db, [...MARKET_LINES, ...events])
    await ingestRecords(behind.db, [late])
    expect(await dumpLedger(behind.db)).toEqual(await dumpLedger(inOrder.db))
  })
})
