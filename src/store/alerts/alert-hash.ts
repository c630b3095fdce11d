import { createHash } from 'node:crypto'
import { type Day, dayText, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { hashText } from '../ledger/hash-text.ts'
import { blockOf } from '../ledger/place.ts'

/** An alert's contents, in names that mean the same in every store. */
export interface AlertContent {
  fillKey: number
  tx: Uint8Array | null
  time: Seconds
  week: Day
  address: string
  tokenName: string
  side: number
  role: number | null
  shares: number
  usd: MicroUsd
  orderHash: Uint8Array | null
  /** The boards that had the owner in their top 100 at the start of the week, in the order of the cohorts. */
  boards: readonly string[]
}

/** The hash before the first record of the chain. */
export const GENESIS: Uint8Array = Buffer.alloc(32)

/** The hash of an alert, chained to the record before. */
export function alertHash(before: Uint8Array, seq: number, alert: AlertContent): Uint8Array {
  const { block, logIndex } = blockOf(alert.fillKey)
  return recordHash(before, [
    'ALERT',
    seq,
    block,
    logIndex,
    hashText(alert.tx),
    alert.time,
    dayText(alert.week),
    alert.address,
    alert.tokenName,
    alert.side === 0 ? 'BUY' : 'SELL',
    alert.role === null ? null : alert.role === 1 ? 'TAKER' : 'MAKER',
    String(alert.shares),
    String(alert.usd),
    hashText(alert.orderHash),
    alert.boards,
  ])
}

/** The hash of a retraction, chained to the record before. */
export function retractionHash(before: Uint8Array, seq: number, ofSeq: number): Uint8Array {
  return recordHash(before, ['RETRACTED', seq, ofSeq])
}

/** SHA-256 of the hash before and of the record as JSON without spaces, in UTF-8. */
export function recordHash(before: Uint8Array, record: readonly unknown[]): Uint8Array {
  return createHash('sha256').update(before).update(JSON.stringify(record)).digest()
}
