import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { type AlertContent, alertHash, GENESIS, retractionHash } from './alert-hash.ts'
import { ALERTS } from './alert-tables.ts'

/** An alert on its way into the chain: what it says, and the store's ids of its names. */
export interface NewAlert extends AlertContent {
  trader: number
  token: number
}

/** Appends to the chain. The caller holds the lock of the alerts' state. */
export interface AlertChain {
  /** Answers the alerts' numbers. */
  append(alerts: readonly NewAlert[]): Promise<number[]>
  /** Says of alerts, by their numbers, that the chain took their fills back. */
  retract(alerts: readonly number[]): Promise<void>
}

/** The kinds of records, as the store writes them. */
export const ALERT = 0
const RETRACTED = 1

const HEAD = statement((from) =>
  from(ALERTS).select<{ seq: number; hash: Uint8Array }>('seq', 'hash').orderBy('seq', 'desc').limit(1),
)

/** The chain's end, within a transaction. */
export async function openAlertChain(tx: Sql): Promise<AlertChain> {
  const head = await HEAD.get(tx)
  let seq = head?.seq ?? 0
  let hash = head?.hash ?? GENESIS

  const insert = async (rows: readonly Record<string, unknown>[]) => {
    if (rows.length === 0) return
    const columns = Object.fromEntries(
      Object.keys(ALERTS.columns).map((name) => [name, rows.map((row) => storedAs(row[name]))]),
    )
    await tx.insertNew(ALERTS, columns, rows.length)
  }
  return {
    async append(alerts) {
      const rows = alerts.map((alert) => {
        seq++
        hash = alertHash(hash, seq, alert)
        return { ...alertRow(alert), seq, kind: ALERT, hash }
      })
      await insert(rows)
      return rows.map((row) => row.seq)
    },
    retract: (ofSeqs) =>
      insert(
        ofSeqs.map((ofSeq) => {
          seq++
          hash = retractionHash(hash, seq, ofSeq)
          return { seq, kind: RETRACTED, of_seq: ofSeq, hash }
        }),
      ),
  }
}

function alertRow(alert: NewAlert) {
  return {
    fill_key: alert.fillKey,
    tx: alert.tx,
    time: alert.time,
    week: alert.week,
    trader_id: alert.trader,
    token_id: alert.token,
    side: alert.side,
    role: alert.role,
    shares: alert.shares,
    usd: alert.usd,
    order_hash: alert.orderHash,
    boards: alert.boards.join(' '),
  }
}

function storedAs(value: unknown): number | string | Uint8Array | null {
  if (typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array) return value
  return null
}

/** SQL that is true for an alert `a` that no later record retracts. Relies on the index by `of_seq`. */
export const STANDS = `a.kind = ${ALERT} AND NOT EXISTS (SELECT 1 FROM alerts r WHERE r.of_seq = a.seq)`
