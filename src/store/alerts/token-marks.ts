import { payoutPrices } from '../../ledger/payouts.ts'
import { MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'

/** A token at a moment. */
export interface TokenMoment {
  token: number
  time: Seconds
}

interface Facts {
  outcome: number | null
  sibling: number | null
  payouts: string | null
  resolvedTime: Seconds | null
}

interface LastFill {
  shares: number
  usd: number
  time: Seconds
  key: number
}

const TYPES = { token: 'int', time: 'int' } as const

const FACTS =
  'SELECT o.outcome, c.payouts, c.resolved_time AS "resolvedTime", ' +
  '(SELECT MIN(s.id) FROM tokens s WHERE s.condition_id = o.condition_id AND s.id <> o.id HAVING COUNT(*) = 1) AS sibling ' +
  'FROM tokens o LEFT JOIN conditions c ON c.id = o.condition_id WHERE o.id = :token'

const LAST_FILL =
  `SELECT f.shares, f.usd, f.time, f.key FROM fills f WHERE f.token_id = :token AND f.time <= :time AND f.shares >= ${MICRO} ` +
  'AND f.usd <= f.shares ORDER BY f.time DESC, f.key DESC LIMIT 1'

/**
 * The mark of each token at each moment (methodology §3), to the second: the payout once it is resolved, else the last
 * fill of at least one share, of the token or, where there are two outcomes, of the other; null where there is none.
 * Three statements, whatever the number of moments; relies on the index of fills by (token, time).
 */
export async function marksAt(sql: Sql, moments: readonly TokenMoment[]): Promise<(MicroPrice | null)[]> {
  const token = moments.map((moment) => moment.token)
  const time = moments.map((moment) => moment.time)
  const facts = await sql.findEach<Facts>({ token: 'int' }, { token }, moments.length, FACTS)
  const own = await sql.findEach<LastFill>(TYPES, { token, time }, moments.length, LAST_FILL)
  const sibling = facts.map((known) => known?.sibling ?? 0)
  const others = await sql.findEach<LastFill>(TYPES, { token: sibling, time }, moments.length, LAST_FILL)
  return moments.map((moment, i) => payoutAt(facts[i], moment.time) ?? lastPrice(own[i], others[i]))
}

function payoutAt(facts: Facts | undefined, time: Seconds): MicroPrice | null {
  if (!facts || facts.outcome === null || facts.payouts === null) return null
  if (facts.resolvedTime === null || facts.resolvedTime > time) return null
  return payoutPrices(JSON.parse(facts.payouts))[facts.outcome] ?? null
}

function lastPrice(own: LastFill | undefined, other: LastFill | undefined): MicroPrice | null {
  if (own && (!other || own.time > other.time || (own.time === other.time && own.key > other.key)))
    return priceOf(own)
  const price = other ? priceOf(other) : null
  return price === null ? null : MICRO - price
}

function priceOf(fill: LastFill): MicroPrice | null {
  return fillPrice({ token: 0, ...fill })
}
