import { DAY_SECONDS, type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { ALERT } from './alert-chain.ts'
import type { AlertRow } from './alert-row.ts'
import { ALERTS } from './alert-tables.ts'

/** Traders of days by their earliest alert. */
const FIRSTS = statement((from, { start, end }: { start: Seconds; end: Seconds }) =>
  from(as(ALERTS, 'a'))
    .select(from.raw<{ day: Day }>(`a.time / ${DAY_SECONDS} AS day`), 'a.trader_id as trader')
    .where('a.kind', ALERT)
    .where('a.time', '>=', start)
    .where('a.time', '<', end)
    .groupBy('a.trader_id')
    .groupBy(from.raw(`a.time / ${DAY_SECONDS}`))
    .orderBy(from.raw('MIN(a.time)'))
    .orderBy(from.raw('MIN(a.seq)')),
)

/**
 * The number of each alert's trader within the alert's UTC day: 1 for the trader of the day's earliest alert, 2 for the next one. It
 * depends on no address, and on no later alert. Retracted alerts and those of opted-out traders count, so that an answer does not
 * reveal them. By index on time.
 * @returns by the alerts' places in `rows`
 */
export async function traderNumbers(
  sql: Sql,
  rows: readonly Pick<AlertRow, 'time' | 'trader'>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const days = rows.map(({ time }) => dayOf(time))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const found = await FIRSTS.all(sql, { start: first * DAY_SECONDS, end: (last + 1) * DAY_SECONDS })
  const byDay = Map.groupBy(found, ({ day }) => day)
  const numbers = new Map(
    [...byDay].flatMap(([day, traders]) =>
      traders.map(({ trader }, i) => [`${day} ${trader}`, i + 1] as const),
    ),
  )
  return rows.map(({ time, trader }) => numbers.get(`${dayOf(time)} ${trader}`) ?? 0)
}
