import { GENESIS } from '../../ledger/record-hash.ts'
import type { Sql } from '../../store/engine/database.ts'
import { insert } from '../../store/engine/rows.ts'
import { statement } from '../../store/engine/statement.ts'
import { type AlertContent, alertHash, retractionHash } from './alert-hash.ts'
import { ALERTS } from './alert-tables.ts'

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

/** Opens the chain at its end, within a transaction. */
export async function openAlertChain(tx: Sql): Promise<AlertChain> {
  const head = await HEAD.get(tx)
  let seq = head?.seq ?? 0
  let hash: Uint8Array = head?.hash ?? GENESIS

  return {
    async append(alerts) {
      const rows = alerts.map((alert) => {
        seq++
        hash = alertHash(hash, seq, alert)
        return { ...alertRow(alert), seq, kind: ALERT, hash }
      })
      await insert(tx, ALERTS, rows)
      return rows.map((row) => row.seq)
    },
    async retract(ofSeqs) {
      const rows = ofSeqs.map((ofSeq) => {
        seq++
        hash = retractionHash(hash, seq, ofSeq)
        return { seq, kind: RETRACTED, ofSeq, hash }
      })
      await insert(tx, ALERTS, rows)
    },
  }
}

function alertRow({ trader, token, boards, ...alert }: NewAlert) {
  return { ...alert, traderId: trader, tokenId: token, boards: boards.join(' ') }
}

/** SQL that is true for an alert `a` that was not retracted. Relies on the index by `of_seq`. */
export const STANDS = `a.kind = ${ALERT} AND NOT EXISTS (SELECT 1 FROM alerts r WHERE r.of_seq = a.seq)`
