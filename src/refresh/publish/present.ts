import { PERIODS } from '../../metrics/periods.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import type { Baselines } from '../boards/baselines.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { emptyScoreBook, type ScoreBook } from '../boards/score-book.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import type { Marks } from '../inputs/marks.ts'
import type { AddressOrder } from './address-order.ts'
import { createReplaceableRows, type ReplaceableRows } from './replaceable-rows.ts'

/** What every trader did in a period, by trader id; micro-dollars. */
export interface PeriodColumns {
  /** Profit without what is unrealized at the cutoff. */
  settled: Float64Array
  volume: Float64Array
  stake: Float64Array
  fills: Int32Array
}

/** What the close of the day before told: that changes only where something comes late. */
export interface DayBefore {
  /** By period, in the order of `PERIODS`; `settled` is the whole profit. */
  periods: readonly PeriodColumns[]
  scores: ScoreBook
}

/** What moves from one snapshot to the next: everything that boards at the cutoff are made from. */
export interface Present {
  cutoff: Cutoff
  order: AddressOrder
  marks: Marks
  labels: LabelsByUnit
  /** What the ledger counted as changes of what tokens mean when marks and labels were read. */
  meanings: number
  /** Everybody's decided units by label. */
  baselines: Baselines
  /** In the order of `PERIODS`. */
  periods: readonly PeriodColumns[]
  /** 1 for who has an event, by trader id. */
  known: Uint8Array
  /** The first day on which shares left that were not seen to come, by trader id. */
  partialFrom: Int32Array
  /** What is held at the cutoff. */
  positions: ReplaceableRows<'token' | 'shares' | 'cost'>
  /** Decided units. */
  units: ReplaceableRows<'unit' | 'decidedOn' | 'pnl' | 'cost'>
  scores: ScoreBook
  dayBefore: DayBefore
  pValues: Map<number, number>
  /** Tests of skill that the store does not know yet, by trader id. */
  freshSkills: Map<number, SkillRecord>
  /** Whose scores a price moves in other ways than by their profit. */
  sensitive: Set<number>
}

/** The day of what never came. */
export const NEVER = 2 ** 31 - 1

/** A present in which nothing has happened. */
export function emptyPresent(
  of: Pick<Present, 'cutoff' | 'order' | 'marks' | 'labels' | 'meanings'>,
): Present {
  const size = of.order.hidden.length
  return {
    ...of,
    baselines: new Map(),
    periods: PERIODS.map(() => newColumns(size)),
    known: new Uint8Array(size),
    partialFrom: new Int32Array(size).fill(NEVER),
    positions: createReplaceableRows(['token', 'shares', 'cost'], size),
    units: createReplaceableRows(['unit', 'decidedOn', 'pnl', 'cost'], size),
    scores: emptyScoreBook(),
    dayBefore: { periods: PERIODS.map(() => newColumns(size)), scores: emptyScoreBook() },
    pValues: new Map(),
    freshSkills: new Map(),
    sensitive: new Set(),
  }
}

/** Makes room for traders whose ids are new: a little more than is needed, for more will come. */
export function growPresent(present: Present): Present {
  const needed = present.order.hidden.length
  if (needed <= present.known.length) return present
  const size = Math.ceil(1.1 * needed)
  const grown = (all: readonly PeriodColumns[]) =>
    all.map((columns) => {
      const larger = newColumns(size)
      for (const name of ['settled', 'volume', 'stake', 'fills'] as const) larger[name].set(columns[name])
      return larger
    })
  const known = new Uint8Array(size)
  known.set(present.known)
  const partialFrom = new Int32Array(size).fill(NEVER)
  partialFrom.set(present.partialFrom)
  const dayBefore = { ...present.dayBefore, periods: grown(present.dayBefore.periods) }
  return { ...present, periods: grown(present.periods), dayBefore, known, partialFrom }
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
