import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { ratioOf } from '../../metrics/ratio-of.ts'
import { drawdownAfter, NO_DRAWDOWN } from '../../metrics/risk/drawdown-state.ts'
import type { DrawdownRecord } from '../../store/snapshot/trader-record.ts'
import type { DayClose } from './trader-facts.ts'

/**
 * The drawdown up to the day before the cutoff's, from closes ascending by day; a day without one has the
 * close of the day before it. `before` is the day before the window, null for all time.
 */
export function drawdownBeforeCutoff(
  closes: readonly DayClose[],
  before: Day | null,
  cutoffDay: Day,
): DrawdownRecord {
  const start = before ?? Number.NEGATIVE_INFINITY
  const first = firstAfter(closes, start)
  const opening = closes[first - 1]
  const base = opening?.pnl ?? 0
  let state = NO_DRAWDOWN
  // Holdings at the window's start are at risk on its first day, with or without events.
  if (opening) state = drawdownAfter(state, { pnl: 0, capitalAtRisk: opening.capitalAtRisk })
  const end = firstAfter(closes, cutoffDay - 1)
  for (let i = first; i < end; i++) {
    const { pnl = 0, capitalAtRisk = 0 } = closes[i] ?? {}
    state = drawdownAfter(state, { pnl: pnl - base, capitalAtRisk })
  }
  return { before: state, capitalAtRisk: closes[firstAfter(closes, cutoffDay) - 1]?.capitalAtRisk ?? 0 }
}

/** The drawdown with the cutoff's day, which is one more step. @param pnl the window's profit at the cutoff */
export function drawdownAt({ before, capitalAtRisk }: DrawdownRecord, pnl: MicroUsd) {
  const { worst, peakCapital } = drawdownAfter(before, { pnl, capitalAtRisk })
  return { maxDrawdown: worst, maxDrawdownPct: ratioOf(worst, peakCapital) }
}

/** The index of the first close after a day; all closes are before it where there is none. */
function firstAfter(closes: readonly DayClose[], day: Day): number {
  let index = closes.length
  while (index > 0 && (closes[index - 1]?.day ?? day) > day) index--
  return index
}
