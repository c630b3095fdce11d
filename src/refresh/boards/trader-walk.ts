import { type Day, weekStart } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { totalOf } from '../../metrics/running-sum.ts'
import { consistentOf } from '../../metrics/skill/consistent.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { prescienceOfSums } from '../../metrics/skill/prescience.ts'
import { addBehaviour, emptyBehaviour } from '../analytics/behaviour-sums.ts'
import { botAssessment } from '../analytics/bot-assessment.ts'
import type { ScoredDay } from '../analytics/trader-facts.ts'
import { addForesight, emptyForesight, foresightSums } from '../inputs/foresight-sums.ts'
import type { Marks } from '../inputs/marks.ts'
import { keptShares } from '../windows/kept-shares.ts'
import type { TraderDays } from '../windows/trader-days.ts'
import { createUnitWeeks } from '../windows/unit-weeks.ts'
import { createUnitsAsOf } from '../windows/units-as-of.ts'
import { FORESIGHT_DELAY, type TraderRecords } from './read-trader-records.ts'

/** A trader's days and records. They and the marks may go beyond the days that are asked. */
export interface WalkedTrader {
  days: TraderDays
  marks: Marks
  records: TraderRecords
}

/**
 * A trader at the close of one day after another. Each day of the ledger is added once, and only to what somebody asks for,
 * because most traders are on few boards.
 */
export class TraderWalk {
  day: Day = Number.NEGATIVE_INFINITY
  /** ISO weeks with a fill, over all time: no period has more. */
  activeWeeks = 0
  readonly #trader: WalkedTrader
  readonly #units: (upTo: Day) => readonly DecidedUnit[]
  readonly #behaviour: ScoredDay[] = []
  readonly #tally = emptyBehaviour()
  readonly #foresight = emptyForesight()
  #foresightDays = 0
  #lastWeek: Day | null = null
  #allWeeks: ReturnType<typeof createUnitWeeks> | null = null

  constructor(trader: WalkedTrader) {
    this.#trader = trader
    this.#units = createUnitsAsOf(trader.days, trader.marks)
  }

  /** Moves to the close of a day, which is not before the last one. */
  moveTo(day: Day): void {
    this.day = day
    const { behaviour } = this.#trader.records
    for (let i = this.#behaviour.length; i < behaviour.length; i++) {
      const own = behaviour[i]
      if (own === undefined || own.day > day) return
      this.#behaviour.push(own)
      addBehaviour(this.#tally, own)
      const week = weekStart(own.day)
      if (own.fills === 0 || week === this.#lastWeek) continue
      this.activeWeeks += 1
      this.#lastWeek = week
    }
  }

  units(): readonly DecidedUnit[] {
    return this.#units(this.day)
  }

  /** Days of behavior up to the day, and the sums that scores read of them. */
  behaviour(): { days: readonly ScoredDay[]; buys: number; fills: number } {
    return { days: this.#behaviour, buys: this.#tally.buys, fills: this.#tally.fills }
  }

  /** @param volume of all fills up to the day */
  botProbability(volume: ExactTotal): number | null {
    const { squares, lists, ...counts } = this.#tally
    const assessment = botAssessment({ ...counts, usdSquares: totalOf(squares), hours: lists.hours }, volume)
    return assessment?.probability ?? null
  }

  /** @param before the day before the window; null for all time */
  consistent(before: Day | null): number | null {
    const { days, marks } = this.#trader
    if (before !== null) return consistentOf(createUnitWeeks(days, marks, before)(this.day))
    this.#allWeeks ??= createUnitWeeks(days, marks, null)
    return consistentOf(this.#allWeeks(this.day))
  }

  prescience(): number | null {
    const { foresight } = this.#trader.records
    for (; this.#foresightDays < foresight.length; this.#foresightDays++) {
      const own = foresight[this.#foresightDays]
      if (own === undefined || own.day > this.day - FORESIGHT_DELAY) break
      addForesight(this.#foresight, own)
    }
    return prescienceOfSums(foresightSums(this.#foresight))
  }

  keptShares(): ReturnType<typeof keptShares> {
    const { days, marks } = this.#trader
    return keptShares(days, marks, this.day)
  }
}
