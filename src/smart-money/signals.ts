import { payoutPrices } from '../ledger/holding.ts'
import {
  type ConditionId,
  type Day,
  MICRO,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, type From, known, statement } from '../store/engine/statement.ts'
import { marketOf, withResolutions } from '../store/markets/market-facts.ts'
import type { MarketName, Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { CONDITIONS, MARKETS } from '../store/tables.ts'
import { type Grade, type GradedSignal, gradeOf } from './performance.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'
import {
  divergenceOf,
  type Side,
  type SignalKind,
  type SmartCohort,
  type Stance,
  yesShareOf,
} from './stance.ts'

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

/** A cohort's stance in a market, as answers show it. */
export interface SignalRow {
  /** Null: the members of a screen. */
  cohort: SmartCohort | null
  /** The Monday that the cohort's members are fixed at; the day of a screen's. */
  week: Day
  /** Null if the stance is no signal. */
  kind: SignalKind | null
  side: Side | null
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** The price of a YES share, the YES shares' fraction and their difference, in millionths. */
  price: number
  yesShare: number
  divergence: number
  value: MicroUsd
  members: number
  /** The last event that the grade counts. */
  cutoff: Snapshot['cutoff']
  grade: Grade
}

/** A signal from the chain, graded with the facts known at a cutoff. */
export function recordedSignal(
  signal: StoredSignal,
  cohort: SmartCohort,
  cutoff: Snapshot['cutoff'],
): SignalRow {
  const { week, kind, side, condition, question, slug, category, price, value, members } = signal
  const numbers = { price, yesShare: yesShareOf(signal), divergence: divergenceOf(signal), value, members }
  const grade = gradeAt(signal, cutoff.time)
  return { cohort, week, kind, side, condition, question, slug, category, ...numbers, cutoff, grade }
}

type Result = Pick<StoredSignal, 'market' | 'side' | 'price' | 'payouts' | 'resolvedTime'>

/** A signal as {@link performanceOf} takes it. */
export function gradedSignal(signal: Result, upTo: Seconds): GradedSignal {
  return { market: signal.market, side: signal.side, price: sidePrice(signal), ...gradeAt(signal, upTo) }
}

function gradeAt(signal: Omit<Result, 'market'>, upTo: Seconds): Grade {
  const { payouts, resolvedTime } = signal
  const isKnown = payouts !== null && resolvedTime !== null && resolvedTime <= upTo
  const yesPayout = isKnown ? (payoutPrices(JSON.parse(payouts))[0] ?? null) : null
  return gradeOf(signal.side, sidePrice(signal), yesPayout)
}

function sidePrice({ side, price }: Pick<StoredSignal, 'side' | 'price'>): number {
  return side === 'YES' ? price : MICRO - price
}

/** A cohort's current stance, with its kind of signal if any. */
export function currentSignal(
  stance: Stance,
  { cohort, week, kind, side, cutoff }: Pick<SignalRow, 'cohort' | 'week' | 'kind' | 'side' | 'cutoff'>,
  name: MarketName | undefined,
): SignalRow {
  const { condition, category, price, value, members } = stance
  const { question, slug } = name ?? { question: null, slug: null }
  const numbers = { price, yesShare: yesShareOf(stance), divergence: divergenceOf(stance), value, members }
  const grade: Grade = { outcome: 'OPEN', payout: null, return: null }
  return { cohort, week, kind, side, condition, question, slug, category, ...numbers, cutoff, grade }
}
