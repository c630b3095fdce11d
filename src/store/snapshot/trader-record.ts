import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { GroupSums, MarketResult } from '../../metrics/profit/attribution.ts'
import type { LargestResults, WinsAndLosses } from '../../metrics/profit/results.ts'
import type { DrawdownState } from '../../metrics/risk.ts'
import type { CalibrationBin } from '../../metrics/skill/calibration.ts'
import type { Interval } from '../../metrics/skill/edge.ts'

/** Statistics of the units decided in a period. */
export interface UnitFigures extends WinsAndLosses, LargestResults {
  /** All that were decided, those without a profit or a loss included. */
  readonly decided: number
  /** Those that cost at least a dollar. */
  readonly dollarUnits: number
  readonly sharpeRatio: number | null
  readonly sortinoRatio: number | null
  readonly profitFactor: number | null
}

/** A window's drawdown without its last day, whose close still moves. */
export interface DrawdownRecord {
  readonly before: DrawdownState
  /** Cost of open positions at the cutoff's close. */
  readonly capitalAtRisk: MicroUsd
}

/** How a trader traded in a period: what every behaviour figure is read from. */
export interface BehaviourSums {
  readonly fills: number
  /** UTC days with at least one fill. */
  readonly activeDays: number
  readonly makerFills: number
  readonly knownRoleFills: number
  readonly buys: number
  /** Σ usd² of the fills, in micro-dollars squared. */
  readonly usdSquares: bigint
  /** 24 counts of fills by UTC hour. */
  readonly hours: readonly number[]
  /** Dollars of BUYs in ten bins of price. */
  readonly entryUsd: readonly MicroUsd[]
  /** Lots that closed. */
  readonly lots: number
  /** Their median in hours; null without any. */
  readonly holdingTime: number | null
}

/** A trader's decided units under one label. */
export interface LabelledSums extends GroupSums {
  readonly label: number
}

/**
 * A trader's period without what hangs on today's marks: it stays as it is while only prices move, and with the period's
 * totals it gives the analytics.
 */
export interface PeriodRecord {
  readonly units: UnitFigures
  readonly drawdown: DrawdownRecord
  readonly behaviour: BehaviourSums
  /** Distinct conditions with a fill. */
  readonly markets: number
  /** Dollars traded by category's label, ascending by label. */
  readonly volumeByCategory: readonly (readonly [label: number, usd: MicroUsd])[]
  readonly categories: readonly LabelledSums[]
  readonly tags: readonly LabelledSums[]
  readonly calibration: readonly CalibrationBin[]
  readonly best: readonly MarketResult[]
  readonly worst: readonly MarketResult[]
}

/** Skill statistics of a trader's whole record, without the q-value, which depends on all traders. */
export interface SkillRecord {
  /** Decided units with a cost. */
  readonly units: number
  readonly edge: number | null
  /** Null under 30 units, like the p-value. */
  readonly interval: Interval | null
  readonly pValue: number | null
  /** 16 hex digits that identify the units; null under 30 units, where nothing is worth keeping. */
  readonly print: string | null
}

/** The parts of a trader's analytics, in all periods. */
export interface TraderRecord {
  /** Computed on first use, since its tests cost more than everything else. */
  readonly skill: SkillRecord
  /** A record for each period, in the order of `PERIODS`. */
  readonly periods: readonly PeriodRecord[]
}

export type PositionResult = 'WON' | 'LOST' | 'MIXED' | 'SOLD' | 'MERGED' | 'MOVED'

/** A trader's holding of a token and its flows, at a day's close or the snapshot's place. */
export interface TraderPosition {
  token: number
  /** The number of its unit: all questions of a neg-risk market have the same. */
  unit: number
  /** False if the ledger has seen no share of it come in: such a position decides nothing. */
  isTouched: boolean
  /** Shares are held whose outcome is not known. */
  isOpen: boolean
  /** Null while open. */
  result: PositionResult | null
  /** The day of the first event. */
  openedOn: Day
  /** The day when it was decided; null while open. */
  closedOn: Day | null
  /** The day of the last event. */
  lastDay: Day
  shares: MicroShares
  /** Of the shares held. */
  cost: MicroUsd
  /** Null if unknown. */
  price: MicroPrice | null
  /** At cost where the price is not known. */
  value: MicroUsd
  realized: MicroUsd
  unrealized: MicroUsd
  /** Cost of buys and splits. */
  bought: MicroUsd
  /** Shares that buys and splits brought. */
  boughtShares: MicroShares
  fees: MicroUsd
  volume: MicroUsd
  fills: number
  untracked: MicroShares
  /** Profit by the official rule. */
  official: MicroUsd
}
