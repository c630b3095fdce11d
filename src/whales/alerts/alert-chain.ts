import { type Day, dayText, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { type ChainHead, chained, EMPTY_CHAIN, recordHash } from '../../ledger/record-hash.ts'
import { insert, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { blockOf, hashText } from '../../store/ledger/place.ts'
import { ALERTS } from './alert-row.ts'

/** An alert to append: its contents, and the store's ids of its names. */
export interface NewAlert extends AlertContent {
  trader: number
  token: number
}

/** Appends to the chain. The caller holds the lock of the alerts' state. */
export interface AlertChain {
  /** Returns the alerts' numbers. */
  append(alerts: readonly NewAlert[]): Promise<number[]>
  /** Retracts alerts, by their numbers, after the chain took their fills back. */
  retract(alerts: readonly number[]): Promise<void>
}

/** The kinds of records, as the store writes them. */
export const ALERT = 0
const RETRACTED = 1

const HEAD = statement((from) => from(ALERTS).select('seq', 'hash').orderBy('seq', 'desc').limit(1))

/** The last record: its number and hash; number 0 for an empty chain. */
export async function alertHead(sql: Sql): Promise<ChainHead> {
  return (await HEAD.get(sql)) ?? EMPTY_CHAIN
}

/** Opens the chain at its end, within a transaction. */
export async function openAlertChain(tx: Sql): Promise<AlertChain> {
  let head = await alertHead(tx)

  return {
    async append(alerts) {
      const rows = chained(head, alerts, alertHash)
      head = rows.at(-1) ?? head
      await insert(tx, ALERTS, rows.map(alertRow))
      return rows.map((row) => row.seq)
    },
    async retract(ofSeqs) {
      const records = ofSeqs.map((ofSeq) => ({ kind: RETRACTED, ofSeq }))
      const rows = chained(head, records, (before, seq, { ofSeq }) => retractionHash(before, seq, ofSeq))
      head = rows.at(-1) ?? head
      await insert(tx, ALERTS, rows)
    },
  }
}

function alertRow({ trader, token, boards, ...alert }: NewAlert & ChainHead) {
  return { ...alert, kind: ALERT, traderId: trader, tokenId: token, boards: boards.join(' ') }
}

/** SQL that is true for an alert `a` that was not retracted. Relies on the index by `of_seq`. */
export const STANDS = `a.kind = ${ALERT} AND NOT EXISTS (SELECT 1 FROM alerts r WHERE r.of_seq = a.seq)`

/** An alert's contents, in names that mean the same in every store. */
export interface AlertContent {
  fillKey: number
  tx: Uint8Array | null
  time: Seconds
  week: Day
  address: string
  tokenName: string
  /** 0 BUY, 1 SELL. */
  side: number
  /** 0 MAKER, 1 TAKER, null unknown. */
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
