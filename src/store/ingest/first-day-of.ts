import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'

/**
 * The day of the first event that conditions have, by their tokens, themselves or their neg-risk market; null where
 * they have none. Relies on the indexes by (token, time), (condition, time) and (neg-risk market, time).
 */
export async function firstDayOf(tx: Sql, conditions: Iterable<number>): Promise<Day | null> {
  const list = [tx.list([...conditions])]
  const first = (text: string) =>
    tx.get<{ time: number | null }>(`SELECT MIN(first) AS time FROM (${text}) e`, list)
  const rows = [
    await first(
      'SELECT (SELECT MIN(time) FROM fills f WHERE f.token_id = t.id) AS first FROM tokens t ' +
        `WHERE ${tx.isIn('t.condition_id', 'int')}`,
    ),
    await first(
      'SELECT (SELECT MIN(time) FROM movements m WHERE m.condition_id = c.id) AS first FROM conditions c ' +
        `WHERE ${tx.isIn('c.id', 'int')}`,
    ),
    await first(
      'SELECT (SELECT MIN(time) FROM movements m WHERE m.neg_risk_id = c.neg_risk_id) AS first FROM conditions c ' +
        `WHERE ${tx.isIn('c.id', 'int')}`,
    ),
  ]
  const times = rows.flatMap((row) => row?.time ?? [])
  return times.length === 0 ? null : dayOf(Math.min(...times))
}
