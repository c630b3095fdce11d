import { type Interval, wilsonInterval } from '../../metrics/skill/wilson-interval.ts'
import type { RecordSums } from '../../store/alerts/record-sums.ts'

/** How the radar's alerts have done, all of them or those of one board. */
export interface RadarRecord {
  /** The board's id, or null for all alerts. */
  board: string | null
  /** Alerts that stand. */
  alerts: number
  /** Those whose token has paid all or nothing. */
  decided: number
  /** The share of decided alerts that were right; null where none is decided. */
  hitRate: number | null
  /** Wilson 95%. */
  hitRateInterval: Interval | null
  /** The share of hits that the prices paid stood for: the mean price of a BUY, 1 less it of a SELL. */
  impliedRate: number | null
  /** Mean of side · (mark − price) an hour and a day after the fill, in dollars a share; null where none is marked. */
  markoutAfterHour: number | null
  markoutAfterDay: number | null
}

/** How exact a record's means are, and of how many alerts they must be. */
export interface RecordPrecision {
  /** What means are rounded to a multiple of, as parts of 1; null: exact. */
  steps: number | null
  /** Alerts below which a mean is null. */
  least: number
}

/** For Pro callers, who see each alert. */
export const EXACT_RECORD: RecordPrecision = { steps: null, least: 1 }
/** For everybody: the change that one alert makes to an exact mean would reveal its price, from one week to the next. */
export const PUBLIC_RECORD: RecordPrecision = { steps: 100, least: 20 }

/** The record of all alerts, then of each board; an alert of two boards counts for both. */
export function radarRecords(
  sums: readonly RecordSums[],
  precision = EXACT_RECORD,
): [RadarRecord, ...RadarRecord[]] {
  const boards = [...new Set(sums.flatMap((row) => row.boards.split(' ')))].sort()
  const ofBoard = (board: string) => sums.filter((row) => row.boards.split(' ').includes(board))
  return [
    recordOf(null, sums, precision),
    ...boards.map((board) => recordOf(board, ofBoard(board), precision)),
  ]
}

function recordOf(
  board: string | null,
  rows: readonly RecordSums[],
  { steps, least }: RecordPrecision,
): RadarRecord {
  const sum = (field: Exclude<keyof RecordSums, 'boards'>) =>
    rows.reduce((total, row) => total + row[field], 0)
  const rounded = (value: number) => (steps === null ? value : Math.round(value * steps) / steps)
  const mean = (field: Parameters<typeof sum>[0], over: number) =>
    over < least ? null : rounded(sum(field) / over)
  const decided = sum('decided')
  const interval = decided < least ? null : wilsonInterval(sum('hits'), decided)
  return {
    board,
    alerts: sum('alerts'),
    decided,
    hitRate: mean('hits', decided),
    hitRateInterval: interval && [rounded(interval[0]), rounded(interval[1])],
    impliedRate: mean('implied', decided),
    markoutAfterHour: mean('hourMove', sum('hours')),
    markoutAfterDay: mean('dayMove', sum('days')),
  }
}
