import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { STANDS } from '../alerts/alert-chain.ts'
import { type AlertRow, selectAlerts } from '../alerts/alert-row.ts'
import { ALERTS } from '../alerts/alert-tables.ts'

const LAST_NUMBER = statement((from) => from(ALERTS).select('seq').orderBy('seq', 'desc').limit(1))
const STRETCH = statement((from, { after, upTo, limit }: ChainStretch & { limit: number }) =>
  selectAlerts(from)
    .where('a.seq', '>', after)
    .where('a.seq', '<=', upTo)
    .where(from.raw(STANDS))
    .where(from.raw(IS_SHOWN))
    .orderBy('a.seq')
    .limit(limit),
)

/** The number of the last record in the alerts' chain, 0 for an empty one. By primary key. */
export async function lastAlertNumber(sql: Sql): Promise<number> {
  return (await LAST_NUMBER.get(sql))?.seq ?? 0
}

/** A range of the alerts' chain. */
export interface ChainStretch {
  /** Exclusive. */
  after: number
  /** Inclusive. */
  upTo: number
}

/**
 * The first alerts of a range, in the order of the chain: those not retracted, of traders who did not opt out. By
 * primary key. Numbers are assigned under a lock and never reused, so a range up to a committed number is complete.
 */
export function alertsOfStretch(sql: Sql, { after, upTo }: ChainStretch, limit: number): Promise<AlertRow[]> {
  return STRETCH.all(sql, { after, upTo, limit })
}
