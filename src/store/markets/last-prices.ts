import { DAY_SECONDS, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import { ledgerOf, type TokenMoment } from '../ledger/ledger.ts'
import { LAST_CLOSE, type LastClose } from './last-close.ts'

/**
 * Each token's last priced fill at or before its moment, or undefined: of the moment's own day by its fills, before it
 * by the closes of days. Two statements and a look at the sealed fills of those days, regardless of the number of
 * moments.
 */
export async function lastPrices(
  sql: Sql,
  moments: readonly TokenMoment[],
): Promise<(LastClose | undefined)[]> {
  const days = moments.map(({ time }) => dayOf(time))
  const token = moments.map((moment) => moment.token)
  const since = days.map((day) => day * DAY_SECONDS)
  const ofDay = await ledgerOf(sql).lastOfDays(moments, since)
  const dayBefore = days.map((day) => day - 1)
  const before = await LAST_CLOSE.each(
    sql,
    { token: 'int', day: 'int' },
    { token, day: dayBefore },
    moments.length,
  )
  return moments.map((_, i) => {
    const fill = ofDay[i]
    if (fill === undefined) return before[i]
    const price = fillPrice(fill)
    return price === null ? before[i] : { price, time: fill.time, key: fill.key }
  })
}
