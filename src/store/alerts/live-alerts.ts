import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { STANDS } from './alert-chain.ts'
import { type AlertRow, SELECT_ALERTS } from './alert-row.ts'

/** The number of the last record in the alerts' chain, 0 while there is none. By primary key. */
export async function lastAlertNumber(sql: Sql): Promise<number> {
  const row = await sql.get<{ seq: number }>('SELECT seq FROM alerts ORDER BY seq DESC LIMIT 1')
  return row?.seq ?? 0
}

/** A stretch of the alerts' chain. */
export interface ChainStretch {
  /** The number behind which it begins. */
  after: number
  /** The last number that belongs to it. */
  upTo: number
}

/**
 * The first alerts of a stretch, in the order of the chain: those that stand, of traders who are shown. By primary key.
 * Numbers are given under a lock and never twice, so a stretch up to a number that was seen holds all that ever will.
 */
export function alertsOfStretch(sql: Sql, { after, upTo }: ChainStretch, limit: number): Promise<AlertRow[]> {
  return sql.all<AlertRow>(
    `${SELECT_ALERTS} WHERE a.seq > ? AND a.seq <= ? AND ${STANDS} AND ${IS_NOT_OPTED_OUT} ORDER BY a.seq LIMIT ?`,
    [after, upTo, limit],
  )
}
