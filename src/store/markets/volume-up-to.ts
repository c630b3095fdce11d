import { DAY_SECONDS, type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Value } from '../engine/table-types.ts'

/**
 * SQL for rows `market, usd, unknown` whose sums are, up to a time, the dollars of takers' fills and how many fills are of
 * no known role, of the markets whose tokens the query names before
 * as `k (id, market)`. Days count whole; what came after the time on its own day is looked up in the fills' index by token
 * and time, and taken off: little, for a snapshot's cutoff is the ledger's end of a moment ago. It takes the values of
 * {@link volumeUpTo}.
 */
export const VOLUME_ROWS =
  'SELECT k.market, v.usd, v.unknown FROM k JOIN volume_days v ON v.token_id = k.id AND v.day >= ? AND v.day <= ? ' +
  'UNION ALL SELECT k.market, CASE WHEN f.role = 1 THEN -f.usd ELSE 0 END, CASE WHEN f.role = 1 THEN 0 ELSE -1 END FROM k JOIN volume_days v ON v.token_id = k.id AND v.day = ? ' +
  'JOIN fills f ON f.token_id = v.token_id AND f.time > ? AND f.time < ? AND (f.role = 1 OR f.role IS NULL)'

/** The values that {@link VOLUME_ROWS} takes, to count from the start of a day up to a time on it or later. */
export function volumeUpTo(time: Seconds, from: Day = 0): Value[] {
  const day = dayOf(time)
  return [from, day, day, time, (day + 1) * DAY_SECONDS]
}

/** The sum of {@link VOLUME_ROWS} of a market: null where a fill's role is not known, for its dollars may count twice or not. */
export const VOLUME_SUM = 'CASE WHEN SUM(unknown) > 0 THEN NULL ELSE CAST(SUM(usd) AS BIGINT) END'
