import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PlaceBound } from '../ledger/place.ts'

/** A trader's buys and sells of a token within an ISO week. */
export interface TraderFlow {
  trader: number
  token: number
  /** The Monday. */
  week: Day
  boughtShares: MicroShares
  boughtUsd: MicroUsd
  soldShares: MicroShares
  soldUsd: MicroUsd
}

export interface FlowsAsked {
  tokens: readonly number[]
  /** Fills at this second or later, and before that one. */
  since: Seconds
  before: Seconds
  /** The last place that counts. */
  upTo: PlaceBound
}

/** The clock begins on a Thursday; weeks begin on a Monday. */
const WEEK = `time - (time + ${3 * DAY_SECONDS}) % ${7 * DAY_SECONDS}`

/**
 * Traders' buys and sells of some tokens in a range of time, unordered: a row for each trader, token and week, or two if it is
 * partly sealed. One statement and at most one read of sealed files, along the index by token and time.
 */
export async function readFlows(
  sql: Sql,
  { tokens, since, before, upTo }: FlowsAsked,
): Promise<TraderFlow[]> {
  const sum = (column: string, side: 0 | 1) =>
    `CAST(SUM(CASE WHEN side = ${side} THEN ${column} ELSE 0 END) AS BIGINT)`
  const filter = { tokens, since, before, upTo }
  const rows = await ledgerOf(sql).events<Omit<TraderFlow, 'week'> & { monday: Seconds }>('FILLS', filter, {
    select:
      `owner_id AS trader, token_id AS token, ${WEEK} AS monday, ${sum('shares', 0)} AS "boughtShares", ${sum('usd', 0)} AS "boughtUsd", ` +
      `${sum('shares', 1)} AS "soldShares", ${sum('usd', 1)} AS "soldUsd"`,
    end: `GROUP BY owner_id, token_id, ${WEEK}`,
  })
  return rows.map(({ monday, ...row }) => ({ ...row, week: dayOf(monday) }))
}
