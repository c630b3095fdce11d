import { payoutPrices } from '../../ledger/holding.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import { ledgerOf, type TokenMoment } from '../ledger/ledger.ts'
import { CONDITIONS, PRICE_DAYS, TOKENS } from '../tables.ts'

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

/** A token's own last close: its price, and the fill's place among all events. */
export interface LastClose {
  price: MicroPrice
  time: Seconds
  key: number
}

/** The close of a token at or before a day. Relies on the key of price_days. */
export const LAST_CLOSE = statement((from, { token, day }: { token: number; day: Day }) =>
  from(as(PRICE_DAYS, 'p'))
    .select('p.close as price', 'p.time', 'p.key')
    .where('p.token_id', token)
    .where('p.day', '<=', day)
    .orderBy('p.day', 'desc')
    .limit(1),
)

/**
 * The price of an outcome of a market of two by its last fill, or by the complement of the other's; null without a
 * fill.
 */
export function priceByEither(own: LastClose | undefined, other: LastClose | undefined): MicroPrice | null {
  if (own && (!other || own.time > other.time || (own.time === other.time && own.key > other.key)))
    return own.price
  return other ? MICRO - other.price : null
}

interface Facts {
  outcome: number | null
  sibling: number | null
  payouts: string | null
  resolvedTime: Seconds | null
}

const SIBLING =
  '(SELECT MIN(s.id) FROM tokens s WHERE s.condition_id = o.condition_id AND s.id <> o.id HAVING COUNT(*) = 1) AS sibling'
const FACTS = statement((from, { token }: { token: number }) =>
  from(as(TOKENS, 'o'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'o.condition_id')
    .select(
      'o.outcome',
      'c.payouts',
      'c.resolved_time as resolvedTime',
      from.raw<{ sibling: number | null }>(SIBLING),
    )
    .where('o.id', token),
)

/**
 * The mark of each token at each moment (methodology §3), to the second: the payout once it is resolved, else the last
 * fill of at least one share, of the token or, in a market of two outcomes, of the other; null for none. A fixed number
 * of statements, regardless of the number of moments; relies on the index of fills by (token, time).
 */
export async function marksAt(sql: Sql, moments: readonly TokenMoment[]): Promise<(MicroPrice | null)[]> {
  const token = moments.map((moment) => moment.token)
  const facts = await FACTS.each(sql, { token: 'int' }, { token }, moments.length)
  const siblings = facts.map((known, i) => ({ token: known?.sibling ?? 0, time: moments[i]?.time ?? 0 }))
  const last = await lastPrices(sql, [...moments, ...siblings])
  return moments.map(
    (moment, i) => payoutAt(facts[i], moment.time) ?? priceByEither(last[i], last[moments.length + i]),
  )
}

function payoutAt(facts: Facts | undefined, time: Seconds): MicroPrice | null {
  if (!facts || facts.outcome === null || facts.payouts === null) return null
  if (facts.resolvedTime === null || facts.resolvedTime > time) return null
  return payoutPrices(JSON.parse(facts.payouts))[facts.outcome] ?? null
}
