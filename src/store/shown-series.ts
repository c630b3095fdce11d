import type { Day } from '../ledger/quantities.ts'
import { seriesFrom } from './series-text.ts'
import type { SeriesPoint } from './snapshot-reader.ts'

/** The close of the cutoff's day as the store holds it; amounts in micro-units. */
export interface StoredClose {
  pnl: number
  realized: number
  volume: number
  fills: number
}

/**
 * A trader's series with its last point.
 * @param history points of the days before the cutoff's (series-text.ts); null where there are none
 * @param close of the cutoff's day; null where nothing happened on it
 */
export function shownSeries(history: string | null, day: Day, close: StoredClose | null): SeriesPoint[] {
  const points = history === null ? [] : seriesFrom(history)
  const last = points.at(-1) ?? { pnl: 0, realized: 0 }
  // A price that came back to where it was leaves a day without a trade as if nothing had happened.
  if (close && (close.fills > 0 || close.pnl !== last.pnl || close.realized !== last.realized))
    points.push({ day, pnl: close.pnl, realized: close.realized, volume: close.volume })
  return points
}
