import type { ConditionId, Day, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** A signal of the chain, and what became of its market. */
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
  /** What a YES share cost when it was made. */
  price: MicroPrice
  /** The payout numerators as JSON, and when they were known; null while the market is open. */
  payouts: string | null
  resolvedTime: Seconds | null
}

/** Which signals are read. */
export interface SignalFilter {
  cohort: string
  kind: StoredSignal['kind']
  /** Weeks from the first to the last, both included. */
  from: Day
  to: Day
}

/**
 * The signals of a cohort's weeks that were not recalled, in the order of the chain. One statement; relies on the index
 * (cohort, week, seq).
 */
export function readSignals(sql: Sql, { cohort, kind, from, to }: SignalFilter): Promise<StoredSignal[]> {
  return sql.all<StoredSignal>(
    'SELECT s.kind, s.cohort, s.week, s.condition_id AS market, c.condition, m.question, m.slug, s.category, s.side, s.members, ' +
      's.yes_value AS "yesValue", s.value, s.price, c.payouts, c.resolved_time AS "resolvedTime" FROM smart_signals s ' +
      'JOIN conditions c ON c.id = s.condition_id LEFT JOIN markets m ON m.condition_id = c.id ' +
      'WHERE s.cohort = ? AND s.week BETWEEN ? AND ? AND s.kind = ? AND NOT EXISTS (SELECT 1 FROM smart_signals r ' +
      "WHERE r.cohort = s.cohort AND r.week = s.week AND r.seq > s.seq AND r.kind = 'RECALL') ORDER BY s.seq",
    [cohort, from, to, kind],
  )
}
