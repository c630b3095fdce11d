/** People among the rows that show the same, at least. */
export const MIN_PEOPLE = 5

/** Significant digits that numbers are rounded to, finest first. */
const DIGITS = [2, 1]

/** Numbers of a row, by name; null if a row has none. */
export type RowNumbers = Readonly<Record<string, number | boolean | null>>

/** A board whose rows are shown without identities. */
export interface RankedRows {
  /** Rows in all, best first. */
  rows: number
  /** How many of them are people. */
  people: number
  /** False for a bot's row, which a board without bots leaves out. */
  isPerson(row: number): boolean
}

/**
 * Cuts a board into bands: neighbouring rows that hold {@link MIN_PEOPLE} people or more. Bots count for none, so that a board
 * without them has bands of as many.
 * @param wanted people up to whom bands are needed
 * @returns the row after each band, ascending; empty if the board has too few people
 */
export function bandEnds({ rows, people, isPerson }: RankedRows, wanted: number): number[] {
  const ends: number[] = []
  if (people < MIN_PEOPLE) return ends
  let covered = 0
  let inBand = 0
  for (let row = 0; row < rows && covered < wanted; row++) {
    if (isPerson(row)) inBand++
    const left = people - covered - inBand
    // A rest with too few people joins this band.
    if (inBand < MIN_PEOPLE || (left < MIN_PEOPLE && row + 1 < rows)) continue
    ends.push(row + 1)
    covered += inBand
    inBand = 0
  }
  return ends
}

/**
 * The numbers that every row of a band shows: each rounded to the most significant digits at which it is the same for all
 * of them, null if it is so at none. Exchanging the traders of a band's rows changes nothing that is shown of it.
 */
export function sharedNumbers<Numbers extends RowNumbers>(
  band: readonly Numbers[],
): { [Name in keyof Numbers]: Numbers[Name] | null } {
  const [first] = band
  if (first === undefined) throw new RangeError('a band without rows')
  const names = Object.keys(first)
  return Object.fromEntries(
    names.map((name) => [name, sharedValue(band.map((numbers) => numbers[name] ?? null))]),
  ) as { [Name in keyof Numbers]: Numbers[Name] | null }
}

function sharedValue(values: readonly (number | boolean | null)[]): number | boolean | null {
  for (const digits of DIGITS) {
    const [shown = null, ...others] = new Set(values.map((value) => rounded(value, digits)))
    if (others.length === 0) return shown
  }
  return null
}

function rounded(value: number | boolean | null, digits: number): number | boolean | null {
  return typeof value === 'number' ? Number(value.toPrecision(digits)) : value
}
