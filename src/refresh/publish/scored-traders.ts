import type { Day } from '../../ledger/quantities.ts'
import { MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import { MINIMUM_FORESIGHT_FILLS } from '../../metrics/skill/prescience.ts'
import type { Sql } from '../../store/engine/database.ts'

/** Fills below which nobody can be told to be a bot: their hours say nothing (methodology §6), and the rest is too little. */
const LEAST_BOT_FILLS = 50

/**
 * Traders who by their days alone can have a score or be a bot. Others can have one by their decided units, which their
 * positions tell ({@link LEAST_POSITIONS}).
 * @param traders ids @default everybody
 */
export async function scoredTraders(sql: Sql, upTo: Day, traders?: readonly number[]): Promise<Set<number>> {
  const among = traders === undefined ? 'day <= ?' : `day <= ? AND ${sql.isIn('trader_id', 'int')}`
  const values = traders === undefined ? [upTo] : [upTo, sql.list(traders)]
  const rows = await sql.all<{ trader: number }>(
    `SELECT trader_id AS trader FROM trader_days WHERE ${among} GROUP BY trader_id ` +
      `HAVING SUM(fills) >= ${LEAST_BOT_FILLS} OR COUNT(DISTINCT CASE WHEN fills > 0 THEN (day + 3) / 7 END) >= ${MINIMUM_WEEKS} ` +
      `UNION SELECT trader_id FROM foresight_days WHERE ${among} GROUP BY trader_id HAVING SUM(fills) >= ${MINIMUM_FORESIGHT_FILLS}`,
    [...values, ...values],
  )
  return new Set(rows.map(({ trader }) => trader))
}

/** Positions below which no score of decided units counts: the least is that of `high-conviction`, which is on no board. */
export const LEAST_POSITIONS = 20
