import { DAY_COLUMNS, type DayColumn } from '../position-day.ts'

/**
 * Sealed days hold some columns as differences: a column that nearly always follows from others is written as what it has beyond
 * that, 0 or a small number, under its name and `_rest`. Measured with a million fills in the market's shape: 49 bytes a day
 * become 34.
 *
 * DuckDB's SQL by column of what follows from others: an exact integer for any values, though not always the right one. It names
 * plain columns, and coded ones that come before it here.
 */
const FOLLOWING = {
  shares: 'CASE WHEN fills = buys THEN buy_shares ELSE 0 END',
  official_amount: 'shares',
  volume: 'bought - split_cost + CASE WHEN fills > buys THEN sold ELSE 0 END',
  traded: 'buy_shares',
  // Shares whose outcome is known cost what they pay.
  cost: `CASE WHEN fills = 0 THEN shares ELSE ${atAverage('shares')} END`,
  realized:
    `CASE WHEN fills = 0 THEN CASE WHEN sold = 0 THEN cost - ${atAverage('shares')} ELSE 0 END ` +
    `WHEN fills = buys THEN 0 ELSE sold - ${atAverage('traded - buy_shares')} END`,
  official_realized: `CASE WHEN fills > buys THEN sold - ${atAverage('traded - buy_shares')} ELSE 0 END`,
  role_known: 'fills',
  square_low: `CASE WHEN fills = 1 THEN ${squareOfVolume('low')} ELSE 0 END`,
  square_middle: `CASE WHEN fills = 1 THEN ${squareOfVolume('middle')} ELSE 0 END`,
  square_high: `CASE WHEN fills = 1 THEN ${squareOfVolume('high')} ELSE 0 END`,
  buy_slippage: `CASE WHEN buys > 0 THEN ${twoPercent('bought - split_cost')} ELSE 0 END`,
  sell_slippage: `CASE WHEN fills > buys THEN ${twoPercent('volume - bought + split_cost')} ELSE 0 END`,
} as const satisfies Partial<Record<DayColumn, string>>

const CODED = Object.entries(FOLLOWING)
const restOf = (column: string) => `${column}_rest`

/** The columns of a file, in its order. */
export const CODED_COLUMNS: readonly string[] = [
  ...DAY_COLUMNS.map((name) => (name in FOLLOWING ? restOf(name) : name)),
  'lists',
]

/** The columns of a file that are differences, as SQL over plain columns. */
export const CODING: Readonly<Record<string, string>> = Object.fromEntries(
  CODED.map(([column, following]) => [restOf(column), `${column} - (${following})`]),
)

/** Plain columns for a SELECT's list over files, one an element: a later one may name an earlier one. */
export const PLAIN_COLUMNS: readonly string[] = [
  ...DAY_COLUMNS.filter((name) => !(name in FOLLOWING)),
  ...CODED.map(([column, following]) => `${following} + ${restOf(column)} AS ${column}`),
]

/** Days of files with plain columns, to follow FROM; `file_index` is the place of a row's file. */
export function plainDays(files: string): string {
  return `(SELECT ${PLAIN_COLUMNS.join(', ')}, lists, file_index FROM ${files})`
}

/** Shares at the official average price. In doubles, whose arithmetic is the same in every engine, and in the range of integers. */
function atAverage(shares: string): string {
  const dollars = `floor(CAST(${shares} AS DOUBLE) * CAST(official_avg AS DOUBLE) / 1000000)`
  return `CAST(greatest(least(${dollars}, 9e15), -9e15) AS BIGINT)`
}

/** A limb of the square of a day's only fill: see `addSquare` in metrics/behaviour/position-behaviour.ts. */
function squareOfVolume(limb: 'low' | 'middle' | 'high'): string {
  const [low, middle, high] = ['(volume & 262143)', '(volume >> 18 & 262143)', '(volume >> 36)']
  const [lower, upper] = [`2 * ${middle} * ${low}`, `2 * ${high} * ${middle}`]
  return {
    low: `${low} * ${low} + (${lower} & 262143) * 262144`,
    middle: `2 * ${high} * ${low} + ${middle} * ${middle} + (${lower} >> 18) + (${upper} & 262143) * 262144`,
    high: `${high} * ${high} + (${upper} >> 18)`,
  }[limb]
}

/** A copier's slippage of dollars, as far as they are of one fill. */
function twoPercent(dollars: string): string {
  return `(greatest(${dollars}, 0) + 49) // 50`
}
