import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
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

/**
 * Returns a trader's purchases less its sales, in shares and in dollars.
 * @param isMirror true to count them in the market's other token: a share bought of one is a share sold of the other, at 1 less the price
 */
export function netFlow(
  { boughtShares, boughtUsd, soldShares, soldUsd }: Omit<TraderFlow, 'week'>,
  isMirror: boolean,
): { shares: MicroShares; usd: MicroUsd } {
  const [shares, usd] = [boughtShares - soldShares, boughtUsd - soldUsd]
  return isMirror ? { shares: -shares, usd: usd - shares } : { shares, usd }
}

/** A trader's fills of a token within a range of time. */
export interface TraderTrading extends Omit<TraderFlow, 'week'> {
  fills: number
  /** The range of their prices, of fills that make one; null without any. */
  lowest: MicroPrice | null
  highest: MicroPrice | null
  /** The time of the last one. */
  last: Seconds
}

/** The fills of some traders after a time, up to a place. */
export interface TradingAsked {
  traders: readonly number[]
  after: Seconds
  upTo: PlaceBound
}

/** The clock begins on a Thursday; weeks begin on a Monday. */
const WEEK = `time - (time + ${3 * DAY_SECONDS}) % ${7 * DAY_SECONDS}`

const sum = (column: string, side: 0 | 1) =>
  `CAST(SUM(CASE WHEN side = ${side} THEN ${column} ELSE 0 END) AS BIGINT)`
const SUMS =
  `${sum('shares', 0)} AS "boughtShares", ${sum('usd', 0)} AS "boughtUsd", ` +
  `${sum('shares', 1)} AS "soldShares", ${sum('usd', 1)} AS "soldUsd"`
/** A fill's price where it makes one, as `fillPrice` has it. */
const PRICE = `CASE WHEN shares >= ${MICRO} AND usd <= shares THEN CAST(usd AS DOUBLE PRECISION) / shares END`

/**
 * Traders' buys and sells of some tokens in a range of time, unordered: a row for each trader, token and week, or two if it is
 * partly sealed. One statement and at most one read of sealed files, along the index by token and time.
 */
export async function readFlows(
  sql: Sql,
  { tokens, since, before, upTo }: FlowsAsked,
): Promise<TraderFlow[]> {
  const filter = { tokens, since, before, upTo }
  const rows = await ledgerOf(sql).events<Omit<TraderFlow, 'week'> & { monday: Seconds }>('FILLS', filter, {
    select: `owner_id AS trader, token_id AS token, ${WEEK} AS monday, ${SUMS}`,
    end: `GROUP BY owner_id, token_id, ${WEEK}`,
  })
  return rows.map(({ monday, ...row }) => ({ ...row, week: dayOf(monday) }))
}

/** The fills of some traders, added up by trader and token, in no order. Along the index by trader and time. */
export async function readTrading(sql: Sql, asked: TradingAsked): Promise<TraderTrading[]> {
  const { traders: owners, after, upTo } = asked
  const filter = { owners, since: after + 1, upTo }
  const rows = await ledgerOf(sql).events<TraderTrading>('FILLS', filter, {
    select:
      `owner_id AS trader, token_id AS token, ${SUMS}, CAST(COUNT(*) AS BIGINT) AS fills, MAX(time) AS last, ` +
      `MIN(${PRICE}) AS lowest, MAX(${PRICE}) AS highest`,
    end: 'GROUP BY owner_id, token_id',
  })
  // A position that is partly sealed has a row of each age.
  const groups = Map.groupBy(rows, ({ trader, token }) => `${trader} ${token}`)
  return [...groups.values()].map((parts) => parts.reduce(joined)).map(inMicro)
}

function joined(one: TraderTrading, other: TraderTrading): TraderTrading {
  return {
    trader: one.trader,
    token: one.token,
    boughtShares: one.boughtShares + other.boughtShares,
    boughtUsd: one.boughtUsd + other.boughtUsd,
    soldShares: one.soldShares + other.soldShares,
    soldUsd: one.soldUsd + other.soldUsd,
    fills: one.fills + other.fills,
    lowest: endOf(Math.min, one.lowest, other.lowest),
    highest: endOf(Math.max, one.highest, other.highest),
    last: Math.max(one.last, other.last),
  }
}

function endOf(of: typeof Math.min, ...prices: readonly (number | null)[]): number | null {
  const known = prices.filter((price) => price !== null)
  return known.length === 0 ? null : of(...known)
}

function inMicro(row: TraderTrading): TraderTrading {
  const micro = (price: number | null) => (price === null ? null : Math.round(price * MICRO))
  return { ...row, lowest: micro(row.lowest), highest: micro(row.highest) }
}
