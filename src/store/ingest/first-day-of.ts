import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { firstFillTime } from '../ledger/fills.ts'

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
      'SELECT (SELECT MIN(time) FROM movements m WHERE m.condition_id = c.id) AS first FROM conditions c ' +
        `WHERE ${tx.isIn('c.id', 'int')}`,
    ),
    await first(
      'SELECT (SELECT MIN(time) FROM movements m WHERE m.neg_risk_id = c.neg_risk_id) AS first FROM conditions c ' +
        `WHERE ${tx.isIn('c.id', 'int')}`,
    ),
  ]
  const tokens = await tx.all<{ id: number }>(
    `SELECT id FROM tokens WHERE ${tx.isIn('condition_id', 'int')}`,
    list,
  )
  const fill = await firstFillTime(
    tx,
    tokens.map(({ id }) => id),
  )
  const times = [...rows.map((row) => row?.time ?? null), fill].filter((time) => time !== null)
  return times.length === 0 ? null : dayOf(Math.min(...times))
}
