import { createHash } from 'node:crypto'
import type { DeliverableAlert } from '../../../src/delivery/notices.ts'
import { type Address, addressOf } from '../../../src/ledger/quantities.ts'

/** The trader of that number. */
export function traderAddress(number: number): Address {
  const address = addressOf(`0x${createHash('sha256').update(`trader ${number}`).digest('hex').slice(0, 40)}`)
  if (address === null) throw new Error('no address')
  return address
}

/** An alert of now, by the trader of that number. */
export function alertOf(id: string, trader = 1, changes: Partial<DeliverableAlert> = {}): DeliverableAlert {
  return {
    id,
    time: Math.floor(Date.now() / 1_000),
    trader: { address: traderAddress(trader), name: `whale ${trader}` },
    side: 'BUY',
    condition: null,
    outcome: 'Yes',
    question: 'Will it rain?',
    category: 'weather',
    price: 420_000,
    usd: 12_345_678_900,
    shares: 29_394_473_571,
    tx: null,
    qualifying: ['copyable-all'],
    ...changes,
  }
}
