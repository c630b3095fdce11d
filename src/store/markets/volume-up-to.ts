import { DAY_SECONDS, type Day, dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'

/**
 * SQL for rows `market, day, usd, unknown, fills` whose sums are those of `volume_days` up to a time, of the markets whose tokens
 * the query names before as `k (id, market)`. Days count whole; later fills of the time's own day are looked up in the fills'
 * index by token and time, and subtracted: few, for a snapshot's cutoff is the ledger's end of a moment ago. It takes the
 * values of {@link volumeUpTo}.
 */
export const VOLUME_ROWS =
  'SELECT k.market, v.day, v.usd, v.unknown, v.fills FROM k JOIN volume_days v ON v.token_id = k.id AND v.day >= ? AND v.day <= ? ' +
  'UNION ALL SELECT k.market, v.day, CASE WHEN f.role = 0 THEN 0 ELSE -f.usd END, CASE WHEN f.role IS NULL THEN -1 ELSE 0 END, -1 FROM k JOIN volume_days v ON v.token_id = k.id AND v.day = ? ' +
  'JOIN fills f ON f.token_id = v.token_id AND f.time > ? AND f.time < ?'

/** SQL for the tokens of a list of markets, as {@link VOLUME_ROWS} takes them; the list is its value. */
export function tokensOfMarkets(sql: Sql): string {
  return `WITH k AS (SELECT id, condition_id AS market FROM tokens WHERE ${sql.isIn('condition_id', 'int')})`
}

/** The values that {@link VOLUME_ROWS} takes, to count from the start of a day up to a time on it or later. */
export function volumeUpTo(time: Seconds, from: Day = 0): Value[] {
  const day = dayOf(time)
  return [from, day, day, time, (day + 1) * DAY_SECONDS]
}

/**
 * A market's volume by its {@link VOLUME_ROWS}. Null where the roles of some fills are known and of others not: a trade may
 * then have been counted by both of its sides.
 */
export const VOLUME_SUM =
  'CASE WHEN SUM(unknown) > 0 AND SUM(unknown) < SUM(fills) THEN NULL ELSE CAST(SUM(usd) AS BIGINT) END'

/** The fills of a day of a token that a market's volume counts. */
export interface VolumeDay {
  token: number
  day: Day
  usd: MicroUsd
  /** Fills of every role. */
  fills: number
}

/** The days of some markets' volumes by token, up to a time; days that add nothing are omitted. See {@link VOLUME_ROWS}. */
export async function readVolumeDays(
  sql: Sql,
  markets: readonly number[],
  { upTo, from }: { upTo: Seconds; from: Day | null },
): Promise<VolumeDay[]> {
  const rows = await sql.all<VolumeDay>(
    `WITH k AS (SELECT id, id AS market FROM tokens WHERE ${sql.isIn('condition_id', 'int')}) ` +
      'SELECT market AS token, day, CAST(SUM(usd) AS BIGINT) AS usd, CAST(SUM(fills) AS BIGINT) AS fills ' +
      `FROM (${VOLUME_ROWS}) r GROUP BY market, day ORDER BY day, market`,
    [sql.list(markets), ...volumeUpTo(upTo, from ?? 0)],
  )
  return rows.filter(({ usd }) => usd !== 0)
}
