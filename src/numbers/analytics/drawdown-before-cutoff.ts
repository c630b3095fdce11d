import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { ratioOf } from '../../metrics/ratio-of.ts'
import { addClose, drawdownAfter, NO_DRAWDOWN } from '../../metrics/risk/drawdown-state.ts'
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
  const walk = new DrawdownWalk(before, cutoffDay)
  for (const close of closes) walk.add(close)
  return walk.record()
}

/** The same, close by close. */
export class DrawdownWalk {
  readonly #start: Day
  readonly #cutoffDay: Day
  readonly #state = { ...NO_DRAWDOWN }
  /** The profit up to the window's start. */
  #base: MicroUsd = 0
  /** The last close so far, up to the cutoff's day. */
  #capitalAtRisk: MicroUsd = 0
  #isWithin = false

  /** @param before the day before the window, null for all time */
  constructor(before: Day | null, cutoffDay: Day) {
    this.#start = before ?? Number.NEGATIVE_INFINITY
    this.#cutoffDay = cutoffDay
  }

  /** Adds the next close, which need not be kept. */
  add({ day, pnl, capitalAtRisk }: DayClose): void {
    if (day > this.#cutoffDay) return
    if (day <= this.#start) this.#base = pnl
    else {
      this.#begin()
      if (day < this.#cutoffDay) addClose(this.#state, pnl - this.#base, capitalAtRisk)
    }
    this.#capitalAtRisk = capitalAtRisk
  }

  /** The drawdown of the closes so far. */
  record(): DrawdownRecord {
    this.#begin()
    return { before: { ...this.#state }, capitalAtRisk: this.#capitalAtRisk }
  }

  /** Holdings at the window's start are at risk on its first day, with or without events. */
  #begin(): void {
    if (this.#isWithin) return
    this.#isWithin = true
    addClose(this.#state, 0, this.#capitalAtRisk)
  }
}

/** The drawdown with the cutoff's day, which is one more step. @param pnl the window's profit at the cutoff */
export function drawdownAt({ before, capitalAtRisk }: DrawdownRecord, pnl: MicroUsd) {
  const { worst, peakCapital } = drawdownAfter(before, { pnl, capitalAtRisk })
  return { maxDrawdown: worst, maxDrawdownPct: ratioOf(worst, peakCapital) }
}
