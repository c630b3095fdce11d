import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { type CopiedRecord, copyable } from '../../metrics/behaviour/copyable.ts'
import type { Ranking, TabNumbers } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow } from '../../metrics/periods.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { sharpeRatio } from '../../metrics/risk/sharpe-ratio.ts'
import { consistent, MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { highConviction } from '../../metrics/skill/high-conviction.ts'
import { MINIMUM_FORESIGHT_FILLS, prescienceOfSums } from '../../metrics/skill/prescience.ts'
import { type ForesightDay, foresightSums } from '../inputs/foresight-sums.ts'
import { unitWeeks } from '../windows/unit-weeks.ts'
import { convictionRecord } from './conviction-record.ts'
import type { ScoreSources } from './score-sources.ts'

/** What the boards of a trader share, worked out when it is first asked for. */
interface Asked {
  units(): readonly DecidedUnit[]
  /** ISO weeks with a fill. */
  weeks(): number
  copied(): CopiedRecord
}

/** A trader's numbers of one board; a tab reads of these what it is ordered by, and only that is worked out. */
export function boardNumbers(board: Ranking, sources: ScoreSources, asked: Asked): TabNumbers {
  return new BoardNumbers(board, sources, asked)
}

/** A class, for getters on each of millions of objects cost more than all that they work out. */
class BoardNumbers implements TabNumbers {
  readonly fills: number
  readonly volume: ExactTotal
  readonly pnl: number
  readonly roi: number | null
  readonly #before: Day | null
  readonly #sources: ScoreSources
  readonly #asked: Asked

  constructor({ period }: Ranking, sources: ScoreSources, asked: Asked) {
    const { fills = 0, volume = 0, pnl = 0, roi = null } = sources.totalsOf(period) ?? {}
    this.fills = fills
    this.volume = volume
    this.pnl = pnl
    this.roi = roi
    this.#before = dayBeforeWindow(period, sources.day)
    this.#sources = sources
    this.#asked = asked
  }

  get decidedUnits(): number {
    let count = 0
    for (const { decidedOn } of this.#asked.units()) if (this.#isWithin(decidedOn)) count += 1
    return count
  }

  get sharpeRatio(): number | null {
    return sharpeRatio(this.#asked.units().filter(({ decidedOn }) => this.#isWithin(decidedOn)))
  }

  get consistent(): number | null {
    // Without a profit in the period there is no score, and the weeks add up to the same profit.
    const isAsked = this.pnl > 0 && this.#asked.weeks() >= MINIMUM_WEEKS
    return isAsked ? consistentOf(this.#sources, this.#before) : null
  }

  get copyable(): number | null {
    return copyable(this.#asked.copied())
  }

  get prescience(): number | null {
    const { foresight } = this.#sources
    // Most have too few fills, which is soon known.
    return hasForesight(foresight) ? prescienceOfSums(foresightSums(foresight)) : null
  }

  get highConviction(): MicroUsd | null {
    return highConviction(convictionRecord(this.#sources, this.pnl, this.#asked.units))
  }

  #isWithin(day: Day): boolean {
    return this.#before === null || day > this.#before
  }
}

function hasForesight(days: readonly ForesightDay[]): boolean {
  let count = 0
  for (const { fills } of days) count += fills
  return count >= MINIMUM_FORESIGHT_FILLS
}

function consistentOf({ days, marks, day }: ScoreSources, before: Day | null): number | null {
  return consistent(unitWeeks(days, marks, before, day))
}
