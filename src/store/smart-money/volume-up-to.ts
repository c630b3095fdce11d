import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Value } from '../database.ts'

/**
 * SQL for rows `market, usd` whose sums are the volumes, up to a time, of the markets whose tokens the query names before
 * as `k (id, market)`. Days count whole; what came after the time on its own day is looked up in the fills' index by token
 * and time, and taken off: little, for a snapshot's cutoff is the ledger's end of a moment ago. It takes the values of
 * {@link volumeUpTo}.
 */
export const VOLUME_ROWS =
  'SELECT k.market, v.usd FROM k JOIN volume_days v ON v.token_id = k.id AND v.day <= ? ' +
  'UNION ALL SELECT k.market, -f.usd FROM k JOIN volume_days v ON v.token_id = k.id AND v.day = ? ' +
  'JOIN fills f ON f.token_id = v.token_id AND f.time > ? AND f.time < ? AND f.role = 1'

/** The values that {@link VOLUME_ROWS} takes. */
export function volumeUpTo(time: Seconds): Value[] {
  const day = dayOf(time)
  return [day, day, time, (day + 1) * DAY_SECONDS]
}
