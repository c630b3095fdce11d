import type { Address, ConditionId, Day, MicroUsd } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/running-sum.ts'
import type { TokenRecord } from '../windows/trader-days.ts'
import type { WindowTotals } from '../windows/windows-of.ts'

/** The labels of a unit by number; their names are looked up when shown. */
export interface UnitLabels {
  readonly category: number | null
  readonly tags: readonly number[]
}

/** A day with an event of the trader, or a new mark of something held. */
export interface DayClose {
  readonly day: Day
  /** Realized plus unrealized since the first event, at the day's close. */
  readonly pnl: MicroUsd
  /** Cost of the positions that are open at the day's close. */
  readonly capitalAtRisk: MicroUsd
}

/** How a trader traded on one UTC day. */
export interface BehaviourDay {
  readonly day: Day
  readonly fills: number
  readonly buys: number
  readonly makerFills: number
  /** Fills whose role is known. */
  readonly knownRoleFills: number
  /** Σ usd² of the fills, in micro-dollars squared. */
  readonly usdSquares: ExactTotal
  /** Hours, dollars of BUYs by price bin and held times, one after the other: nearly all are empty. */
  readonly lists: readonly number[]
}

/** A window's totals as the analytics read them. */
export type PeriodTotals = Pick<WindowTotals, 'pnl' | 'realized' | 'unrealized' | 'volume' | 'fills' | 'roi'>

/** Everything that one trader's analytics are computed from; events after the cutoff are in none of it. */
export interface TraderFacts {
  readonly address: Address
  readonly cutoffDay: Day
  /** Totals of each period, in the order of `PERIODS`. */
  readonly totals: readonly PeriodTotals[]
  readonly tokens: readonly TokenRecord[]
  /** By unit; one that is not in it has neither category nor tags. */
  readonly labels: ReadonlyMap<number, UnitLabels>
  /** Ascending by day. */
  readonly closes: readonly DayClose[]
  readonly behaviour: readonly BehaviourDay[]
  /** Dollars traded by category's label, for each period in the order of `PERIODS`. */
  readonly volumeByCategory: readonly ReadonlyMap<number, MicroUsd>[]
  /** A condition's id on the chain, by which equal results are ordered. */
  readonly conditionId: (condition: number) => ConditionId
}
