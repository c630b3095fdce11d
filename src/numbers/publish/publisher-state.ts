import { PERIODS } from '../../metrics/periods.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import type { Baselines } from '../boards/baselines.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { emptyScoreBook, type ScoreBook } from '../boards/score-book.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import type { Marks } from '../inputs/marks.ts'
import type { AddressOrder } from './address-order.ts'
import { createReplaceableRows, type ReplaceableRows } from './replaceable-rows.ts'

/** Totals of every trader in a period, by trader id; micro-dollars. */
export interface PeriodColumns {
  /** Profit without the unrealized part at the cutoff. */
  settled: Float64Array
  volume: Float64Array
  stake: Float64Array
  fills: Int32Array
}

/** A trader's numbers of a period that prices at the cutoff do not move; those that may be null are NaN then. */
const PERIOD_NUMBERS = [
  'period',
  'realized',
  'markets',
  'winRate',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'peak',
  'worst',
  'peakCapital',
  'capitalAtRisk',
] as const

export type PeriodNumbers = Record<(typeof PERIOD_NUMBERS)[number], number>

/** Totals and scores at the close of the day before. They change only by late events. */
export interface DayBefore {
  /** By period, in the order of `PERIODS`; `settled` is the whole profit. */
  periods: readonly PeriodColumns[]
  scores: ScoreBook
}

/** The publisher's state, updated from one snapshot to the next: everything that boards at the cutoff are computed from. */
export interface PublisherState {
  cutoff: Cutoff
  order: AddressOrder
  marks: Marks
  labels: LabelsByUnit
  /** The ledger's counter of metadata changes when marks and labels were read. */
  meanings: number
  /** Sums of all traders' decided units by label. */
  baselines: Baselines
  /** In the order of `PERIODS`. */
  periods: readonly PeriodColumns[]
  /** 1 for traders with an event, by trader id. */
  known: Uint8Array
  /** The first day on which untracked shares left, by trader id. */
  partialFrom: Int32Array
  /** Holdings at the cutoff. */
  positions: ReplaceableRows<'token' | 'shares' | 'cost'>
  /** Decided units. */
  units: ReplaceableRows<'unit' | 'decidedOn' | 'pnl' | 'cost'>
  /** Numbers by period that boards show of traders. */
  periodNumbers: ReplaceableRows<keyof PeriodNumbers>
  /** Of traders with scores, and of those whom boards have shown since they were counted. */
  botProbability: Map<number, number | null>
  scores: ScoreBook
  dayBefore: DayBefore
  pValues: Map<number, number>
  /** Tests of skill that are not stored yet, by trader id. */
  freshSkills: Map<number, SkillRecord>
  /** Traders whose scores depend on prices by more than their profit. */
  sensitive: Set<number>
}

/** Later than any day. */
export const NEVER = 2 ** 31 - 1

/** A state without events. */
export function emptyState(
  of: Pick<PublisherState, 'cutoff' | 'order' | 'marks' | 'labels' | 'meanings'>,
): PublisherState {
  const size = of.order.hidden.length
  return {
    ...of,
    baselines: new Map(),
    periods: PERIODS.map(() => newColumns(size)),
    known: new Uint8Array(size),
    partialFrom: new Int32Array(size).fill(NEVER),
    positions: createReplaceableRows(['token', 'shares', 'cost'], size),
    units: createReplaceableRows(['unit', 'decidedOn', 'pnl', 'cost'], size),
    periodNumbers: createReplaceableRows(PERIOD_NUMBERS, size),
    botProbability: new Map(),
    scores: emptyScoreBook(),
    dayBefore: { periods: PERIODS.map(() => newColumns(size)), scores: emptyScoreBook() },
    pValues: new Map(),
    freshSkills: new Map(),
    sensitive: new Set(),
  }
}

/** Grows the arrays for new trader ids, with some spare room. */
export function growState(state: PublisherState): PublisherState {
  const needed = state.order.hidden.length
  if (needed <= state.known.length) return state
  const size = Math.ceil(1.1 * needed)
  const grown = (all: readonly PeriodColumns[]) =>
    all.map((columns) => {
      const larger = newColumns(size)
      for (const name of ['settled', 'volume', 'stake', 'fills'] as const) larger[name].set(columns[name])
      return larger
    })
  const known = new Uint8Array(size)
  known.set(state.known)
  const partialFrom = new Int32Array(size).fill(NEVER)
  partialFrom.set(state.partialFrom)
  const dayBefore = { ...state.dayBefore, periods: grown(state.dayBefore.periods) }
  return { ...state, periods: grown(state.periods), dayBefore, known, partialFrom }
}

/** Columns of traders who did nothing, for ids below `size`. */
export function newColumns(size: number): PeriodColumns {
  return {
    settled: new Float64Array(size),
    volume: new Float64Array(size),
    stake: new Float64Array(size),
    fills: new Int32Array(size),
  }
}
