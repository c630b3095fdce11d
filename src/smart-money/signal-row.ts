import { payoutPrices } from '../ledger/payouts.ts'
import { type ConditionId, type Day, MICRO, type MicroUsd, type Seconds } from '../ledger/quantities.ts'
import type { MarketName, Snapshot } from '../store/snapshot/snapshot-reader.ts'
import type { GradedSignal } from './performance.ts'
import { type Grade, gradeOf } from './performance.ts'
import type { SignalKind } from './signal-kind.ts'
import type { StoredSignal } from './signals.ts'
import type { SmartCohort } from './smart-cohorts.ts'
import { divergenceOf, type Side, type Stance, yesShareOf } from './stance.ts'

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

/** A signal from the chain as {@link performanceOf} takes it. */
export function gradedSignal(signal: StoredSignal, upTo: Seconds): GradedSignal {
  return { market: signal.market, side: signal.side, price: sidePrice(signal), ...gradeAt(signal, upTo) }
}

function gradeAt(signal: StoredSignal, upTo: Seconds): Grade {
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
