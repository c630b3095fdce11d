import type { ConditionId, Day, MicroPrice, MicroUsd, Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, type From, known, statement } from '../store/engine/statement.ts'
import { marketOf, withResolutions } from '../store/markets/market-facts.ts'
import { CONDITIONS, MARKETS } from '../store/tables.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

/** A signal of the chain, with its market's result. */
export interface StoredSignal {
  kind: 'OPPORTUNITY' | 'CONSENSUS' | 'HIGHLIGHT'
  cohort: string
  week: Day
  market: number
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  side: 'YES' | 'NO'
  members: number
  yesValue: MicroUsd
  value: MicroUsd
  /** The price of a YES share when it was made. */
  price: MicroPrice
  /** The payout numerators as JSON, and the time that they became known; null while the market is open. */
  payouts: string | null
  resolvedTime: Seconds | null
}

export interface SignalFilter {
  cohort: string
  kind: StoredSignal['kind']
  /** Weeks from the first to the last, both included. */
  from: Day
  to: Day
}

/** The record that recalls the week of a signal `s`. */
const recallOf = (from: From) =>
  from(as(SMART_SIGNALS, 'r'))
    .select(from.raw('1'))
    .whereColumn('r.cohort', 's.cohort')
    .whereColumn('r.week', 's.week')
    .whereColumn('r.seq', '>', 's.seq')
    .where('r.kind', 'RECALL')
const SIGNALS = statement((from, given: SignalFilter) =>
  from(as(SMART_SIGNALS, 's'))
    .join(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select(
      from.raw<{ kind: StoredSignal['kind'] }>('s.kind'),
      's.cohort',
      's.week',
      known('s.condition_id as market'),
      'c.condition',
      'm.question',
      'm.slug',
      's.category',
      known('s.side'),
      's.members',
      known('s.yes_value'),
      known('s.value'),
      known('s.price'),
      'c.payouts',
      'c.resolved_time',
    )
    .where('s.cohort', given.cohort)
    .whereBetween('s.week', [given.from, given.to])
    .where('s.kind', given.kind)
    .whereNotExists(recallOf(from))
    .orderBy('s.seq'),
)

/**
 * The signals of a cohort's weeks without the recalled ones, in the order of the chain, with results as they are or as of a version.
 * One statement, at a version up to three; relies on the index (cohort, week, seq).
 */
export async function readSignals(
  sql: Sql,
  filter: SignalFilter,
  at: number | null = null,
): Promise<StoredSignal[]> {
  return withResolutions(sql, await SIGNALS.all(sql, filter), marketOf, at)
}
