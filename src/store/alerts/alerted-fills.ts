import type { Sql } from '../engine/database.ts'
import { chainKey } from '../ledger/place.ts'
import { STANDS } from './alert-chain.ts'
import type { LargeFill } from './large-fills.ts'

/**
 * Those of some fills that have a standing alert. A row of the Data API that a log of the chain has replaced since is
 * the same fill: its alert is told by transaction and terms. Relies on the indexes by fill and by (trader, time).
 * @returns the fills' keys
 */
export async function alertedFills(tx: Sql, fills: readonly LargeFill[]): Promise<Set<number>> {
  const rows = await tx.all<{ key: number }>(
    `SELECT a.fill_key AS key FROM alerts a WHERE ${tx.isIn('a.fill_key', 'int')} AND ${STANDS}`,
    [tx.list(fills.map(({ key }) => key))],
  )
  const alerted = new Set(rows.map(({ key }) => key))
  const ofRows = await rowAlerts(tx, fills)
  for (const fill of fills) if (fill.key >= 0 && ofRows.has(termsOf(fill))) alerted.add(fill.key)
  return alerted
}

type Terms = Pick<LargeFill, 'tx' | 'time' | 'trader' | 'token' | 'side' | 'shares'>

/** The terms of standing alerts on rows of the Data API, at the seconds of these fills and by their owners. */
async function rowAlerts(tx: Sql, fills: readonly LargeFill[]): Promise<Set<string>> {
  const rows = await tx.all<Terms>(
    'SELECT a.tx, a.time, a.trader_id AS trader, a.token_id AS token, a.side, a.shares FROM alerts a WHERE a.fill_key < 0 ' +
      `AND ${tx.isIn('a.trader_id', 'int')} AND ${tx.isIn('a.time', 'int')} AND a.tx IS NOT NULL AND ${STANDS}`,
    [
      tx.list([...new Set(fills.map(({ trader }) => trader))]),
      tx.list([...new Set(fills.map(({ time }) => time))]),
    ],
  )
  return new Set(rows.map(termsOf))
}

function termsOf({ tx, time, trader, token, side, shares }: Terms): string {
  const hash = tx === null ? '' : Buffer.from(tx).toString('hex')
  return [hash, time, trader, token, side, shares].join(' ')
}

/**
 * The standing alerts, by number, on fills of a block and of all after it, those of Data API rows that such a log
 * replaced among them. Relies on the indexes by fill and by (trader, time).
 */
export async function alertsFrom(tx: Sql, block: number): Promise<number[]> {
  const from = chainKey(block, 0)
  const rows = await tx.all<{ seq: number }>(
    `SELECT a.seq FROM alerts a WHERE a.fill_key >= ? AND ${STANDS} UNION ` +
      'SELECT a.seq FROM fills f JOIN alerts a ON a.trader_id = f.owner_id AND a.time = f.time AND a.token_id = f.token_id ' +
      `AND a.side = f.side AND a.shares = f.shares AND a.tx = f.tx WHERE f.key >= ? AND a.fill_key < 0 AND ${STANDS} ` +
      'ORDER BY seq',
    [from, from],
  )
  return rows.map(({ seq }) => seq)
}
