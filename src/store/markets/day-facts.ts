import { DAY_SECONDS, type Day, dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { MarketList } from './market-list.ts'
import { tokensOfMarkets } from './volume-up-to.ts'

/** Sums over all markets with metadata of a whole UTC day. */
export interface DayFacts {
  day: Day
  /** Null where the roles of some fills of a market are known and of others not. */
  volume: MicroUsd | null
  volumeDayBefore: MicroUsd | null
  /** Markets that resolved on the day. */
  resolved: number
}

/** The last UTC day that is over at a time. */
export function lastWholeDay(time: Seconds): Day {
  return dayOf(time + 1) - 1
}

/** Adds up a day and the one before. One statement, along the key of volume_days, of markets that were not resolved before. */
export async function readDayFacts(sql: Sql, list: MarketList, day: Day): Promise<DayFacts> {
  const rows = list.select('NEWEST', {}).all()
  const [start, end] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS]
  const open = rows.filter(({ resolvedAt }) => resolvedAt >= start - DAY_SECONDS)
  const sums = await sql.all<{ day: Day; usd: MicroUsd; mixed: number }>(
    `${tokensOfMarkets(sql)} ` +
      'SELECT day, CAST(SUM(usd) AS BIGINT) AS usd, CAST(SUM(mixed) AS BIGINT) AS mixed FROM (SELECT k.market, v.day, SUM(v.usd) AS usd, ' +
      'CASE WHEN SUM(v.unknown) > 0 AND SUM(v.unknown) < SUM(v.fills) THEN 1 ELSE 0 END AS mixed ' +
      'FROM k JOIN volume_days v ON v.token_id = k.id AND v.day >= ? AND v.day <= ? GROUP BY k.market, v.day) d GROUP BY day',
    [sql.list(open.map(({ market }) => market)), day - 1, day],
  )
  const volumeOf = (asked: Day) => {
    const sum = sums.find((one) => one.day === asked)
    return sum === undefined ? 0 : sum.mixed > 0 ? null : sum.usd
  }
  return {
    day,
    volume: volumeOf(day),
    volumeDayBefore: volumeOf(day - 1),
    resolved: rows.filter(({ resolvedAt }) => resolvedAt >= start && resolvedAt < end).length,
  }
}

/** The UTC day of the first event of some positions, up to a day's close; null for one without an event. */
export async function openedDays(
  sql: Sql,
  positions: readonly PositionId[],
  { upTo, at }: { upTo: Day; at: number | null },
): Promise<(Day | null)[]> {
  const ascending = (of: (position: PositionId) => number) =>
    [...new Set(positions.map(of))].sort((a, b) => a - b)
  const [traders, tokens] = [ascending(({ trader }) => trader), ascending(({ token }) => token)]
  const nameOf = ({ trader, token }: PositionId) => `${trader} ${token}`
  const first = new Map<string, Day>()
  for await (const part of ledgerOf(sql).days({ columns: [], traders, tokens, upTo, at }))
    for (const row of part.records()) if (!first.has(nameOf(row))) first.set(nameOf(row), row.day)
  return positions.map((position) => first.get(nameOf(position)) ?? null)
}
