import type { Day } from '../ledger/quantities.ts'
import { decidedUnits } from '../metrics/decided-units.ts'
import { type DailyClose, type PnlPoint, pnlSeries } from '../metrics/pnl-series.ts'
import { accountsOf } from './accounts.ts'
import type { DailyCloser } from './daily-closes.ts'
import type { Marks } from './marks.ts'
import type { Moments, Window } from './moments.ts'
import { lifetimeOf, type StatsRow, statsRow } from './stats-row.ts'
import { touchedTokens } from './touched-tokens.ts'
import type { TraderLedger } from './trader-ledger.ts'
import { type WindowTotals, windowTotals } from './window-totals.ts'

/** What every trader's computation shares. */
export interface World {
  marks: Marks
  moments: Moments
  closesOf: DailyCloser
}

/** A trader's part of a snapshot. */
export interface TraderResult {
  trader: number
  /** One row a period in which anything can have moved; all time always. */
  stats: StatsRow[]
  /** The daily series before the cutoff's day as JSON, or null where no such day has a point. */
  history: string | null
  /** The cutoff's day; null where it has no point. */
  close: { volume: number; fills: number } | null
  /** Totals by window, in the moments' order. */
  windows: WindowTotals[]
  previous: WindowTotals[]
  /** The ledger has gaps: shares left that never came. */
  isPartial: boolean
}

/** Computes everything that a snapshot tells of one trader, from that trader's ledger and the shared marks. */
export function computeTrader(ledger: TraderLedger, { marks, moments, closesOf }: World): TraderResult {
  const accounts = accountsOf(ledger, marks, moments)
  const cutoffDay = moments.days.at(-1) ?? 0
  const units = decidedUnits(touchedTokens(ledger, marks, cutoffDay))
  const life = lifetimeOf(ledger, accounts, units, marks.condition)
  const totalsOf = (window: Window) => windowTotals(accounts, window)
  const windows = moments.windows.map(totalsOf)
  const stats = moments.windows.flatMap((window, i) => {
    const totals = windows[i]
    const isKept = window.before === null || totals?.active
    return totals && isKept ? [statsRow(life, totals, window, moments)] : []
  })
  return {
    trader: ledger.trader,
    stats,
    ...seriesOf(closesOf(ledger), cutoffDay),
    windows,
    previous: moments.previous.map(totalsOf),
    isPartial: life.untracked > 0,
  }
}

/** The series in its two parts, which the store keeps apart. */
function seriesOf(closes: readonly DailyClose[], cutoffDay: Day): Pick<TraderResult, 'history' | 'close'> {
  const points = pnlSeries(closes, null)
  const isLast = points.at(-1)?.day === cutoffDay
  const close = closes.at(-1)
  return {
    history: pointsText(isLast ? points.slice(0, -1) : points),
    close: isLast && close ? { volume: close.volume, fills: close.trades } : null,
  }
}

/** JSON by hand: whole numbers print the same, in a third of the time. */
function pointsText(points: readonly PnlPoint[]): string | null {
  if (points.length === 0) return null
  const texts = points.map(({ day, pnl, realizedPnl, volume }) => `[${day},${pnl},${realizedPnl},${volume}]`)
  return `[${texts.join(',')}]`
}
