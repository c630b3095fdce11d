import type { Tab } from '../../metrics/leaderboards.ts'
import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { decimalOf } from '../kit/number-fields.ts'

const NAMES = [
  'pnl',
  'realized',
  'volume',
  'fills',
  'markets',
  'roi',
  'winRate',
  'botProbability',
  'isBot',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
] as const

/** The numbers of a row of a board; null also where they are withheld from the caller. */
export type RowNumbers = { readonly [Name in (typeof NAMES)[number]]: TraderStats[Name] | null }

/** Those of a trader's numbers that a row of a board shows. */
export function rowNumbers(numbers: TraderStats): RowNumbers {
  return Object.fromEntries(NAMES.map((name) => [name, numbers[name]])) as RowNumbers
}

/** Returns the number that orders a row, in the unit of the API: the score if the board keeps scores. */
export function shownValue({ metric }: Tab, numbers: TraderStats, score: number | null): number | null {
  switch (metric) {
    case 'pnl':
      return decimalOf(numbers.pnl)
    case 'volume':
      return decimalOf(numbers.volume)
    case 'roi':
      return numbers.roi
    default:
      return score
  }
}
