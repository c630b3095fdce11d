import { payoutPrices } from '../../ledger/payouts.ts'
import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { TokenMoment } from '../ledger/ledger.ts'
import { priceByEither } from '../markets/last-close.ts'
import { lastPrices } from '../markets/last-prices.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'

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
