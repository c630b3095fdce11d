import { DAY_SECONDS, dayOf, MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import { LAST_CLOSE, type LastClose } from '../markets/last-close.ts'
import { FILLS } from '../tables.ts'
import { sealedWhereOf } from './event-filter.ts'
import { fromRowsAndSegments, termsFile } from './rows-and-segments.ts'
import { sealedFiles } from './sealed/sealed-files.ts'

/** A token at a moment. */
export interface TokenMoment {
  token: number
  time: Seconds
}

interface LastFill {
  shares: number
  usd: number
  time: Seconds
  key: number
}

const IS_PRICED = `f.shares >= ${MICRO} AND f.usd <= f.shares`

const LAST_OF_DAY = statement((from, { token, day, time }: { token: number; day: Seconds; time: Seconds }) =>
  from(as(FILLS, 'f'))
    .select('f.shares', 'f.usd', 'f.time', 'f.key')
    .where('f.token_id', token)
    .where('f.time', '>=', day)
    .where('f.time', '<=', time)
    .where(from.raw(IS_PRICED))
    .orderBy('f.time', 'desc')
    .orderBy('f.key', 'desc')
    .limit(1),
)

/**
 * Each token's last priced fill at or before its moment, or undefined: of the moment's own day by its fills, before it by
 * the closes of days. Two statements and a look at the sealed fills of those days, whatever the number of moments.
 */
export async function lastPrices(
  sql: Sql,
  moments: readonly TokenMoment[],
): Promise<(LastClose | undefined)[]> {
  const days = moments.map(({ time }) => dayOf(time))
  const token = moments.map((moment) => moment.token)
  const since = days.map((day) => day * DAY_SECONDS)
  const ofDay = await lastOfDays(sql, moments, since)
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
    const price = fillPrice({ token: 0, ...fill })
    return price === null ? before[i] : { price, time: fill.time, key: fill.key }
  })
}

async function lastOfDays(
  sql: Sql,
  moments: readonly TokenMoment[],
  since: readonly Seconds[],
): Promise<(LastFill | undefined)[]> {
  if (moments.length === 0) return []
  const token = moments.map((moment) => moment.token)
  const time = moments.map((moment) => moment.time)
  const filter = {
    tokens: [...new Set(token)],
    since: least(since),
    before: 1 - least(time.map((end) => -end)),
  }
  const { rows, sealed } = await fromRowsAndSegments(sql, 'FILLS', filter, () =>
    LAST_OF_DAY.each(
      sql,
      { token: 'int', day: 'int', time: 'int' },
      { token, day: since, time },
      moments.length,
    ),
  )
  const asked = moments.map((moment, i) => `(${i}, ${moment.token}, ${since[i]}, ${moment.time})`)
  const found = await sealedFiles(sql).read<LastFill & { n: number }>(
    [sealed.map(termsFile)],
    (files) =>
      `SELECT m.n, f.shares, f.usd, f.time, f.key FROM (SELECT * FROM ${files} WHERE ${sealedWhereOf(filter)}) f ` +
      `JOIN (VALUES ${asked.join(', ')}) m (n, token, since, until) ON f.token_id = m.token AND f.time BETWEEN m.since AND m.until ` +
      `WHERE ${IS_PRICED} QUALIFY row_number() OVER (PARTITION BY m.n ORDER BY f.time DESC, f.key DESC) = 1`,
  )
  const last = [...rows]
  for (const { n, ...fill } of found) {
    const row = last[n]
    if (row === undefined || fill.time > row.time || (fill.time === row.time && fill.key > row.key))
      last[n] = fill
  }
  return last
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY)
}
