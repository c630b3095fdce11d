import { type Interval, wilsonInterval } from '../../metrics/skill/wilson-interval.ts'
import type { RecordSums } from './record-sums.ts'

/** The track record of the radar's alerts, of all or of one board. */
export interface RadarRecord {
  /** The board's id, or null for all alerts. */
  board: string | null
  /** Excludes retracted ones. */
  alerts: number
  /** Alerts with a token that paid all or nothing. */
  decided: number
  /** The fraction of decided alerts that were right; null without any. */
  hitRate: number | null
  /** Wilson 95%. */
  hitRateInterval: Interval | null
  /** The fraction of hits that the prices implied: the mean of the price for a BUY, of 1 less the price for a SELL. */
  impliedRate: number | null
  /** Mean of side · (mark − price) an hour and a day after the fill, in dollars a share; null without marks. */
  markoutAfterHour: number | null
  markoutAfterDay: number | null
}

/** The record of all alerts, then of each board; an alert of two boards counts for both. */
export function radarRecords(sums: readonly RecordSums[]): [RadarRecord, ...RadarRecord[]] {
  const boards = [...new Set(sums.flatMap((row) => row.boards.split(' ')))].sort()
  const ofBoard = (board: string) => sums.filter((row) => row.boards.split(' ').includes(board))
  return [recordOf(null, sums), ...boards.map((board) => recordOf(board, ofBoard(board)))]
}

function recordOf(board: string | null, rows: readonly RecordSums[]): RadarRecord {
  const sum = (field: Exclude<keyof RecordSums, 'boards'>) =>
    rows.reduce((total, row) => total + row[field], 0)
  const mean = (field: Parameters<typeof sum>[0], over: number) => (over === 0 ? null : sum(field) / over)
  const decided = sum('decided')
  return {
    board,
    alerts: sum('alerts'),
    decided,
    hitRate: mean('hits', decided),
    hitRateInterval: decided === 0 ? null : wilsonInterval(sum('hits'), decided),
    impliedRate: mean('implied', decided),
    markoutAfterHour: mean('hourMove', sum('hours')),
    markoutAfterDay: mean('dayMove', sum('days')),
  }
}
