import { MICRO, type Seconds } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { as, statement } from '../../engine/statement.ts'
import { FILLS } from '../../tables.ts'
import { sealedFiles } from '../sealed/sealed-files.ts'
import { eventsOfBothAges, termsFile } from './events.ts'
import { sealedWhereOf } from './terms.ts'

export interface TokenMoment {
  token: number
  time: Seconds
}

export interface LastFill {
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

/** The last fill that makes a price of each token from the start of a day up to its moment, or undefined. One statement, and a look at the sealed fills of those days. */
export async function lastOfDays(
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
  const { rows, sealed } = await eventsOfBothAges(sql, 'FILLS', filter, () =>
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
