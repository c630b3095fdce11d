import { defined } from '../../checks.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import { ratioOf } from '../../metrics/ratio-of.ts'
import type { ShownNumbers } from '../../store/snapshot/snapshot-reader.ts'
import { type BoardCells, FLAGS } from '../../store/snapshot/standings.ts'
import { decimalOf } from '../kit/number-fields.ts'
import type { RowNumbers } from '../traders/key-numbers.ts'

/** A row's numbers that standings do not have: they are read for the rows of a page if its query selects one. */
export type RowExtras = ShownNumbers

/**
 * The numbers of a board's row.
 * @param extras undefined if the query selects none of them
 */
export function rowNumbers(cells: BoardCells, row: number, extras: RowExtras | undefined): RowNumbers {
  return new RowOfCells(cells, row, extras)
}

/** A class, so that its getters are shared by all rows. */
class RowOfCells implements RowNumbers {
  readonly pnl: number
  readonly volume: number
  readonly fills: number
  readonly roi: number | null
  readonly isBot: boolean
  readonly #extras: RowExtras | undefined

  constructor(cells: BoardCells, row: number, extras: RowExtras | undefined) {
    this.pnl = defined(cells.pnl[row])
    this.volume = defined(cells.volume[row])
    this.fills = defined(cells.fills[row])
    this.roi = ratioOf(this.pnl, defined(cells.stake[row]))
    this.isBot = (defined(cells.flags[row]) & FLAGS.bot) !== 0
    this.#extras = extras
  }

  get realized() {
    return defined(this.#extras).realized
  }

  get markets() {
    return defined(this.#extras).markets
  }

  get winRate() {
    return defined(this.#extras).winRate
  }

  get botProbability() {
    return defined(this.#extras).botProbability
  }

  get sharpeRatio() {
    return defined(this.#extras).sharpeRatio
  }

  get sortinoRatio() {
    return defined(this.#extras).sortinoRatio
  }

  get profitFactor() {
    return defined(this.#extras).profitFactor
  }

  get maxDrawdown() {
    return defined(this.#extras).maxDrawdown
  }

  get maxDrawdownPct() {
    return defined(this.#extras).maxDrawdownPct
  }
}

/** Returns the number that ordered a row, in the unit of the API. */
export function shownValue({ metric }: Tab, cells: BoardCells, row: number): number {
  const value = defined(cells.metric[row])
  return metric === 'pnl' || metric === 'volume' ? decimalOf(value) : value
}
