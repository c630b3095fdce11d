import { defined } from '../../checks.ts'
import { type Day, weekStart } from '../../ledger/quantities.ts'
import { sharpeRatio } from '../../metrics/risk.ts'
import {
  addTo,
  addTotalTo,
  type ExactTotal,
  emptySum,
  type RunningSum,
  totalOf,
} from '../../metrics/running-sum.ts'
import { consistentOf } from '../../metrics/skill/consistent.ts'
import type { DecidedUnit } from '../../metrics/skill/edge.ts'
import { type ForesightSums, prescienceOfSums } from '../../metrics/skill/prescience.ts'
import { addHours } from '../../store/ledger/position-day.ts'
import { addFills, botAssessment, emptyFills, type FillSums } from '../analytics/behaviour-sums.ts'
import { eachFact } from '../days/foresight-rows.ts'
import type { Marks } from '../inputs/marks.ts'
import { rowsByDay, type ScoredDays } from '../windows/trader-days.ts'
import { createUnitsAsOf, createUnitWeeks, keptShares } from '../windows/units-as-of.ts'
import { FORESIGHT_DELAY, type TraderRecords } from './read-trader-records.ts'

/** A trader's days of foresight added up so far. */
export interface ForesightTally {
  fills: number
  usd: RunningSum
  moved: RunningSum
  markets: Set<number>
}

/** A tally of no days. */
export function emptyForesight(): ForesightTally {
  return { fills: 0, usd: emptySum(), moved: emptySum(), markets: new Set() }
}

/** Adds the packed facts of a trader's day, in place. */
export function addForesight(tally: ForesightTally, packed: Uint8Array): void {
  eachFact(packed, ({ market, fills, usd, moved }) => {
    tally.fills += fills
    addTo(tally.usd, usd)
    addTotalTo(tally.moved, moved)
    tally.markets.add(market)
  })
}

function foresightSums({ fills, usd, moved, markets }: ForesightTally): ForesightSums {
  return { fills, markets: markets.size, moved: totalOf(moved), usd: totalOf(usd) }
}

/** A trader's days and records. They and the marks may go beyond the days that are asked. */
export interface WalkedTrader {
  days: ScoredDays
  marks: Marks
  records: Pick<TraderRecords, 'foresight'>
}

/** A trader's behavior so far, as scores read it. */
export interface WalkedBehaviour extends FillSums {
  activeDays: number
  /** ISO weeks with a fill. */
  activeWeeks: number
  /** Fills by UTC hour. */
  hours: number[]
  /** Σ `copySlippage` of the BUYs, and of the SELLs of shares that were held. */
  buySlippage: RunningSum
  sellSlippage: RunningSum
  /** Slippage that came with transferred shares, less what left with them. */
  movedSlippage: RunningSum
}

/**
 * A trader at the close of one day after another. Each day of the ledger is added once, and only to what somebody asks for,
 * because most traders are on few boards.
 */
export class TraderWalk {
  day: Day = Number.NEGATIVE_INFINITY
  readonly #trader: WalkedTrader
  readonly #units: (upTo: Day) => readonly DecidedUnit[]
  readonly #behaviour = emptyBehaviour()
  /** The rows by day, and the first that is not added yet. */
  readonly #rows: Uint32Array
  #next = 0
  readonly #foresight = emptyForesight()
  #foresightDays = 0
  /** The last day with a fill. */
  #lastActive: Day | null = null
  /** Ratios of the units as they were last listed, each with the number of units that it is of. */
  #ratios: { of: readonly DecidedUnit[]; known: { count: number; ratio: number | null }[] } | null = null
  #allWeeks: ReturnType<typeof createUnitWeeks> | null = null

  constructor(trader: WalkedTrader) {
    this.#trader = trader
    this.#units = createUnitsAsOf(trader.days, trader.marks)
    this.#rows = rowsByDay(trader.days)
  }

  /** Moves to the close of a day, which is not before the last one. */
  moveTo(day: Day): void {
    this.day = day
    const { columns } = this.#trader.days
    for (; this.#next < this.#rows.length; this.#next++) {
      const row = defined(this.#rows[this.#next])
      if (defined(columns.day[row]) > day) return
      this.#add(row)
    }
  }

  #add(row: number): void {
    const { columns, lists } = this.#trader.days
    const behaviour = this.#behaviour
    addFills(behaviour, this.#trader.days, row)
    addTo(behaviour.buySlippage, defined(columns.buy_slippage[row]))
    addTo(behaviour.sellSlippage, defined(columns.sell_slippage[row]))
    addTo(behaviour.movedSlippage, defined(columns.moved_slippage[row]))
    addHours(behaviour.hours, defined(lists[row]))
    const own = defined(columns.day[row])
    if (columns.fills[row] === 0 || own === this.#lastActive) return
    behaviour.activeDays += 1
    if (this.#lastActive === null || weekStart(own) !== weekStart(this.#lastActive))
      behaviour.activeWeeks += 1
    this.#lastActive = own
  }

  units(): readonly DecidedUnit[] {
    return this.#units(this.day)
  }

  /** Units decided after a day; null for all. */
  decidedAfter(before: Day | null): number {
    if (before === null) return this.units().length
    let count = 0
    for (const { decidedOn } of this.units()) if (decidedOn > before) count += 1
    return count
  }

  /**
   * The Sharpe ratio of the units decided after a day; null for all. Few units are decided from one day to the next, and
   * periods share them: in one list of units, equal counts after a day are the same units.
   */
  sharpeRatio(before: Day | null): number | null {
    const units = this.units()
    const count = this.decidedAfter(before)
    if (this.#ratios?.of !== units) this.#ratios = { of: units, known: [] }
    const found = this.#ratios.known.find((one) => one.count === count)
    if (found !== undefined) return found.ratio
    const ratio = sharpeRatio(
      count === units.length ? units : units.filter(({ decidedOn }) => decidedOn > (before ?? 0)),
    )
    this.#ratios.known.push({ count, ratio })
    return ratio
  }

  /** The behavior up to the day: it is valid until the walk moves. */
  behaviour(): Readonly<WalkedBehaviour> {
    return this.#behaviour
  }

  /** @param volume of all fills up to the day */
  botProbability(volume: ExactTotal): number | null {
    const behaviour = this.#behaviour
    const assessment = botAssessment({ ...behaviour, usdSquares: totalOf(behaviour.squares) }, volume)
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
      addForesight(this.#foresight, own.facts)
    }
    return prescienceOfSums(foresightSums(this.#foresight))
  }

  keptShares(): ReturnType<typeof keptShares> {
    const { days, marks } = this.#trader
    return keptShares(days, marks, this.day)
  }
}

function emptyBehaviour(): WalkedBehaviour {
  return {
    ...emptyFills(),
    activeDays: 0,
    activeWeeks: 0,
    hours: new Array<number>(24).fill(0),
    buySlippage: emptySum(),
    sellSlippage: emptySum(),
    movedSlippage: emptySum(),
  }
}
