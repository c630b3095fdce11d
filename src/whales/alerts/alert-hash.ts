import { type Day, dayText, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { recordHash } from '../../ledger/record-hash.ts'
import { blockOf, hashText } from '../../store/ledger/place.ts'

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
